import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listVirtualClusterInstancesOutput({ project: "payments", limit: 10 });

export const instances = found.items;
