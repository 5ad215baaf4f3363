import {
  type ApiObject,
  assertPinnedPlatform,
  engine,
  isDenied,
  isFromThisStack,
  isUnknownEndpoint,
  ownerSelector,
  type Principal,
  quoted,
  ResourceError,
  type Session,
  type StoredResource,
} from "../../provider/cliFacade";
import { collections, distinct, genericKinds, genericType, idsOf, listObjects, unseenIn } from "../listing";
import type { StackPlatform } from "../platforms";
import { readContext } from "../readContext";
import type { Notify } from "../words";
import type { StackName } from "./knownObjects";
import { type Orphan, orphanOf, reportedFields, type SearchedKind } from "./orphan";

/** What is searched on a platform. */
export interface SearchOptions {
  /** Users and teams whose keys are searched beside those of the states' keys. */
  readonly principals: readonly Principal[];
  /** Types of the searched resources; all by default. */
  readonly types?: ReadonlySet<string>;
  /** Whether to search also kinds that no state has an object of. */
  readonly allKinds?: boolean | undefined;
  readonly notify: Notify;
  /** Receives the progress. */
  readonly show?: Notify;
}

/** Orphans of a kind on a platform. */
interface KindSearch {
  readonly kind: StoredResource;
  readonly orphans: readonly Orphan[];
  /** What the search could not see, as a sentence. */
  readonly unseen?: string | undefined;
  /** Why the kind could not be searched. */
  readonly error?: unknown;
  /** Numbers of objects with the label, and of those in the states that the search can see. */
  readonly seen: number;
  readonly expected: number;
}

/** Objects of one platform that no state has. */
export interface PlatformSearch {
  readonly session: Session;
  readonly kinds: readonly KindSearch[];
  readonly orphans: readonly Orphan[];
  readonly errors: readonly unknown[];
}

/** Searches a platform with each of its keys, until one may. Undefined if there is no session. */
export async function searchPlatform(
  platform: StackPlatform,
  options: SearchOptions,
): Promise<PlatformSearch | undefined> {
  let first: PlatformSearch | undefined;
  for (const session of platform.sessions) {
    const search = (kind: StoredResource) => searchKind({ session, platform, kind }, options);
    const { searched, failed } = await searchedKinds(session, platform, options);
    const kinds = await Promise.all(searched.map(search));
    const errors = [...failed, ...kinds.flatMap(({ error }) => error ?? [])];
    const found = { session, kinds, orphans: kinds.flatMap(({ orphans }) => orphans), errors };
    if (errors.length === 0) return found;
    first ??= found;
  }
  return first;
}

/** The kinds to search, and the failure to find generic ones. */
async function searchedKinds(
  session: Session,
  { known }: StackPlatform,
  { types, allKinds, notify }: SearchOptions,
): Promise<{ searched: StoredResource[]; failed: unknown[] }> {
  const isWanted = (type: string) => types?.has(type) ?? true;
  const searched = collections.filter(({ type }) => isWanted(type));
  if (!isWanted(genericType)) return { searched, failed: [] };
  try {
    const generic = await genericKinds(readContext(session, { notify }), allKinds ? "all" : known.genericKinds);
    return { searched: [...searched, ...generic], failed: [] };
  } catch (error) {
    return { searched, failed: [error] };
  }
}

async function searchKind(where: SearchedKind, options: SearchOptions): Promise<KindSearch> {
  const { kind, platform } = where;
  const { known } = platform;
  const orphans: Orphan[] = [];
  let seen = 0;
  let expected = 0;
  let unseen: string | undefined;
  try {
    for (const stack of known.stacks) {
      options.show?.(`Looking for ${kind.plural} of ${stack.project}/${stack.stack} …`);
      const listing = await labeled(where, stack, options);
      const unknown = listing.objects.filter((found) => !known.has(stack, kind.type, found));
      orphans.push(...unknown.map((found) => orphanOf(where, stack, found)));
      seen += listing.objects.length;
      unseen = unseenIn(listing);
      if (listing.searched.length > 0) expected = known.countOf(kind.type);
    }
  } catch (error) {
    return { kind, orphans, error, seen, expected };
  }
  return { kind, orphans, unseen, seen, expected };
}

/** The objects with the stack's label. */
async function labeled(
  { session, platform: { known }, kind }: SearchedKind,
  stack: StackName,
  { principals, notify }: SearchOptions,
) {
  const owner = { ...stack, type: "", name: "" };
  const context = readContext(session, { notify, owner, secretPaths: engine.secretPaths(kind), resource: kind });
  await assertPinnedPlatform(context);
  const request = {
    principals: distinct([...known.principals, ...principals]),
    withOwn: known.hasKind(kind.type),
    labelSelector: ownerSelector(context),
    metadataOnly: isMetadataEnough(kind),
  };
  try {
    const listing = await listObjects(kind, context, request);
    // A proxy may drop the selector. Without a list, the keys of others come, too.
    const objects = listing.objects.filter((object) => isFromThisStack(object, context));
    for (const object of objects) refuseUnfit(kind, object);
    const idOf = await idsOf(kind, context, objects);
    return { ...listing, objects: objects.map((object) => ({ object, id: idOf(object) })) };
  } catch (error) {
    // A kind that may not be listed may have objects.
    if (!isUnknownEndpoint(error) || isDenied(error) || known.hasKind(kind.type)) throw error;
    notify(`this platform does not list ${kind.plural}, so a ${kind.type} was not looked for.`);
    return { objects: [], places: [{}], searched: [] };
  }
}

function refuseUnfit({ type, plural }: StoredResource, { metadata: { name, namespace, uid } }: ApiObject): void {
  const why = uid
    ? "with a name or namespace that would lead a command to other objects"
    : "without a uid, so nobody can tell whether a state holds it";
  if (uid && ![name, namespace].some((step) => /^\.{0,2}$/.test(String(step)))) return;
  throw new ResourceError(
    `The list of ${plural} shows the ${type} ${quoted(String(name))} ${why}. ` +
      "Something changes the platform's answers on their way: look at the proxies before it.",
  );
}

/** Whether the report needs only the metadata of a kind. */
const isMetadataEnough = ({ inputs }: StoredResource): boolean =>
  !reportedFields.some((field) => Object.hasOwn(inputs.shape, field));
