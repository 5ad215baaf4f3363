import { getVirtualCluster } from "pulumi-vcluster-platform";

const legacy = getVirtualCluster({ project: "web", name: "legacy" });

export const source = legacy.then(({ source }) => source);
