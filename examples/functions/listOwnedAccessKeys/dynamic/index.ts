import { listOwnedAccessKeys } from "pulumi-vcluster-platform";

const found = listOwnedAccessKeys({ labelSelector: "team=web" });

export const keys = found.then(({ items }) => items);
