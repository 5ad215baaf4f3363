import {
  type ApiObject,
  type Context,
  isForbidden,
  isListed,
  isUnknownEndpoint,
  objectLocator,
  ownPrincipal,
  type Principal,
  principalsIn,
  type Resource,
  resourceOfKind,
  resources,
  type StoredResource,
  segmentProblem,
  servedKinds,
} from "../provider/cliFacade";
import { type ExportedResource, kindOfType } from "./state/exportedState";

/** The type of the resource whose kind is an input. */
export const genericType = "PlatformObject";

/** Whether the objects of a kind carry the owner label. */
export const isCollection = (resource: Resource): resource is StoredResource => resource.plural !== undefined;

/** All such kinds. */
export const collections: readonly StoredResource[] = resources.filter(isCollection);

/** The listed kinds without a resource of their own: all of them, or those of a set. */
export async function genericKinds(context: Context, wanted: ReadonlySet<string> | "all"): Promise<StoredResource[]> {
  if (wanted !== "all" && wanted.size === 0) return [];
  const isWanted = (kind: string) => wanted === "all" || wanted.has(kind);
  const isGeneric = (kind: string) => resources.every(({ type }) => type !== kind);
  const served = await servedKinds(context);
  return served.filter((each) => each.isListed && isGeneric(each.kind) && isWanted(each.kind)).map(resourceOfKind);
}

/** Whether the platform may have a kind. It may, if the platform does not tell what it is. */
export const mayHave = async ({ productOnly }: Resource, { identity, call }: Context): Promise<boolean> =>
  !productOnly || identity.isProduct(call).catch(() => true);

/** Where objects of a kind are found: in its list, or among those of a user or team. */
interface Place {
  /** Absent for the list. */
  readonly principal?: Principal;
  /** Whether a 403 is accepted, because no key of the stack names this principal. */
  readonly isOptional?: boolean;
}

/** What is listed. Only the platform's own list applies the selector. */
interface ListRequest {
  /** Whose objects are searched on a platform without a list of them. */
  readonly principals: readonly Principal[];
  /** Whether those of the user or team of the access key are searched there, too. */
  readonly withOwn: boolean;
  readonly labelSelector?: string | undefined;
  readonly metadataOnly?: boolean;
}

/** Objects of a kind, and where they were searched. */
interface Listing {
  readonly objects: readonly ApiObject[];
  readonly places: readonly Place[];
  /** The places that the platform shows. */
  readonly searched: readonly Place[];
}

/** The objects of a kind, from its list or else from users and teams, each once. */
export async function listObjects(
  collection: StoredResource,
  context: Context,
  request: ListRequest,
): Promise<Listing> {
  const { plural, ofPrincipal, isOfAnotherType } = collection;
  if (!(await mayHave(collection, context))) return { objects: [], places: [{}], searched: [] };
  const places = await placesOf(collection, context, request);
  const metadataOnly = request.metadataOnly === true && isOfAnotherType === undefined;
  const objects = new Map<unknown, ApiObject>();
  const searched: Place[] = [];
  for (const place of places) {
    try {
      const shown = place.principal
        ? ((await ofPrincipal?.(context, place.principal)) ?? [])
        : context.client.list([plural], { ...request, metadataOnly }, context.call);
      // A list that begins again may show a newer version.
      for await (const object of shown) objects.set(keyOf(object), object);
      searched.push(place);
    } catch (error) {
      if (!isNotOffered(error, place)) throw error;
    }
  }
  return { objects: [...objects.values()].filter((object) => !isOfAnotherType?.(object)), places, searched };
}

/** An object on a platform, and the id of a resource that has it. */
export interface FoundObject {
  readonly object: ApiObject;
  readonly id: string;
}

/** Returns a function for the id of an object; its name if no project has its namespace. */
export async function idsOf(
  collection: StoredResource,
  context: Context,
  objects: readonly ApiObject[],
): Promise<(object: ApiObject) => string> {
  // Finding the project of a namespace can need a request.
  const locate = objects.length > 0 ? await objectLocator(context, collection) : undefined;
  return (object) => locate?.(object)?.id ?? String(object.metadata.name);
}

const keyOf = ({ metadata: { uid, name } }: ApiObject): unknown => uid ?? name;

async function placesOf(
  collection: StoredResource,
  context: Context,
  { principals, withOwn }: ListRequest,
): Promise<Place[]> {
  if (await isListed(collection, context)) return [{}];
  const named = principals.map((principal) => ({ principal }));
  const own = withOwn ? await ownPrincipal(context) : undefined;
  const isNew = own && !principals.some((each) => principalWords(each) === principalWords(own));
  return isNew ? [...named, { principal: own, isOptional: true }] : named;
}

/** Whether a failure shows that the platform does not offer a place, or not to this key. */
const isNotOffered = (error: unknown, { principal, isOptional }: Place): boolean =>
  principal !== undefined && (isUnknownEndpoint(error) || (isOptional === true && isForbidden(error)));

/** What a search without a list cannot see, as a sentence; undefined with a list. */
export function unseenIn(listing: Omit<Listing, "objects">): string | undefined {
  const { places, searched } = listing;
  if (places.some(({ principal }) => principal === undefined)) return undefined;
  if (searched.length === 0) return `${wordsOfSearch(listing)}${places.length > 0 ? "" : ` ${howToSearchMore}`}`;
  return `${wordsOfSearch(listing)} Not searched: keys of other users and teams, keys with a subject, keys without a user or team. ${howToSearchMore}`;
}

const howToSearchMore = "To search more, use --user and --team.";

/** What a search without a list has searched. */
export function wordsOfSearch({ places, searched }: Omit<Listing, "objects">): string {
  const names = wordsOf(searched);
  const hidden = wordsOf(places.filter((place) => !searched.includes(place)));
  const start = "The platform does not list access keys.";
  const notShown = hidden.length > 0 ? ` Not shown by the platform: keys of ${hidden.join(", ")}.` : "";
  if (names.length > 0) return `${start} Searched: keys of ${names.join(", ")}.${notShown}`;
  if (places.length > 0) return `${start} It does not show the keys of a user or team either: none was searched.`;
  return `${start} No user or team is known: none was searched.`;
}

const wordsOf = (places: readonly Place[]): string[] =>
  places.flatMap(({ principal }) => (principal ? [principalWords(principal)] : []));

const isSearchedByPrincipal = ({ type }: ExportedResource): boolean => {
  const kind = kindOfType(type);
  return collections.some((collection) => collection.type === kind && collection.ofPrincipal !== undefined);
};

/** The resources whose kind a platform may not list. */
export const unlisted = (exported: readonly ExportedResource[]): ExportedResource[] =>
  exported.filter(isSearchedByPrincipal);

/** The users and teams that such resources act for, by their inputs and outputs. */
export function principalsOf(exported: readonly ExportedResource[]): Principal[] {
  const all = unlisted(exported).flatMap(({ inputs = {}, outputs = {} }) => [inputs, outputs].flatMap(principalsIn));
  // No user or team of the platform can have such a name.
  return distinct(all.filter(({ name }) => segmentProblem(name) === undefined));
}

/** The same users and teams, each once. */
export const distinct = (principals: readonly Principal[]): Principal[] => [
  ...new Map(principals.map((each) => [principalWords(each), each])).values(),
];

/** A user or team in a sentence: `user ci`. */
const principalWords = ({ kind, name }: Principal): string => `${kind} ${name}`;
