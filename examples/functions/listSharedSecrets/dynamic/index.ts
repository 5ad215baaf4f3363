import { listSharedSecrets } from "pulumi-vcluster-platform";

const found = listSharedSecrets({ namespace: "vcluster-platform", labelSelector: "use=charts" });

export const secrets = found.then(({ items }) => items);
