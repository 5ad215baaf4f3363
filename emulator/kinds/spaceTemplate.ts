import { stringMap, strings } from "./fieldTypes";
import type { Kind } from "./kind";

/** SpaceTemplate: the specification, section 2.2. */
export const spaceTemplate: Kind = {
  kind: "SpaceTemplate",
  plural: "spacetemplates",
  namespaced: false,
  spec: () => ({
    fields: {
      displayName: "string",
      description: "string",
      access: { list: { fields: { users: strings, verbs: strings } } },
      template: { fields: { metadata: { fields: { labels: stringMap } }, objects: "string" } },
    },
  }),
};
