import type { ApiObject } from "../../provider/api/client";
import { isDenied, isUnknownEndpoint } from "../../provider/api/errors/errors";
import { quoted } from "../../provider/api/output/escape";
import { secretPaths } from "../../provider/engine/engine";
import type { Session } from "../../provider/engine/session";
import { findObject } from "../../provider/objects/lifecycle/liveObject";
import { assertPinnedPlatform } from "../../provider/objects/lifecycle/samePlatform";
import { type OperationContext, ResourceError } from "../../provider/objects/operation";
import { isFromThisStack, ownerSelector } from "../../provider/objects/ownership";
import type { Principal } from "../../provider/objects/principals";
import { hasPassed } from "../../provider/resources/ownedAccessKey/accessKeyExpiry";
import { deleteSpent } from "../../provider/resources/ownedAccessKey/replacedKeys";
import {
  type Collection,
  collections,
  distinct,
  isNotOffered,
  objectsIn,
  type Place,
  placesOf,
  unseenIn,
} from "../listing";
import { readContext } from "../readContext";
import type { KnownObjects, StackName } from "./knownObjects";
import { isKept, type Orphan, orphanOf, reportedFields } from "./orphan";
import type { Holders } from "./states";

/** Objects that are in no given state. */
export interface Found {
  readonly orphans: readonly Orphan[];
  /** Keys that `replacedKey` keeps until their end. */
  readonly kept: readonly Orphan[];
  /** Replaced keys that have expired, which this search deleted. */
  readonly deleted: readonly Orphan[];
  /** Objects in the state of another stack of the project. */
  readonly held: readonly HeldObject[];
  /** What the search could not see, as a sentence; null if it saw everything. */
  readonly unseen: string | null;
}

/** An object with the owner label of one stack, in the state of another. */
export interface HeldObject extends Pick<Orphan, "kind" | "name" | "uid" | "project" | "stack"> {
  readonly heldBy: string;
}

type Notify = (note: string) => void;

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
  /** Users and teams whose keys are searched beside those of the states' keys. */
  readonly principals: readonly Principal[];
  readonly notify: Notify;
  /** Receives the progress. */
  readonly show: Notify;
  /** Finds objects in the states of other stacks. */
  readonly heldBy: (uids: readonly string[]) => Promise<Holders>;
}

/** Searches objects with the owner labels of these stacks. Returns those that no state holds. */
export async function findOrphans(
  session: Session,
  known: KnownObjects,
  { principals, notify, show, heldBy }: FindOptions,
): Promise<Found> {
  const unknown = new Map<string, Orphan>();
  const asked = distinct([...known.principals, ...principals]);
  let seen = 0;
  let expected = 0;
  let unseen: string | undefined;
  for (const collection of collections) {
    const whose = { principals: asked, withOwn: known.hasKind(collection.type) };
    const places = await placesOf(collection, readContext(session, { notify }), whose);
    const searched = new Set<Place>();
    for (const [place, stack] of pairs(places, known.stacks)) {
      show(`Looking for ${collection.plural} of ${stack.project}/${stack.stack} …`);
      const search = { session, stack, known, notify, isUsed: known.hasKind };
      const found = await orphansIn(search, collection, place);
      if (!found) continue;
      searched.add(place);
      for (const orphan of found.orphans) unknown.set(orphan.uid, orphan);
      seen += found.seen;
    }
    if (searched.size > 0) expected += known.countOf(collection.type);
    unseen ??= unseenIn(places, [...searched]);
  }
  if (seen === 0 && expected > 0) notify(nothingLabeled);
  const holders = await heldBy([...unknown.keys()]);
  const left = [...unknown.values()].filter(({ uid }) => !holders.byUid.has(uid));
  // Another client can mark a key that a state has.
  const isUnheld = (orphan: Orphan) => holders.isComplete && known.hasStateOf(orphan);
  const deleted = await deleteSpentOrphans(session, left.filter(isUnheld), notify);
  const kept = left.filter((each) => isKept(each) && !deleted.includes(each));
  const held = heldObjects([...unknown.values()], holders);
  return { orphans: left.filter((each) => !isKept(each)), kept, deleted, held, unseen: unseen ?? null };
}

const pairs = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one) => others.map((other): [A, B] => [one, other]));

/** Deletes replaced keys that have expired. Each is read again, since it may have changed. */
async function deleteSpentOrphans(session: Session, orphans: readonly Orphan[], notify: Notify): Promise<Orphan[]> {
  const deleted: Orphan[] = [];
  for (const orphan of orphans.filter(({ replaced, expiresAt }) => replaced && hasPassed(expiresAt, new Date()))) {
    const { project, stack } = orphan;
    const context = readContext(session, { notify, owner: { project, stack, type: "", name: "" } });
    const { plural = "" } = collections.find(({ type }) => type === orphan.kind) ?? {};
    const live = await findObject(context, [plural, orphan.name]);
    if (live?.metadata.uid === orphan.uid && (await deleteSpent(context, plural, [live])).length > 0)
      deleted.push(orphan);
  }
  return deleted;
}

/** The objects that a stack holds, with its name. */
export const heldObjects = (orphans: readonly Orphan[], holders: Holders): HeldObject[] =>
  orphans.flatMap(({ kind, name, uid, project, stack }) => {
    const heldBy = holders.byUid.get(uid);
    return heldBy === undefined ? [] : [{ kind, name, uid, project, stack, heldBy }];
  });

/** Orphans at one place. */
export interface PlaceFindings {
  readonly orphans: readonly Orphan[];
  /** Number of all objects with the stack's label. */
  readonly seen: number;
}

/** Finds orphans of a kind and stack at one place; undefined if the platform has no such place. */
export async function orphansIn(
  search: Search,
  collection: Collection,
  place: Place,
): Promise<PlaceFindings | undefined> {
  const { session, stack, known, notify } = search;
  const owner = { ...stack, type: "", name: "" };
  const context = readContext(session, { notify, owner, secretPaths: secretPaths(collection), resource: collection });
  const found = await labeled(search, collection, { place, context });
  for (const object of found ?? []) {
    const unfit = whyUnfit(object);
    if (unfit) throw new ResourceError(unfitList(collection, object, unfit));
  }
  const unknown = found?.filter((object) => !known.has(stack, collection.type, object));
  const orphans = unknown?.map((object) => orphanOf({ ...search, ...collection }, object));
  return orphans && { orphans, seen: found?.length ?? 0 };
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

/** The objects with the stack's label; undefined if the platform does not offer the place. */
async function labeled(
  { isUsed, notify }: Search,
  collection: Collection,
  { place, context }: { readonly place: Place; readonly context: OperationContext },
): Promise<ApiObject[] | undefined> {
  await assertPinnedPlatform(context);
  // A list that begins again may show a newer version.
  const found = new Map<unknown, ApiObject>();
  const query = { labelSelector: ownerSelector(context), metadataOnly: isMetadataEnough(collection) };
  try {
    for await (const object of objectsIn(place, collection, context, query)) {
      // A proxy may drop the selector. Without a list, the keys of others come, too.
      if (isFromThisStack(object, context)) found.set(object.metadata.uid, object);
    }
    return [...found.values()];
  } catch (error) {
    if (isNotOffered(error, place)) return undefined;
    // A kind that may not be listed may have objects.
    if (!isUnknownEndpoint(error) || isDenied(error) || isUsed(collection.type)) throw error;
    notify(`this platform does not list ${collection.plural}, so a ${collection.type} was not looked for.`);
    return [];
  }
}

/** Whether the report needs only the metadata of a kind. */
const isMetadataEnough = ({ inputs }: Collection): boolean =>
  !reportedFields.some((field) => Object.hasOwn(inputs.shape, field));
