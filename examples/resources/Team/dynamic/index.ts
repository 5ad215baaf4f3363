import { Team } from "pulumi-vcluster-platform";

const developers = new Team("developers", {
  name: "web-developers",
  displayName: "Web developers",
  users: ["mia", "tom"],
  // Members of this group of the single sign-on are in the team, too.
  groups: ["idp:web"],
  clusterRoles: [{ name: "loft-management-project-user" }],
});

export const name = developers.name;
