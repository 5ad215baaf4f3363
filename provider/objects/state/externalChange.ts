import type { ApiObject, ObjectMeta } from "../../api/client.js";
import { shownName } from "../../api/output/redaction.js";
import { finalizersOf } from "../messages/messages.js";
import { isFromAnotherStack, isSameObject } from "../ownership.js";
import type { StoredOperation } from "../resource.js";

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
    // The group in the expression puts the phrases at odd indexes.
    .split(phrases)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");

/** Changes by others that no declared field shows. Without a new one, the recorded text stays. */
export function externalChange(operation: StoredOperation, live: ApiObject): unknown {
  const { resource, recorded } = operation;
  const before = recorded.state;
  const { uid, deletionTimestamp } = live.metadata;
  if (deletionTimestamp) return terminationText(live.metadata);
  const own = resource.externalChange?.(live, recorded);
  // A read that finds the object still not ready sets "unready" again.
  const earlier = externalChangesIn(before.externalChange).includes("unready") ? undefined : before.externalChange;
  if (isSameObject(live, before)) return withLabelChange(own ?? earlier, isFromAnotherStack(live, operation));
  const recreated = `${externalChanges.recreated}: uid was ${before.uid}, is ${uid}`;
  return own === undefined ? recreated : `${recreated}; ${own}`;
}

/** Adds the label of another stack to externalChange. The next update then writes our label. */
function withLabelChange(change: unknown, isFromAnother: boolean): unknown {
  if (!isFromAnother || externalChangesIn(change).includes("relabeled")) return change;
  return change === undefined ? externalChanges.relabeled : `${change}; ${externalChanges.relabeled}`;
}

/** When the deletion of an object began, and its finalizers. */
export function terminationText(metadata: ObjectMeta): string {
  const finalizers = finalizersOf(metadata);
  const since = shownName(String(metadata.deletionTimestamp));
  return `${externalChanges.terminating} ${since}${finalizers && `, waiting for ${finalizers}`}`;
}
