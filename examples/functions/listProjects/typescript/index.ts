import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listProjectsOutput({ labelSelector: "department=shop", limit: 10 });

export const projects = found.items;
