import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listTeamsOutput({ labelSelector: "department=shop", limit: 10 });

export const teams = found.items;
