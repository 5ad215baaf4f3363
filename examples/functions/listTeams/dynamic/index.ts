import { listTeams } from "pulumi-vcluster-platform";

const found = listTeams({ labelSelector: "department=shop", limit: 10 });

export const teams = found.then(({ items }) => items);
