import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listOwnedAccessKeysOutput({ labelSelector: "team=web" });

export const keys = found.items;
