import {
  type ApiObject,
  type Context,
  isForbidden,
  isListed,
  isUnknownEndpoint,
  ownPrincipal,
  type Principal,
  principalsIn,
  type Resource,
  resources,
  segmentProblem,
} from "../provider/cliFacade";
import { type ExportedResource, kindOfType } from "./state/exportedState";

/** A kind of object that carries the owner label. */
export type Collection = Resource & { readonly plural: string };

/** Whether the objects of a kind carry the owner label. */
export const isCollection = (resource: Resource): resource is Collection => resource.plural !== undefined;

/** All such kinds. */
export const collections: readonly Collection[] = resources.filter(isCollection);

/** Where objects of a kind are found: in its list, or among those of a user or team. */
export interface Place {
  /** Absent for the list. */
  readonly principal?: Principal;
  /** Whether a 403 is accepted, because no key of the stack names this principal. */
  readonly isOptional?: boolean;
}

/** The objects of a place. Only the platform's own list applies the selector. */
export async function* objectsIn(
  { principal }: Place,
  { plural, ofPrincipal }: Collection,
  context: Context,
  query: { readonly labelSelector?: string | undefined; readonly metadataOnly?: boolean },
): AsyncGenerator<ApiObject> {
  if (!principal) yield* context.client.list([plural], query, context.call);
  else yield* (await ofPrincipal?.(context, principal)) ?? [];
}

/** Whether a failure shows that the platform does not offer a place, or not to this key. */
export const isNotOffered = (error: unknown, { principal, isOptional }: Place): boolean =>
  principal !== undefined && (isUnknownEndpoint(error) || (isOptional === true && isForbidden(error)));

/** Where a kind is searched: in its list, or else at these users and teams. */
export async function placesOf(
  collection: Collection,
  context: Context,
  { principals, withOwn }: { readonly principals: readonly Principal[]; readonly withOwn: boolean },
): Promise<Place[]> {
  if (await isListed(collection, context)) return [{}];
  const named = principals.map((principal) => ({ principal }));
  const own = withOwn ? await ownPrincipal(context) : undefined;
  const isNew = own && !principals.some((each) => principalWords(each) === principalWords(own));
  return isNew ? [...named, { principal: own, isOptional: true }] : named;
}

/** What a search without a list cannot see, as a sentence; undefined with a list. */
export const unseenIn = (places: readonly Place[], searched: readonly Place[]): string | undefined =>
  places.some(({ principal }) => principal === undefined)
    ? undefined
    : `${wordsOfSearch(places, searched)} ${notSearched(places, searched)}`.trimEnd();

/** What a search without a list has searched. */
export function wordsOfSearch(places: readonly Place[], searched: readonly Place[]): string {
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

function notSearched(places: readonly Place[], searched: readonly Place[]): string {
  if (searched.length > 0)
    return `Not searched: keys of other users and teams, keys with a subject, keys without a user or team. ${howToSearchMore}`;
  return places.length > 0 ? "" : howToSearchMore;
}

const howToSearchMore = "To search more, use --user and --team.";

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
export const principalWords = ({ kind, name }: Principal): string => `${kind} ${name}`;
