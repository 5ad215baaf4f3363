import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-vcluster-platform-plugin";

const charts = new platform.SharedSecret("charts", {
  name: "charts",
  namespace: "vcluster-platform",
  displayName: "Chart repository",
  data: { username: "ci", token: new Config().requireSecret("token") },
});

export const name = charts.name;
