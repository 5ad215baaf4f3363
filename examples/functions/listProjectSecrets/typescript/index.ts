import * as platform from "pulumi-vcluster-platform-plugin";

const found = platform.listProjectSecretsOutput({ project: "payments", limit: 10 });

export const secrets = found.items;
