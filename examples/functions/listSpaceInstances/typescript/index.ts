import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listSpaceInstancesOutput({ project: "payments", limit: 10 });

export const spaces = found.items;
