import * as platform from "pulumi-vcluster-platform-plugin";

const payments = new platform.Project(
  "payments",
  {
    name: "payments",
    displayName: "Payments",
    allowedClusters: [{ name: "*" }],
    members: [
      { kind: "Team", group: "storage.loft.sh", name: "payments", clusterRole: "loft-management-project-user" },
    ],
    quotas: { project: { virtualclusterinstances: "10" }, user: { virtualclusterinstances: "3" } },
  },
  // A deletion takes all that is in the project with it.
  { protect: true },
);

export const namespace = payments.namespace;
