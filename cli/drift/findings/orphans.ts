import {
  isForbidden,
  isUnauthorized,
  messageOf,
  operationSecrets,
  type Principal,
  type Session,
} from "../../../provider/cliFacade";
import { typeToken } from "../../../provider/packageNames.js";
import {
  type Collection,
  collections,
  distinct,
  type Place,
  placesOf,
  principalsOf,
  principalWords,
  unseenIn,
} from "../../listing";
import { KnownObjects, type StackName } from "../../orphans/knownObjects";
import { isKept, type Orphan } from "../../orphans/orphan";
import { heldWords, originOf } from "../../orphans/report";
import { heldObjects, orphansIn, type Search } from "../../orphans/search";
import type { Holders } from "../../orphans/states";
import type { Platform, Platforms } from "../../platforms";
import { readContext } from "../../readContext";
import { type ExportedResource, type ExportedState, kindOfType } from "../../state/exportedState";
import type { Notify } from "../../words";
import type { Subject } from "../report";
import { type FoundAbout, stackSubject } from "./finding";

interface PlatformSearch {
  readonly place: StackName;
  readonly state: ExportedState;
  readonly platforms: Platforms;
  readonly notify: Notify;
  /** Users and teams whose keys are searched beside those of the state's keys. */
  readonly principals: readonly Principal[];
  /** Whether a kind is selected. */
  readonly isWanted: (kind: string) => boolean;
  /** Finds objects in the states of other stacks. */
  readonly heldBy: (uids: readonly string[]) => Promise<Holders>;
}

/** Result of the search on all platforms. */
export interface OrphanFindings {
  readonly found: readonly FoundAbout[];
  /** Platforms that refuse the access key. */
  readonly refusing: readonly Session[];
  readonly unauthorized: boolean;
}

/** Finds orphans on the platforms of a stack's providers or, without any, on the configured one. */
export async function searchPlatforms(search: PlatformSearch): Promise<OrphanFindings> {
  const { place, state, platforms } = search;
  const used = platforms.all();
  const sessions = used.flatMap(({ session }) => session ?? []);
  const unknown = used.filter(({ session }) => !session);
  const known = new KnownObjects(state.resources, state.creating, [place]);
  const searches = (await Promise.all(sessions.map((session) => onPlatform(session, known, search)))).flat();
  const orphans = new Map(searches.flatMap((each) => each.orphans).map((orphan) => [orphan.uid, orphan]));
  const left = await withoutHeld([...orphans.values()], search);
  const refusing = [...new Set(searches.flatMap((each) => each.refusing ?? []))];
  return {
    found: [
      ...unknown.map((platform) => notSearched(place, platform)),
      ...searches.flatMap(({ gaps }) => gaps),
      ...left.map(orphanFinding),
    ],
    refusing,
    unauthorized: refusing.length > 0 || unknown.some(isWithoutKey),
  };
}

const isWithoutKey = ({ problems }: Platform): boolean => problems.some(({ property }) => property === "accessKey");

/** Searches every kind at each of its places on one platform. */
async function onPlatform(session: Session, known: KnownObjects, search: PlatformSearch): Promise<PlaceSearch[]> {
  const { place, isWanted, notify } = search;
  const resources = resourcesOn(session, search);
  const names: ReadonlySet<string> = new Set(resources.map(({ type, id }) => `${kindOfType(type)} ${id}`));
  const isUsed = (kind: string) => resources.some(({ type }) => kindOfType(type) === kind);
  const orphanSearch = { session, stack: place, known, isUsed, notify };
  const wanted = collections.filter(({ type }) => isWanted(type));
  return (
    await Promise.all(wanted.map((each) => inCollection(orphanSearch, each, { names, resources, search })))
  ).flat();
}

/** The resources of a platform, with those that an interrupted run began to create. */
const resourcesOn = (session: Session, { state, platforms }: PlatformSearch): ExportedResource[] =>
  [...state.resources, ...state.creating].filter(
    (each) => kindOfType(each.type) !== undefined && platforms.of(each).session === session,
  );

/** Notes objects of other stacks, which are no orphans but have a wrong label. */
async function withoutHeld(orphans: readonly Orphan[], { heldBy, notify }: PlatformSearch): Promise<Orphan[]> {
  const holders = await heldBy(orphans.map(({ uid }) => uid));
  for (const held of heldObjects(orphans, holders)) {
    notify(`${heldWords(held)}, so it is no orphan. pulumi up --refresh of that stack corrects the label.`);
  }
  return orphans.filter(({ uid }) => !holders.byUid.has(uid));
}

/** A provider without resources may have orphans of an interrupted create. */
function notSearched(place: StackName, { provider = "the stack", problems }: Platform): FoundAbout {
  const reasons = [...new Set(problems.map(({ reason }) => reason))].join(" ");
  const message = `Orphans were not looked for, since the platform of ${provider} is not known: ${reasons}`;
  return { subject: stackSubject(place), found: { kind: "unknown", distinction: provider, message } };
}

/** Orphans at one place; `gaps` if it could not be searched. */
interface PlaceSearch {
  readonly orphans: readonly Orphan[];
  readonly gaps: readonly FoundAbout[];
  /** The platform, if it refuses the access key. */
  readonly refusing?: Session;
}

interface Known {
  /** Names of known objects. A recreated one with copied labels is reported at its resource. */
  readonly names: ReadonlySet<string>;
  readonly resources: readonly ExportedResource[];
  readonly search: PlatformSearch;
}

/** Orphans of a kind at each of its places. */
async function inCollection(search: Search, collection: Collection, known: Known): Promise<PlaceSearch[]> {
  const { session, notify, isUsed } = search;
  const whose = distinct([...principalsOf(known.resources), ...known.search.principals]);
  const withOwn = isUsed(collection.type);
  let places: Place[];
  try {
    places = await placesOf(collection, readContext(session, { notify }), { principals: whose, withOwn });
  } catch (error) {
    return [gap(session, collection, collection.plural, error)];
  }
  const searched = new Set<Place>();
  const atPlace = async (place: Place): Promise<PlaceSearch> => {
    try {
      const found = await orphansIn(search, collection, place);
      if (!found) return nothing;
      searched.add(place);
      const isKnown = ({ kind, name }: Orphan) => known.names.has(`${kind} ${name}`);
      return { ...nothing, orphans: found.orphans.filter((each) => !isKnown(each)) };
    } catch (error) {
      return gap(session, collection, placeWords(collection, place), error);
    }
  };
  const results = await Promise.all(places.map(atPlace));
  const failed = results.some(({ gaps, refusing }) => gaps.length > 0 || refusing);
  const unseen = failed ? undefined : unseenIn(places, [...searched]);
  // A stack without keys has no reader of this sentence.
  if (unseen && (withOwn || known.search.principals.length > 0)) notify(unseen);
  return results;
}

const nothing: PlaceSearch = { orphans: [], gaps: [] };

const placeWords = ({ plural }: Collection, { principal }: Place): string =>
  principal ? `the ${plural} of ${principalWords(principal)}` : plural;

function gap(session: Session, { type, plural }: Collection, where: string, error: unknown): PlaceSearch {
  if (isUnauthorized(error)) return { ...nothing, refusing: session };
  const permission = where === plural ? `list ${plural}` : "get users/accesskeys and teams/accesskeys";
  const remedy = isForbidden(error) ? ` Allow the access key to ${permission}, or use --skip-orphans.` : "";
  const message = `Orphans were not looked for among ${where}: ${messageOf(error)}${remedy}`;
  const found = { kind: "unknown", message } as const;
  return { ...nothing, gaps: [{ subject: subjectOf(type, plural, session.config.baseUrl), found }] };
}

function orphanFinding(orphan: Orphan): FoundAbout {
  const kind = isKept(orphan) ? "retired" : "orphan";
  // The keys of another user may have shown more secrets meanwhile.
  const subject = subjectOf(orphan.kind, operationSecrets().mask(orphan.name, "us"), orphan.platform);
  return { subject, found: { kind, distinction: orphan.uid, message: `${originOf(orphan)}.` } };
}

const subjectOf = (type: string, name: string, platform: string): Subject => ({
  urn: null,
  type: typeToken(type),
  name,
  id: name,
  platform,
});
