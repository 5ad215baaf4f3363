import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listOwnedAccessKeysOutput({ user: "ci-bot" });

export const keys = found.items;
