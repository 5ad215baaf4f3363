import { listUsers } from "pulumi-vcluster-platform";

const found = listUsers({ labelSelector: "department=shop", limit: 10 });

export const users = found.then(({ items }) => items);
