import { getVirtualClusterInstance } from "pulumi-vcluster-platform";

const dev = getVirtualClusterInstance({ project: "payments", name: "dev" });

export const phase = dev.then(({ phase }) => phase);
