import { getProjectSecret } from "pulumi-vcluster-platform";

const registry = getProjectSecret({ project: "payments", name: "registry" });

export const displayName = registry.then(({ displayName }) => displayName);
