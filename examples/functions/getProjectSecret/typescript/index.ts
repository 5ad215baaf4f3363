import * as platform from "pulumi-vcluster-platform-plugin";

const registry = platform.getProjectSecretOutput({ project: "payments", name: "registry" });

export const displayName = registry.displayName;
