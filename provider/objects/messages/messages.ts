import type { ObjectMeta } from "../../api/client.js";
import { shownName } from "../../api/output/redaction.js";
import { fieldManager } from "../../api/transport/requests.js";
import { npmName } from "../../packageNames.js";
import { settingKey } from "../../settingNames.js";
import type { Owner, Problem } from "../operation.js";
import type { StoredOperation } from "../resource.js";
import { type Writer, writerText } from "../state/fieldManagers.js";
import { formatPath, type Path } from "../values.js";
import type { MergeConflict } from "../wire/merge.js";
import type { WireForm } from "../wire/objectShape.js";
import { kubectlDelete, pulumiImport } from "./shellCommands.js";

/** The message of a failure. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A problem as one sentence that begins with the property. */
export const sentenceOf = ({ property, reason }: Problem): string =>
  property === "" ? reason : `property "${property}" ${reason}`;

/** An object as messages name it: `SpaceTemplate "dev"`. */
export const objectLabel = (type: string, id: string): string => `${type} "${id}"`;

/** The object of an operation, as messages name it. */
export const labelOf = ({ resource, id }: { readonly resource: { readonly type: string }; readonly id: string }) =>
  objectLabel(resource.type, id);

/** Error for a create whose name is in use. */
export function nameInUse(
  operation: Pick<StoredOperation, "owner" | "config" | "id" | "place"> & Pick<WireForm, "resource">,
  situation: keyof typeof inUse,
): string {
  const { owner, config, resource, id, place } = operation;
  const importIt = toImport(owner, id);
  const keepOrDelete = `to keep it, ${importIt}; to make a new one, delete it: ${kubectlDelete({ plural: resource.plural, ...place }, config)}`;
  return `Cannot create ${labelOf(operation)}: ${inUse[situation]({ importIt, keepOrDelete })}`;
}

/** The step before an import while another resource has the object. */
export const twoResources =
  "If another resource in the state has the object, first take that one out of the state: pulumi state delete " +
  "<its URN>. Otherwise the object has two resources, and removing one of them can delete the object of the other.";

const ifReplaced = "If the resource is being replaced, the object is its own: set deleteBeforeReplace.";
const ifInterrupted = "Only if no state holds the object, because a create was interrupted:";

/** What to do with the object whose name is in use, as commands. */
type NextSteps = Readonly<Record<"importIt" | "keepOrDelete", string>>;

/** The maker of the object whose name is in use, and the remedy. */
const inUse = {
  foreign: ({ importIt }: NextSteps) =>
    "an object of this name exists already and was not made by this resource. If the resource was imported and is " +
    `being replaced, set deleteBeforeReplace. ${twoResources} To manage it, ${importIt}. Or choose another name.`,
  otherStack: ({ keepOrDelete }: NextSteps) =>
    "another stack made an object of this name, or this stack did before it was renamed. " +
    `${ifReplaced} If another stack has the object, choose another name. ${twoResources} ${ifInterrupted} ${keepOrDelete}`,
  leftBehind: ({ keepOrDelete }: NextSteps) =>
    "this stack made an object of this name before, or another stack that has or had the same project and stack " +
    `name. If the resource was renamed, add the aliases option. ${ifReplaced} If another stack has the object, after ` +
    `pulumi stack rename or pulumi state move, choose another name; ${npmName} orphans looks for that stack. ` +
    `${twoResources} ${ifInterrupted} ${keepOrDelete}`,
  usedAlready: ({ keepOrDelete }: NextSteps) =>
    "an interrupted create of this stack made an object of this name, and it has been used since. If the state was " +
    "restored, bring back the newer one. Otherwise run pulumi refresh, which forgets the object. " +
    `${twoResources} Then ${keepOrDelete}`,
};

/** Error for properties that the platform does not know, each with its replacement or "". */
export function unknownPropertiesMessage(
  action: string,
  properties: readonly (readonly [name: string, instead: string])[],
): string {
  const names = listed([...new Set(properties.map(([name]) => `property "${name}"`))]);
  const remedies = new Set(properties.map(([, instead]) => instead).filter(Boolean));
  const remedy = [...remedies].join(" ") || "Take it out of the program, or correct its name.";
  return `Cannot ${action}: the platform does not know ${names} and would not store it, so nothing was written. ${remedy}`;
}

/** Error for an object that the platform stored with more access than declared. */
export const restrictionsLost = (action: string, lost: readonly string[]): string =>
  `Cannot ${action}: the platform did not store ${listed(lost.map((each) => `property "${each}"`))} as ` +
  "declared, so it has more access. Declare other restrictions, which this platform knows.";

function toImport({ type, name }: Owner, id: string): string {
  if (type === "") return "import it with the plugin (dynamic resources cannot be imported)";
  return `run: ${pulumiImport(type, name || "<name of the resource>", id)}`;
}

/** Error for another object with the name of ours, by the uids of both. */
export const anotherObject = (
  action: string,
  label: string,
  { ours, theirs }: Readonly<Record<"ours" | "theirs", unknown>>,
): string =>
  `Cannot ${action} ${label}: it was deleted and created again by somebody else (uid ${theirs}, ours ` +
  `was ${ours}). Run pulumi refresh to take over the new object. If this is another platform than ` +
  `before, check ${settingKey("baseUrl")} instead.`;

// The user sees the others after correcting these.
const maxShown = 10;

// gRPC sends errors in headers, with up to nine bytes per character. Many libraries limit headers.
const maxListLength = 4000;

/** The first entries of a list as one text. `omitted` counts further entries that `all` lacks. */
function listed(all: readonly string[], omitted = 0): string {
  let charactersLeft = maxListLength;
  const shown = all.slice(0, maxShown).filter(({ length }, index) => {
    charactersLeft -= length;
    // The first is always shown: its length is bounded.
    return index === 0 || charactersLeft >= 0;
  });
  const more = all.length - shown.length + omitted;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** Error for rejected fields, with a reason for each. `isOurs`: the program may set one of them. */
export function refused(action: string, reasons: readonly string[], omitted: number, isOurs: boolean): string {
  const remedy = isOurs
    ? "Correct it in the program and try again."
    : "The program does not set that: correct it on the platform, for example with kubectl edit, and try again.";
  return `Cannot ${action}: the platform refuses ${listed(reasons, omitted)}. ${remedy}`;
}

/** Error for an object that is being deleted. `termination` begins with "being deleted since". */
export const beingDeleted = (action: string, label: string, termination: string): string =>
  `Cannot ${action} ${label}: it is ${termination}. Wait until it is gone, run pulumi refresh, and the next pulumi up ` +
  "creates it again.";

/** Error for an object that is not there. */
export const objectMissing = (action: string, label: string): string =>
  `Cannot ${action} ${label}: it is not on this platform. If it was deleted, run pulumi refresh, and the next pulumi up ` +
  `creates it again. If this is another platform than before, check ${settingKey("baseUrl")}.`;

/** Error for an update of an object without a resourceVersion. */
export const withoutVersion = (label: string): string =>
  `Cannot update ${label}: the platform does not tell its resourceVersion, so the write could undo what others ` +
  `write meanwhile. Check that ${settingKey("baseUrl")} leads to the platform itself.`;

/** Error for a lookup of an object that is not there. */
export const noSuchObject = (label: string): string =>
  `There is no ${label} on this platform, or the access key may not see it. ` +
  `Check the name and ${settingKey("baseUrl")}.`;

/** The finalizers of an object as one text, empty if there are none. */
export const finalizersOf = ({ finalizers }: ObjectMeta): string =>
  (Array.isArray(finalizers) ? finalizers : []).map(shownName).join(", ");

/** A field that somebody else changed; `show` masks secrets. */
interface ShownChange {
  /** The property path of the field. */
  readonly property: Path;
  readonly theirs: unknown;
  readonly writer: Writer | undefined;
  readonly show: (value: unknown) => string;
}

/** A field that the program and somebody else changed. */
interface ShownConflict extends MergeConflict, ShownChange {}

/** Error for fields that both the program and somebody else changed. */
export function conflicting(label: string, conflicts: readonly ShownConflict[]): string {
  const fields = conflicts.map(
    ({ property, recorded, theirs, ours, writer, show }) =>
      `${formatPath(property)} was changed ${byWriter(writer)} from ${show(recorded)} to ${show(theirs)}, ` +
      `while the program has ${show(ours)}`,
  );
  return (
    `Cannot update ${label}: ${listed(fields)}. Run pulumi refresh to take their value as the new base; ` +
    "the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource " +
    `or as ${settingKey("conflictPolicy")}.`
  );
}

/** Warning of an object that allows more than the program declares. */
export function widened(label: string, changes: readonly ShownChange[]): string {
  const fields = changes.map(
    ({ property, theirs, writer, show }) =>
      `${formatPath(property)} was changed ${byWriter(writer)} to ${show(theirs)}`,
  );
  return `${label} allows more than the program declares: ${listed(fields)}. pulumi up reverts that.`;
}

function byWriter(writer: Writer | undefined): string {
  if (!writer) return "by somebody else";
  return (
    writerText(writer) +
    (writer.manager === fieldManager
      ? " (that is this provider: perhaps an update of this resource whose response was lost, or another program that manages the object too)"
      : "")
  );
}
