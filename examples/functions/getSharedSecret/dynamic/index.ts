import { getSharedSecret } from "pulumi-vcluster-platform";

const charts = getSharedSecret({ namespace: "vcluster-platform", name: "charts" });

export const displayName = charts.then(({ displayName }) => displayName);
