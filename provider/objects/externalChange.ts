/**
 * How the output `externalChange` names what somebody else did. State holds these words, so a change of them lets old states go:
 * what was recorded before would not be recognised any more.
 */
export const externalChanges = {
  recreated: "deleted and created again by somebody else",
  readded: "removed and added again by somebody else",
  terminating: "being deleted since",
  rotated: "the key was rotated outside",
  disabled: "the key was disabled outside",
  enabled: "the key was enabled again outside",
  relabelled: "the owner label names another stack",
  createUnfinished: "its create did not come to an end",
  importUnfinished: "its import did not come to an end",
} as const;

/** One thing that somebody else did. */
export type ExternalChange = keyof typeof externalChanges;

const names = Object.keys(externalChanges) as ExternalChange[];

const phrases = new RegExp(`(${Object.values(externalChanges).join("|")})`);

/** The words with something else in place of what stands between ours: what others wrote may hold a secret. */
export const withForeignWords = (words: string, change: (foreign: string) => string): string =>
  words
    .split(phrases)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");

/** What an `externalChange` tells of. */
export function externalChangesIn(words: unknown): ExternalChange[] {
  return typeof words === "string" ? names.filter((name) => words.includes(externalChanges[name])) : [];
}
