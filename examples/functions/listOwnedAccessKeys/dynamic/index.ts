import { listOwnedAccessKeys } from "pulumi-vcluster-platform";

const found = listOwnedAccessKeys({ user: "ci-bot" });

export const keys = found.then(({ items }) => items);
