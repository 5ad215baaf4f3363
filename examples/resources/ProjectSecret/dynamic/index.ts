import { Config } from "@pulumi/pulumi";
import { ProjectSecret } from "pulumi-vcluster-platform";

const registry = new ProjectSecret("registry", {
  name: "registry",
  project: "payments",
  displayName: "Registry of the payments team",
  data: { username: "ci", password: new Config().requireSecret("password") },
});

export const name = registry.name;
