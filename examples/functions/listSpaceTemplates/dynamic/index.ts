import { listSpaceTemplates } from "pulumi-platform";

const found = listSpaceTemplates({ labelSelector: "team=web", limit: 10 });

export const templates = found.then(({ items }) => items);
