import * as platform from "pulumi-vcluster-platform-plugin";

const legacy = platform.getVirtualClusterOutput({ project: "web", name: "legacy" });

export const source = legacy.source;
