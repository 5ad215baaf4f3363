import { Config } from "@pulumi/pulumi";
import { SharedSecret } from "pulumi-vcluster-platform";

const charts = new SharedSecret("charts", {
  name: "charts",
  namespace: "vcluster-platform",
  displayName: "Chart repository",
  data: { username: "ci", token: new Config().requireSecret("token") },
});

export const name = charts.name;
