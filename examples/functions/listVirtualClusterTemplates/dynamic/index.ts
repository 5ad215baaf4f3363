import { listVirtualClusterTemplates } from "pulumi-vcluster-platform";

const found = listVirtualClusterTemplates({ labelSelector: "size=small", limit: 10 });

export const templates = found.then(({ items }) => items);
