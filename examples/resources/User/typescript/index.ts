import * as platform from "pulumi-vcluster-platform-plugin";

const mia = new platform.User("mia", {
  name: "mia",
  displayName: "Mia Keller",
  username: "mia",
  email: "mia@example.com",
  // The user of the single sign-on.
  subject: "mia@example.com",
  access: [{ name: "own-profile", verbs: ["get"], subresources: ["profile"], users: ["mia"] }],
});

export const name = mia.name;
