import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listVirtualClusterTemplatesOutput({ labelSelector: "size=small", limit: 10 });

export const templates = found.items;
