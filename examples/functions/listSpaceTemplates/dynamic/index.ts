import { listSpaceTemplates } from "pulumi-vcluster-platform";

const found = listSpaceTemplates({ labelSelector: "team=web", limit: 10 });

export const templates = found.then(({ items }) => items);
