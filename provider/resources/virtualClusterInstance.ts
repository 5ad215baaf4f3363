import type { ApiClient, ApiObject } from "../api/client.js";
import { ApiError, isForbidden, isNotFound, isNotOffered } from "../api/errors.js";
import type { Config } from "../config.js";
import type { OperationContext } from "../objects/operation.js";
import { remembered } from "../objects/remembered.js";
import { isRecord, type Path, type Properties } from "../objects/values.js";

/** Where an imported virtual cluster runs. */
export interface Source {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** A virtual cluster in a project, and where it was found. */
export interface Instance {
  readonly object: ApiObject;
  readonly namespace: string;
  readonly path: readonly string[];
}

/** The platform does not offer virtual clusters of projects at all. */
export const platformHidesThem: unique symbol = Symbol("platform hides them");

/** The source of a virtual cluster in a project, kept in spec.clusterRef; undefined where the platform does not show it whole. */
export function sourceOfInstance({ spec }: ApiObject): Source | undefined {
  const {
    cluster,
    namespace,
    virtualCluster: name,
  } = isRecord(spec?.clusterRef) ? spec.clusterRef : ({} as Properties);
  if (typeof cluster !== "string" || typeof namespace !== "string" || typeof name !== "string") return undefined;
  return { cluster, namespace, name };
}

/** Where the object of a virtual cluster holds what an import says of its source. */
export function instancePaths([input, part]: Path): Path[] {
  if (input !== "sourceVirtualCluster") return [];
  return [["spec", "clusterRef", ...(part === undefined ? [] : [part === "name" ? "virtualCluster" : part])]];
}

/** Whether two sources are the same virtual cluster. */
export function isSameSource(a: Source, b: Source): boolean {
  return a.cluster === b.cluster && a.namespace === b.namespace && a.name === b.name;
}

/** The virtual clusters of projects, as a path names them. */
export const instances = "virtualclusterinstances";

/** Where the virtual clusters of a namespace are, or of all namespaces. */
export const instancesIn = (namespace?: string): string[] =>
  namespace === undefined ? [instances] : ["namespaces", namespace, instances];

/** The project whose namespace it is, if it is one. Of prefixes that begin alike the longest counts. */
export function projectOf({ projectNamespacePrefixes }: Config, namespace: string): string | undefined {
  const fitting = projectNamespacePrefixes.filter((each) => namespace.startsWith(each));
  const [prefix] = fitting.sort((a, b) => b.length - a.length);
  return prefix === undefined ? undefined : namespace.slice(prefix.length);
}

/** What to say where the platform has no virtual clusters of projects. */
export const notOffered = "This platform does not offer virtual clusters of projects, so none can be looked up.";

/**
 * The virtual cluster of this name in the project; undefined when it is not there. Where a state knows its namespace, that is
 * looked in first: a namesake in another namespace of the project is neither ours, nor does it hide ours.
 */
export function findInstance(
  context: OperationContext,
  project: string,
  name: string,
  { namespace: known }: Properties = {},
): Promise<Found> {
  return search(context, name, namespacesOf(context.config, project, known), isKnown(known) ? { known } : {});
}

/** What a search for a virtual cluster ends with. */
type Found = Instance | typeof platformHidesThem | undefined;

/** The namespaces into which the platform has put imports in this session, by project. */
const usualNamespaces = remembered((_client: ApiClient) => new Map<string, string>());

/** Keeps where the platform has put an import, for the next imports into the project. */
export function rememberNamespace({ client }: OperationContext, project: string, { namespace }: Instance): void {
  usualNamespaces(client).set(project, namespace);
}

/**
 * The virtual cluster that an import makes, or takes over. The usual namespace of the project is looked in first. Before the
 * request it is the only one: a name that is taken in another is found when the request is refused.
 */
export function findForImport(
  context: OperationContext,
  { project, name }: { readonly project: string; readonly name: string },
  isRequested: boolean,
): Promise<Found> {
  const usual = usualNamespaces(context.client).get(project);
  return search(context, name, namespacesOf(context.config, project, usual), isRequested ? {} : { enough: usual });
}

/** How a search ends: what a state knows hides namesakes in others, and one may be enough to know that there is none. */
interface SearchRules {
  readonly known?: string;
  readonly enough?: string | undefined;
}

async function search(
  context: OperationContext,
  name: string,
  namespaces: ReadonlySet<string>,
  { known, enough }: SearchRules,
): Promise<Found> {
  const refusals: ApiError[] = [];
  for (const namespace of namespaces) {
    const path = [...instancesIn(namespace), name];
    const seen = await lookAt(context, path);
    if (!(seen instanceof ApiError)) {
      // The known namespace is looked in first, and a namesake in another one does not stand in for what may be there.
      const [atKnown] = known === undefined ? [] : refusals;
      if (atKnown && !isNotFound(atKnown)) throw atKnown;
      return { object: seen, namespace, path };
    }
    if (namespace === enough && isNotFound(seen)) return undefined;
    refusals.push(seen);
  }
  return absentOrHidden(refusals);
}

/** What is there, or why nobody can see it there: also an answer about this namespace alone, so that the others are looked in. */
async function lookAt({ client, call }: OperationContext, path: readonly string[]): Promise<ApiObject | ApiError> {
  try {
    return await client.get(path, call);
  } catch (error) {
    if (isNotFound(error) || isNotOffered(error) || isForbidden(error)) return error;
    throw error;
  }
}

/** Nothing is gone unless each namespace says so. A kind that one of them knows is offered, so who denies that is no platform. */
function absentOrHidden(refusals: readonly ApiError[]): typeof platformHidesThem | undefined {
  const isOffered = refusals.some(isNotFound);
  const doubt = refusals.find(isForbidden) ?? (isOffered ? refusals.find(isNotOffered) : undefined);
  if (doubt) throw doubt;
  return isOffered ? undefined : platformHidesThem;
}

const isKnown = (namespace: unknown): namespace is string => typeof namespace === "string" && namespace !== "";

/** The namespaces that a project may have, each once, the known one first. */
function namespacesOf({ projectNamespacePrefixes }: Config, project: string, known: unknown): Set<string> {
  const possible = projectNamespacePrefixes.map((prefix) => `${prefix}${project}`);
  return new Set(isKnown(known) ? [known, ...possible] : possible);
}
