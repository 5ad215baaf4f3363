import * as platform from "pulumi-vcluster-platform-plugin";

const ci = platform.getSpaceInstanceOutput({ project: "payments", name: "ci" });

export const phase = ci.phase;
