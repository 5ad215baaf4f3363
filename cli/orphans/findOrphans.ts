import { deleteSpent, findObject, hasPassed, messageOf, type Principal, type Session } from "../../provider/cliFacade";
import { collections, distinct, type Place, placesOf, unseenIn } from "../listing";
import { readContext } from "../readContext";
import { settingsError } from "../session";
import type { Notify } from "../words";
import type { KnownObjects } from "./knownObjects";
import { isKept, type Orphan } from "./orphan";
import { type HeldObject, heldObjects, orphansIn } from "./search";
import type { StackPlatform } from "./stackPlatforms";
import type { Holders } from "./states";

/** Objects that are in no given state. */
export interface Found {
  /** Addresses of the searched platforms. */
  readonly platforms: readonly string[];
  readonly orphans: readonly Orphan[];
  /** Keys that `replacedKey` keeps until their end. */
  readonly kept: readonly Orphan[];
  /** Replaced keys that have expired, which this search deleted. */
  readonly deleted: readonly Orphan[];
  /** Objects in the state of another stack of the project. */
  readonly held: readonly HeldObject[];
  /** What the search could not see, as a sentence for each platform. */
  readonly unseen: readonly string[];
  readonly unsearched: readonly Unsearched[];
}

/** A platform that could not be searched. */
export interface Unsearched {
  /** Its address; null if unknown. */
  readonly platform: string | null;
  /** The provider with invalid settings, in words; null for the stack's configuration. */
  readonly provider: string | null;
  readonly reason: string;
}

interface FindOptions {
  /** Users and teams whose keys are searched beside those of the states' keys. */
  readonly principals: readonly Principal[];
  /** Whether replaced keys that have expired are deleted. */
  readonly deletesSpent: boolean;
  readonly notify: Notify;
  /** Receives the progress. */
  readonly show: Notify;
  /** Finds objects in the states of other stacks. */
  readonly heldBy: (uids: readonly string[]) => Promise<Holders>;
}

/** A search of all platforms. */
export interface Result {
  readonly found: Found;
  /** The errors of the platforms that could not be searched. */
  readonly errors: readonly unknown[];
}

/** Searches objects with the owner labels of the stacks. Returns those that no state holds. */
export async function findOrphans(platforms: readonly StackPlatform[], options: FindOptions): Promise<Result> {
  const searches: PlatformSearch[] = [];
  const unsearched: Unsearched[] = [];
  const errors: unknown[] = [];
  const isOnly = platforms.length === 1;
  for (const platform of platforms) {
    const { address, provider } = platform;
    const prefix = isOnly ? "" : `${address}: `;
    const notify = (note: string) => options.notify(prefix + note);
    try {
      const search = await searchPlatform(platform, { ...options, notify });
      searches.push({ ...search, unseen: search.unseen && prefix + search.unseen });
    } catch (error) {
      errors.push(error);
      unsearched.push({ platform: address ?? null, provider: provider ?? null, reason: messageOf(error) });
    }
  }
  return { found: { ...(await foundBy(searches, options)), unsearched }, errors };
}

/** The same on one platform. Throws if it cannot be searched. */
export async function findOrphansOn(session: Session, known: KnownObjects, options: FindOptions): Promise<Found> {
  const platform = { address: session.config.baseUrl, sessions: [session], problems: [], known, providers: [] };
  const { found, errors } = await findOrphans([platform], options);
  if (errors.length > 0) throw errors[0];
  return found;
}

async function foundBy(searches: readonly PlatformSearch[], { heldBy, deletesSpent, notify }: FindOptions) {
  // Two addresses may be of one platform.
  const unknown = new Map(searches.flatMap(({ orphans }) => orphans).map((orphan) => [orphan.uid, orphan]));
  const holders = await heldBy([...unknown.keys()]);
  const left = [...unknown.values()].filter(({ uid }) => !holders.byUid.has(uid));
  const deleted: Orphan[] = [];
  for (const { session, known, orphans } of deletesSpent ? searches : []) {
    // Another client can mark a key that a state has.
    const isUnheld = (orphan: Orphan) => orphans.includes(orphan) && holders.isComplete && known.hasStateOf(orphan);
    deleted.push(...(await deleteSpentOrphans(session, left.filter(isUnheld), notify)));
  }
  return {
    platforms: searches.map(({ session }) => session.config.baseUrl),
    orphans: left.filter((each) => !isKept(each)),
    kept: left.filter((each) => isKept(each) && !deleted.includes(each)),
    deleted,
    held: heldObjects([...unknown.values()], holders),
    unseen: searches.flatMap(({ unseen }) => unseen ?? []),
  };
}

/** Objects of one platform that no state has. */
interface PlatformSearch {
  readonly session: Session;
  readonly known: KnownObjects;
  readonly orphans: readonly Orphan[];
  readonly unseen?: string | undefined;
}

/** Searches a platform with each of its keys, until one may. */
async function searchPlatform(platform: StackPlatform, options: FindOptions): Promise<PlatformSearch> {
  const errors: unknown[] = [];
  for (const session of platform.sessions) {
    try {
      return await searchWith(session, platform, options);
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors[0] ?? settingsError(platform.problems);
}

async function searchWith(
  session: Session,
  { known, providers }: StackPlatform,
  { principals, notify, show }: FindOptions,
): Promise<PlatformSearch> {
  const orphans: Orphan[] = [];
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
      const search = { session, stack, known, providers, notify, isUsed: known.hasKind };
      const found = await orphansIn(search, collection, place);
      if (!found) continue;
      searched.add(place);
      orphans.push(...found.orphans);
      seen += found.seen;
    }
    if (searched.size > 0) expected += known.countOf(collection.type);
    unseen ??= unseenIn(places, [...searched]);
  }
  if (seen === 0 && expected > 0) notify(nothingLabeled);
  return { session, known, orphans, unseen };
}

const nothingLabeled =
  "No object carries this stack's label, not even known ones. Check --base-url, --owner-id, and whether the stack was renamed (--made-by).";

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
