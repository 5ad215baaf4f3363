import type { Kind } from "./kind";

/** The path segment below a user or team that lists its keys. */
export const keysSegment = "accesskeys";

const principal = (kind: "User" | "Team"): Kind => ({
  kind,
  plural: `${kind.toLowerCase()}s`,
  namespaced: false,
  fields: () => ({}),
  subresources: { [keysSegment]: { kind: `${kind}AccessKeys`, verb: "get" } },
});

/** Users and teams. They are not stored, so only requests below them are served. */
export const principals: readonly Kind[] = [principal("User"), principal("Team")];
