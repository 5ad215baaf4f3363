import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listSharedSecretsOutput({ namespace: "vcluster-platform", labelSelector: "use=charts" });

export const secrets = found.items;
