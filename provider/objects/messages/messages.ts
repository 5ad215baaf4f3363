import type { ObjectMeta } from "../../api/client.js";
import { quoted, shownName } from "../../api/output/escape.js";
import { fieldManager } from "../../api/transport/requests.js";
import { npmName, settingKey } from "../../identity.js";
import type { Owner, Problem } from "../operation.js";
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

const unseenAndUsed =
  "this state did not see the end of its create, but it has been used since, so somebody holds what the create answered.";

/** What a create may find under its name, and how to go on. */
const found = {
  foreign: ["an object of this name exists already and was not made by this resource.", "To manage it,"],
  leftBehind: [
    "this stack made an object of this name before, or another stack that has or had its names. Does any stack's state hold it? " +
      "Another resource of this stack may manage it (a renamed one needs the aliases option, a forced replacement deleteBeforeReplace), " +
      `or another stack, after pulumi stack rename or pulumi state move: then choose another name. ${npmName} orphans looks for that stack.`,
    "Only if no state holds it, since a create was interrupted: to keep it,",
  ],
  inUse: [
    `${unseenAndUsed} Where the state is an old one, bring back the newer one. Otherwise run pulumi refresh, which forgets the object.`,
    "Then to keep it,",
  ],
} as const;

/** Error for a create whose name an object has. */
export function nameInUse(
  { owner, client }: { readonly owner: Owner; readonly client: { readonly apiVersion: string } },
  { kind, plural }: { readonly kind: string; readonly plural: string },
  id: string,
  what: keyof typeof found,
): string {
  const [words, remedy] = found[what];
  const others =
    what === "foreign"
      ? ". Or choose another name."
      : `; to make a new one, delete it: ${kubectlDelete(plural, client.apiVersion, id)}`;
  return `Cannot create ${objectLabel(kind, id)}: ${words} ${twoResources} ${remedy} ${toImport(owner, id)}${others}`;
}

/** Warning of a delete that keeps the object. */
export const stays = (label: string, holder: string): string =>
  `${label} stays: the resource ${quoted(holder)} of the program also has it. Only this resource leaves the state.`;

/** Warning about an object whose key was in a lost response only. */
export const createdAgain = (label: string): string =>
  `${label}: the answer to its create was lost, and the platform does not show again what it said. The object is deleted and created again.`;

/** Warning of a preview without the dry run that vcluster-platform:serverSideDryRun asks for. */
export const notRehearsed = (problem: string): string =>
  `The preview was not checked by the platform, though ${settingKey("serverSideDryRun")} is set: ${problem} What it refuses shows when the change is applied.`;

/** The consequence of an import while another resource has the object. */
const twoResources =
  "If another resource in the state has the object, first take that one out of the state: pulumi state delete <its URN>. " +
  "Otherwise the object has two resources, and removing one of them can delete the object of the other.";

/** Warning of an import of an object that this stack created. */
export const madeByThisStack = (label: string): string => `${label} was made by this stack. ${twoResources}`;

function toImport({ type, name }: Owner, id: string): string {
  if (type === "") return "import it with the plugin (dynamic resources cannot be imported)";
  return `run: ${pulumiImport(type, name || "<name of the resource>", id)}`;
}

/** Warning about an unfinished create whose name another object has. */
export const notOurs = (label: string): string =>
  `${label} was not made by this resource: its create did not come to an end, and somebody else has the name. It is left alone.`;

/** Warning about the object of an unfinished create that has been used since. */
export const inUse = (label: string): string =>
  `${label} is left alone: ${unseenAndUsed} Perhaps the state is an old one.`;

/** Warning of an import: lists are written whole, so an update would remove their unknown fields. */
export function unknownInLists(label: string, paths: readonly Path[]): string {
  const names = paths.map(formatPath).join(", ");
  return `${label} has fields in lists that this provider does not know: ${names}. A change of such a list by the program removes them.`;
}

/** Error for a lookup of an absent object. */
export const noSuchObject = (label: string): string =>
  `There is no ${label} on this platform, or the access key may not see it. Check the name and ${settingKey("baseUrl")}.`;

/** Error for an update of an absent object. */
export const notOnThisPlatform = (label: string): string =>
  `Cannot update ${label}: it is not on this platform. If it was deleted, run pulumi refresh, and the next pulumi up ` +
  `creates it again. If this is another platform than before, check ${settingKey("baseUrl")}.`;

/** Warning of a read that found nothing. */
export const deletedOutside = (label: string): string =>
  `${label} is not on the platform any more: somebody deleted it. The next pulumi up creates it again.`;

/** Warning of a delete that found nothing. */
export const nothingDeleted = (label: string, baseUrl: string): string =>
  `${label} is not on the platform at ${baseUrl}; nothing was deleted there. If it is on another platform, it is still there.`;

/** Error for a read, update or delete of an object of another platform. */
export const onAnotherPlatform = (action: string, label: string, baseUrl: string): string =>
  `Cannot ${action} ${label}: it was made on another platform than the one at ${baseUrl}. Correct ${settingKey("baseUrl")}. ` +
  `If that platform is gone, or this is the same one, the object is lost: pulumi state delete <URN of the resource>.`;

/** Error for another object with the name of ours. */
export const anotherObject = (action: string, label: string, ours: unknown, theirs: unknown): string =>
  `Cannot ${action} ${label}: it was deleted and created again by somebody else (uid ${theirs}, ours was ${ours}). ` +
  `Run pulumi refresh to take over the new object. If this is another platform than before, check ${settingKey("baseUrl")} instead.`;

/** Error for an update whose response is another object. */
export const answeredAnother = (label: string, ours: unknown, theirs: unknown): string =>
  `Cannot tell whether ${label} was updated: the platform answered another object (uid ${theirs}, ours is ${ours}). ` +
  `Run pulumi refresh, and look at what stands between here and the platform.`;

/** Error for an update of an object without resourceVersion. */
export const withoutVersion = (label: string): string =>
  `Cannot update ${label}: the platform does not tell its resourceVersion, so the write could undo what others write meanwhile. ` +
  `Check that ${settingKey("baseUrl")} leads to the platform itself.`;

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

/** Error for fields that the platform refuses, one in each reason. `leftOut` counts further reasons. */
export function refused(action: string, reasons: readonly string[], leftOut: number, isOurs: boolean): string {
  const remedy = isOurs
    ? "Correct it in the program and try again."
    : "The program does not set that: correct it on the platform, for example with kubectl edit, and try again.";
  return `Cannot ${action}: the platform refuses ${listed(reasons, leftOut)}. ${remedy}`;
}

/** Error for properties that the platform does not know, each with what to use in its place. */
export function unknownHere(
  action: string,
  unknown: readonly (readonly [property: string, instead: string])[],
): string {
  const names = listed([...new Set(unknown.map(([property]) => `property "${property}"`))], 0);
  const remedies = new Set(unknown.map(([, instead]) => instead).filter(Boolean));
  const remedy = [...remedies].join(" ") || "Take it out of the program, or correct its name.";
  return `Cannot ${action}: the platform does not know ${names} and would not store it, so nothing was written. ${remedy}`;
}

/** Error for an object that the platform stored with more access than declared. */
export function restrictionsLost(action: string, properties: readonly string[]): string {
  const names = listed(
    properties.map((property) => `property "${property}"`),
    0,
  );
  return `Cannot ${action}: the platform did not store ${names} as declared, so it has more access. Declare other restrictions, which this platform knows.`;
}

/** Error for an object that others change faster than it can be read and written. */
export const alwaysChanging = (label: string, attempts: number): string =>
  `Cannot update ${label}: others changed it between each of ${attempts} reads and the write that followed. ` +
  `Try again when it is quieter, or find out who writes it: kubectl get --show-managed-fields.`;

/** Error for an update of an object that is being deleted. */
export const beingDeleted = (label: string, metadata: ObjectMeta): string =>
  `Cannot update ${label}: it is ${ending(metadata)}. ` +
  `Wait until it is gone, run pulumi refresh, and the next pulumi up creates it again.`;

/** When the deletion of an object began, and its finalizers. */
export function ending(metadata: ObjectMeta): string {
  const holders = finalizersOf(metadata);
  const since = shownName(String(metadata.deletionTimestamp));
  return `${externalChanges.terminating} ${since}${holders && `, waiting for ${holders}`}`;
}

/** The finalizers of an object as one text, empty if there are none. */
export const finalizersOf = ({ finalizers }: ObjectMeta): string =>
  (Array.isArray(finalizers) ? finalizers : []).map(shownName).join(", ");

/** Warning of a PUT that takes a hidden, undeclared secret from the state. */
export const writtenFromState = (label: string, property: Path): string =>
  `${label}: the whole object was written, with the value of ${formatPath(property)} that state knows, since the server does not show it. ` +
  `If somebody changed it meanwhile, it is the old one again.`;

/** Error for a deletion that exceeded the timeout. */
export const stillThere = (label: string, waiting: string): string =>
  `Cannot delete ${label} in time: it is still being deleted: ${waiting}. The deletion goes on at the platform; run the same command again, ` +
  `or give it more time with customTimeouts.`;

/** Error for a create that waited too long for the deletion of an object of the same name. */
export const stillInTheWay = (label: string, waiting: string): string =>
  `Cannot create ${label} in time: an object of this name is still being deleted: ${waiting}. Nothing was created. Run the same command ` +
  `again when it is gone, choose another name, or give it more time with customTimeouts.`;

/** Error for a cancelled wait for a deletion. */
export const waitCancelled = (label: string, waiting: string): string =>
  `The wait for the end of ${label} was canceled: ${waiting}. The deletion goes on at the platform; run the same command again.`;

/** A field that the program and somebody else changed; `show` masks what is secret. */
export interface ShownConflict extends MergeConflict {
  /** Where the program sets it. */
  readonly property: Path;
  readonly writer: Writer | undefined;
  readonly shown: (value: unknown) => string;
}

/** What to do about fields that both the program and somebody else changed. */
export function conflicting(label: string, conflicts: readonly ShownConflict[]): string {
  const fields = conflicts.map(({ property, recorded, theirs, ours, writer, shown }) => {
    return `${formatPath(property)} was changed ${writer ? writerOf(writer) : "by somebody else"} from ${shown(recorded)} to ${shown(theirs)}, while the program asks for ${shown(ours)}`;
  });
  return `Cannot update ${label}: ${listed(fields)}. Run pulumi refresh to take their value as the new base; the next pulumi up then writes the program's. Or set conflictPolicy to overwrite, for the resource or as ${settingKey("conflictPolicy")}.`;
}

const writerOf = (writer: Writer): string =>
  byWhom(writer) + (writer.manager === fieldManager ? ` (${ourselves})` : "");

const ourselves =
  "that is this provider: perhaps an update of this resource whose answer was lost, or another program that manages the object too";
