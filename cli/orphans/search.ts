import {
  type ApiObject,
  assertPinnedPlatform,
  type Context,
  isDenied,
  isFromThisStack,
  isUnknownEndpoint,
  ownerSelector,
  quoted,
  ResourceError,
  type Session,
  secretPaths,
} from "../../provider/cliFacade";
import { type Collection, isNotOffered, objectsIn, type Place } from "../listing";
import { readContext } from "../readContext";
import type { Notify } from "../words";
import type { KnownObjects, StackName } from "./knownObjects";
import { type Orphan, orphanOf, reportedFields } from "./orphan";
import type { Holders } from "./states";

/** An object with the owner label of one stack, in the state of another. */
export interface HeldObject extends Pick<Orphan, "kind" | "name" | "uid" | "platform" | "project" | "stack"> {
  readonly heldBy: string;
}

/** A search for the objects of a stack. */
export interface Search {
  readonly session: Session;
  readonly stack: StackName;
  readonly known: KnownObjects;
  /** Whether a state has objects of a kind on this platform; then a 404 of its list is an error. */
  readonly isUsed: (kind: string) => boolean;
  /** URNs of the platform's providers, for the import commands. */
  readonly providers?: readonly string[];
  readonly notify: Notify;
}

/** The objects that a stack holds, with its name. */
export const heldObjects = (orphans: readonly Orphan[], holders: Holders): HeldObject[] =>
  orphans.flatMap(({ kind, name, uid, platform, project, stack }) => {
    const heldBy = holders.byUid.get(uid);
    return heldBy === undefined ? [] : [{ kind, name, uid, platform, project, stack, heldBy }];
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
  { place, context }: { readonly place: Place; readonly context: Context },
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
