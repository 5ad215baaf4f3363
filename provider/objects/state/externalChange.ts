/** Phrases of the output `externalChange`. They are recorded in states, so they must not change. */
export const externalChanges = {
  recreated: "deleted and created again by somebody else",
  readded: "removed and added again by somebody else",
  terminating: "being deleted since",
  rotated: "the key was rotated outside",
  disabled: "the key was disabled outside",
  enabled: "the key was enabled again outside",
  relabeled: "the owner label names another stack",
  unfinished: "its create did not come to an end",
  unready: "it was not ready in time",
} as const;

/** A kind of change by others. */
export type ExternalChange = keyof typeof externalChanges;

/** The changes that an `externalChange` names. */
export const externalChangesIn = (text: unknown): ExternalChange[] =>
  (Object.keys(externalChanges) as ExternalChange[]).filter(
    (name) => typeof text === "string" && text.includes(externalChanges[name]),
  );

const phrases = new RegExp(`(${Object.values(externalChanges).join("|")})`);

/** Maps the parts of a text that are not our phrases: other text may contain a secret. */
export const mapForeignText = (text: string, change: (foreign: string) => string): string =>
  text
    .split(phrases)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
