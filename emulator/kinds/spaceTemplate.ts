import type { Kind } from "./kind";

/** SpaceTemplate: the specification, section 2.2. */
export const spaceTemplate: Kind = {
  kind: "SpaceTemplate",
  plural: "spacetemplates",
  namespaced: false,
  status: {},
  fields: () => ({
    spec: {
      displayName: "string",
      description: "string",
      access: [{ users: ["string"], verbs: ["string"] }],
      template: { metadata: { labels: { "*": "string" } }, objects: "string" },
    },
  }),
};
