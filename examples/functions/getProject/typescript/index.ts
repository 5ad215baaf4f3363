import * as platform from "pulumi-vcluster-platform-plugin";

const web = platform.getProjectOutput({ name: "web" });

export const namespace = web.namespace;
