import { changeMessages } from "../../messages/changes.js";

/** The phrases of the output `externalChange`. States hold them, so a phrase must not change. */
export const externalChanges = {
  recreated: changeMessages.recreated.text,
  readded: changeMessages.readded.text,
  terminating: changeMessages.terminating.text,
  rotated: changeMessages.rotated.text,
  disabled: changeMessages.disabled.text,
  enabled: changeMessages.enabled.text,
  relabelled: changeMessages.relabelled.text,
  unfinished: changeMessages.unfinished.text,
} as const;

/** One thing that somebody else did. */
export type ExternalChange = keyof typeof externalChanges;

/** The changes that an `externalChange` names. */
export const externalChangesIn = (text: unknown): ExternalChange[] =>
  (Object.keys(externalChanges) as ExternalChange[]).filter(
    (name) => typeof text === "string" && text.includes(externalChanges[name]),
  );

const phrases = new RegExp(`(${Object.values(externalChanges).join("|")})`);

/** The text with `change` applied to all but our phrases: the text of others may hold a secret. */
export const withForeignWords = (text: string, change: (foreign: string) => string): string =>
  text
    .split(phrases)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
