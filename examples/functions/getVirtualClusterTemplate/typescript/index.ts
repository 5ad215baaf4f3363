import * as platform from "pulumi-vcluster-platform-plugin";

const small = platform.getVirtualClusterTemplateOutput({ name: "small" });

export const parameters = small.parameters;
