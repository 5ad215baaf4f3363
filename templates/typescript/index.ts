import * as pulumi from "@pulumi/pulumi";
import { OwnedAccessKey, SpaceTemplate } from "pulumi-vcluster-platform";

const web = new SpaceTemplate("template", {
  displayName: "Web team",
  template: { metadata: { labels: { team: "web" } } },
});

const ci = new OwnedAccessKey("ci", {
  type: "User",
  user: new pulumi.Config().require("user"),
  // Thirty days. Without a ttl the key never expires.
  ttl: 30 * 24 * 3600,
  scope: { projects: [{ project: "default" }] },
});

export const template = web.name;
export const token = ci.key;
