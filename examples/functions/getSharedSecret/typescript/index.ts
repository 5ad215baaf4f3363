import * as platform from "pulumi-vcluster-platform-plugin";

const charts = platform.getSharedSecretOutput({ namespace: "vcluster-platform", name: "charts" });

export const displayName = charts.displayName;
