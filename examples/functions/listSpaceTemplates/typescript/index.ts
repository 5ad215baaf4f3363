import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listSpaceTemplatesOutput({ labelSelector: "team=web", limit: 10 });

export const templates = found.items;
