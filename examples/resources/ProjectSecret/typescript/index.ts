import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-vcluster-platform-plugin";

const registry = new platform.ProjectSecret("registry", {
  name: "registry",
  project: "payments",
  displayName: "Registry of the payments team",
  data: { username: "ci", password: new Config().requireSecret("password") },
});

export const name = registry.name;
