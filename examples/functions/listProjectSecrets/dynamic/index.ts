import { listProjectSecrets } from "pulumi-vcluster-platform";

const found = listProjectSecrets({ project: "payments", limit: 10 });

export const secrets = found.then(({ items }) => items);
