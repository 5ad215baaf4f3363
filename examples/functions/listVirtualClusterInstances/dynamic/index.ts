import { listVirtualClusterInstances } from "pulumi-vcluster-platform";

const found = listVirtualClusterInstances({ project: "payments", limit: 10 });

export const instances = found.then(({ items }) => items);
