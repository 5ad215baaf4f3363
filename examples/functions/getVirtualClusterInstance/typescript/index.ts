import * as platform from "pulumi-vcluster-platform-plugin";

const dev = platform.getVirtualClusterInstanceOutput({ project: "payments", name: "dev" });

export const phase = dev.phase;
