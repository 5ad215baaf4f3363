import { listSpaceInstances } from "pulumi-vcluster-platform";

const found = listSpaceInstances({ project: "payments", limit: 10 });

export const spaces = found.then(({ items }) => items);
