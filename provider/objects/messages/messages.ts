import type { ObjectMeta } from "../../api/client.js";
import { shownName } from "../../api/output/escape.js";
import { fieldManager } from "../../api/transport/requests.js";
import { message } from "../../messages/message.js";
import { createMessages, updateMessages } from "../../messages/writes.js";
import type { OperationContext, Owner, Problem } from "../operation.js";
import { externalChanges } from "../state/externalChange.js";
import { byWhom, type Writer } from "../state/fieldManagers.js";
import { formatPath, type Path } from "../values.js";
import type { MergeConflict } from "../wire/merge.js";
import { kubectlDelete, pulumiImport } from "./shellCommands.js";

/** The message of a failure. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A problem as one sentence that begins with the property. */
export const sentenceOf = ({ property, reason }: Problem): string =>
  property === "" ? reason : `property "${property}" ${reason}`;

/** An object as messages name it: `SpaceTemplate "dev"`. */
export const objectLabel = (kind: string, id: string): string => `${kind} "${id}"`;

/** Error for a create whose name an object has. */
export function nameInUse(
  { owner, config }: Pick<OperationContext, "owner" | "config">,
  { kind, plural }: { readonly kind: string; readonly plural: string },
  id: string,
  what: "foreign" | "otherStack" | "leftBehind" | "usedAlready",
): string {
  const commands = { import: toImport(owner, id), delete: kubectlDelete(config, { plural, name: id }) };
  return message(createMessages[what], { label: objectLabel(kind, id), ...commands });
}

/** Error for properties that the platform does not know, each with what to use in its place. */
export function unknownHere(
  action: string,
  unknown: readonly (readonly [property: string, instead: string])[],
): string {
  const properties = listed([...new Set(unknown.map(([property]) => `property "${property}"`))]);
  const remedies = new Set(unknown.map(([, instead]) => instead).filter(Boolean));
  const { text, remedy } = updateMessages.unknownHere;
  return message(
    { text: `${text} {remedy}`, cause: "" },
    { action, properties, remedy: [...remedies].join(" ") || remedy },
  );
}

/** Error for an object that the platform stored with more access than declared. */
export const restrictionsLost = (action: string, lost: readonly string[]): string =>
  message(updateMessages.restrictionsLost, { action, properties: listed(lost.map((each) => `property "${each}"`)) });

function toImport({ type, name }: Owner, id: string): string {
  if (type === "") return message(createMessages.importWithPlugin);
  return `run: ${pulumiImport(type, name || "<name of the resource>", id)}`;
}

/** Error for another object with the name of ours. */
export const anotherObject = (action: string, label: string, ours: unknown, theirs: unknown): string =>
  message(updateMessages.anotherObject, { action, label, ours: String(ours), theirs: String(theirs) });

// The others are shown after these are corrected.
const mostShown = 10;

// gRPC sends errors in headers, with up to nine bytes per character. Many libraries limit these.
const longestList = 4000;

/** The first entries of a list as one text. */
export function listed(all: readonly string[], leftOut = 0): string {
  let left = longestList;
  const shown = all.slice(0, mostShown).filter(({ length }, index) => {
    left -= length;
    // The first is always shown: its length is bounded.
    return index === 0 || left >= 0;
  });
  const more = all.length - shown.length + leftOut;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** Error for fields that the platform rejects, one in each reason. */
export function refused(action: string, reasons: readonly string[], leftOut: number, isOurs: boolean): string {
  const entry = updateMessages[isOurs ? "refused" : "refusedUndeclared"];
  return message(entry, { action, reasons: listed(reasons, leftOut) });
}

/** Error for an update of an object that is being deleted. */
export const beingDeleted = (label: string, metadata: ObjectMeta): string =>
  message(updateMessages.beingDeleted, { label, ending: ending(metadata) });

/** When the deletion of an object began, and its finalizers. */
export function ending(metadata: ObjectMeta): string {
  const holders = finalizersOf(metadata);
  const since = shownName(String(metadata.deletionTimestamp));
  return `${externalChanges.terminating} ${since}${holders && `, waiting for ${holders}`}`;
}

/** The finalizers of an object as one text, empty if there are none. */
export const finalizersOf = ({ finalizers }: ObjectMeta): string =>
  (Array.isArray(finalizers) ? finalizers : []).map(shownName).join(", ");

/** A field that somebody else changed; `shown` masks what is secret. */
interface ShownChange {
  /** Where the program sets it. */
  readonly property: Path;
  readonly theirs: unknown;
  readonly writer: Writer | undefined;
  readonly shown: (value: unknown) => string;
}

/** A field that the program and somebody else changed. */
export interface ShownConflict extends MergeConflict, ShownChange {}

/** What to do about fields that both the program and somebody else changed. */
export function conflicting(label: string, conflicts: readonly ShownConflict[]): string {
  const fields = conflicts.map(({ property, recorded, theirs, ours, writer, shown }) =>
    message(updateMessages.changedField, {
      field: formatPath(property),
      writer: writerOf(writer),
      recorded: shown(recorded),
      theirs: shown(theirs),
      ours: shown(ours),
    }),
  );
  return message(updateMessages.conflicts, { label, fields: listed(fields) });
}

/** Warning of an object that allows more than the program declares. */
export function widened(label: string, changes: readonly ShownChange[]): string {
  const fields = changes.map(
    ({ property, theirs, writer, shown }) =>
      `${formatPath(property)} was changed ${writerOf(writer)} to ${shown(theirs)}`,
  );
  return message(updateMessages.widened, { label, fields: listed(fields) });
}

function writerOf(writer: Writer | undefined): string {
  if (!writer) return "by somebody else";
  return byWhom(writer) + (writer.manager === fieldManager ? ` (${message(updateMessages.ourselves)})` : "");
}
