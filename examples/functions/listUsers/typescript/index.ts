import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listUsersOutput({ labelSelector: "department=shop", limit: 10 });

export const users = found.items;
