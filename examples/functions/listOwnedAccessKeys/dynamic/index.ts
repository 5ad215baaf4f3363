import { listOwnedAccessKeys } from "pulumi-platform";

const found = listOwnedAccessKeys({ labelSelector: "team=web" });

export const keys = found.then(({ items }) => items);
