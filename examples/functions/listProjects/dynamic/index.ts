import { listProjects } from "pulumi-vcluster-platform";

const found = listProjects({ labelSelector: "department=shop", limit: 10 });

export const projects = found.then(({ items }) => items);
