import * as platform from "pulumi-vcluster-platform-plugin";

const day = 24 * 3600;

const ci = new platform.OwnedAccessKey("ci", {
  displayName: "CI of the web team",
  type: "User",
  user: "ci-bot",
  // The first pulumi up of the last three days makes a new key.
  ttl: 30 * day,
  rotateBeforeExpiry: 3 * day,
  scope: { allowCli: true, projects: [{ project: "web" }] },
});

// A secret: shown only by pulumi stack output --show-secrets.
export const token = ci.key;
