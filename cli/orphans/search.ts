import type { ApiObject } from "../../provider/api/client";
import { isDenied, isUnknownEndpoint } from "../../provider/api/errors/errors";
import { quoted } from "../../provider/api/output/escape";
import type { Session } from "../../provider/engine/session";
import { findObject } from "../../provider/objects/lifecycle/liveObject";
import { ResourceError } from "../../provider/objects/operation";
import { isFromThisStack, ownerSelector } from "../../provider/objects/ownership";
import { hasPassed } from "../../provider/resources/ownedAccessKey/accessKeyExpiry";
import { deleteSpent } from "../../provider/resources/ownedAccessKey/replacedKeys";
import { resources } from "../../provider/resources/registry";
import { readContext } from "../readContext";
import type { KnownObjects, StackName } from "./knownObjects";
import { isKept, type Orphan, orphanOf, reportedFields } from "./orphan";
import type { Holders } from "./states";

/** Objects that are in no given state. */
export interface Found {
  readonly orphans: readonly Orphan[];
  /** Keys that `replacedKey` keeps: disabled ones, and those that have an end. */
  readonly kept: readonly Orphan[];
  /** Replaced keys that have expired, which this search deleted. */
  readonly deleted: readonly Orphan[];
  /** Objects in the state of another stack of the project. */
  readonly held: readonly HeldObject[];
}

/** An object with the owner label of one stack, in the state of another. */
export interface HeldObject extends Pick<Orphan, "kind" | "name" | "uid" | "project" | "stack"> {
  readonly heldBy: string;
}

type Notify = (note: string) => void;

/** A kind of object that carries the owner label. */
export interface Collection {
  readonly type: string;
  readonly plural: string;
  /** Whether the report needs only the metadata. */
  readonly metadataOnly: boolean;
}

/** All such kinds. */
export const collections: readonly Collection[] = resources.flatMap(({ type, plural, inputs }) =>
  plural ? [{ type, plural, metadataOnly: !reportedFields.some((field) => Object.hasOwn(inputs.shape, field)) }] : [],
);

/** A search for the objects of a stack. */
export interface Search {
  readonly session: Session;
  readonly stack: StackName;
  readonly known: KnownObjects;
  /** Whether a state has objects of a kind on this platform; then a 404 of its list is an error. */
  readonly isUsed: (kind: string) => boolean;
  readonly notify: Notify;
}

interface FindOptions {
  readonly notify: Notify;
  /** Receives the progress. */
  readonly show: Notify;
  /** Finds objects in the states of other stacks. */
  readonly heldBy: (uids: readonly string[]) => Promise<Holders>;
}

/** Lists objects by the owner labels of these stacks, and returns those that no state holds. */
export async function findOrphans(
  session: Session,
  known: KnownObjects,
  { notify, show, heldBy }: FindOptions,
): Promise<Found> {
  const unknown: Orphan[] = [];
  let seen = 0;
  for (const stack of known.stacks) {
    for (const collection of collections) {
      show(`Looking for ${collection.plural} of ${stack.project}/${stack.stack} …`);
      const found = await orphansIn({ session, stack, known, notify, isUsed: known.hasKind }, collection);
      unknown.push(...found.orphans);
      seen += found.seen;
    }
  }
  if (seen === 0 && known.count > 0) notify(nothingLabeled);
  const holders = await heldBy(unknown.map(({ uid }) => uid));
  const left = unknown.filter(({ uid }) => !holders.has(uid));
  const deleted = await deleteSpentOrphans(session, left, notify);
  const kept = left.filter((each) => isKept(each) && !deleted.includes(each));
  return { orphans: left.filter((each) => !isKept(each)), kept, deleted, held: heldObjects(unknown, holders) };
}

/** Deletes replaced keys that have expired. Each is read again, since it may have changed. */
async function deleteSpentOrphans(session: Session, orphans: readonly Orphan[], notify: Notify): Promise<Orphan[]> {
  const deleted: Orphan[] = [];
  for (const orphan of orphans.filter(({ replaced, expiresAt }) => replaced && hasPassed(expiresAt, new Date()))) {
    const { project, stack } = orphan;
    const context = readContext(session, { notify, owner: { project, stack, type: "", name: "" } });
    const { plural = "" } = collections.find(({ type }) => type === orphan.kind) ?? {};
    const live = await findObject(context, [plural, orphan.name]);
    if (live?.metadata.uid === orphan.uid && (await deleteSpent(context, plural, [live])) > 0) deleted.push(orphan);
  }
  return deleted;
}

/** The objects that a stack holds, with its name. */
export const heldObjects = (orphans: readonly Orphan[], holders: Holders): HeldObject[] =>
  orphans.flatMap(({ kind, name, uid, project, stack }) => {
    const heldBy = holders.get(uid);
    return heldBy === undefined ? [] : [{ kind, name, uid, project, stack, heldBy }];
  });

/** Finds orphans of one kind and stack; `seen` counts all objects with the stack's label. */
export async function orphansIn(
  search: Search,
  collection: Collection,
): Promise<{ readonly orphans: readonly Orphan[]; readonly seen: number }> {
  const { stack, known } = search;
  const orphans: Orphan[] = [];
  let seen = 0;
  for await (const object of labeled(search, collection)) {
    seen++;
    const unfit = whyUnfit(object);
    if (unfit) throw new ResourceError(unfitList(collection, object, unfit));
    if (!known.has(stack, collection.type, object)) orphans.push(orphanOf({ ...search, ...collection }, object));
  }
  return { orphans, seen };
}

const nothingLabeled =
  "No object carries this stack's label, not even known ones. Check --base-url, --owner-id, and whether the stack was renamed (--made-by).";

function whyUnfit({ metadata: { name, uid } }: ApiObject): string | undefined {
  if (!uid) return "without a uid, so nobody can tell whether a state holds it";
  return /^\.{0,2}$/.test(String(name)) ? "with a name that would lead a command to other objects" : undefined;
}

const unfitList = ({ type, plural }: Collection, { metadata }: ApiObject, why: string) =>
  `The list of ${plural} shows the ${type} ${quoted(String(metadata.name))} ${why}. ` +
  "Something changes the platform's answers on their way: look at the proxies before it.";

/** The selector is applied by the platform, so keys of other teams are not read. */
async function* labeled(
  { session, stack, isUsed, notify }: Search,
  { type, plural, metadataOnly }: Collection,
): AsyncGenerator<ApiObject> {
  const context = readContext(session, { notify, owner: { ...stack, type: "", name: "" } });
  try {
    const query = { labelSelector: ownerSelector(context), metadataOnly };
    for await (const object of context.client.list([plural], query, context.call)) {
      // A proxy may drop the selector.
      if (isFromThisStack(object, context)) yield object;
    }
  } catch (error) {
    // A kind that may not be listed may have objects.
    if (!isUnknownEndpoint(error) || isDenied(error) || isUsed(type)) throw error;
    notify(`this platform does not list ${plural}, so a ${type} was not looked for.`);
  }
}
