import type { ApiClient, ApiObject } from "../api/client.js";
import { ApiError, isForbidden, isNotFound, isNotOffered } from "../api/errors.js";
import type { Config } from "../config.js";
import { remembered } from "../objects/fields.js";
import type { OperationContext } from "../objects/operation.js";
import { isRecord, type Path, type Properties } from "../objects/values.js";

/** Where an imported virtual cluster runs. */
export interface Source {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** A virtual cluster in a project, with its namespace and path. */
export interface Instance {
  readonly object: ApiObject;
  readonly namespace: string;
  readonly path: readonly string[];
}

/** The platform does not offer virtual clusters of projects at all. */
export const platformHidesThem: unique symbol = Symbol("platform hides them");

/** The source of a virtual cluster, from spec.clusterRef; undefined if a part is missing. */
export function sourceOfInstance({ spec }: ApiObject): Source | undefined {
  const source: Properties = isRecord(spec?.clusterRef) ? spec.clusterRef : {};
  const { cluster, namespace, virtualCluster: name } = source;
  if (typeof cluster !== "string" || typeof namespace !== "string" || typeof name !== "string") return undefined;
  return { cluster, namespace, name };
}

/** The path in the object for a property path of sourceVirtualCluster. */
export function instancePaths([input, part]: Path): Path[] {
  if (input !== "sourceVirtualCluster") return [];
  return [["spec", "clusterRef", ...(part === undefined ? [] : [part === "name" ? "virtualCluster" : part])]];
}

/** Whether two sources are the same virtual cluster. */
export function isSameSource(a: Source, b: Source): boolean {
  return a.cluster === b.cluster && a.namespace === b.namespace && a.name === b.name;
}

/** The plural of the virtual clusters of projects. */
export const instances = "virtualclusterinstances";

/** The path of the virtual clusters in a namespace, or in all namespaces. */
export const instancesIn = (namespace?: string): string[] =>
  namespace === undefined ? [instances] : ["namespaces", namespace, instances];

/** The project of a namespace, by the longest prefix that fits; undefined for other namespaces. */
export function projectOf({ projectNamespacePrefixes }: Config, namespace: string): string | undefined {
  const fitting = projectNamespacePrefixes.filter((each) => namespace.startsWith(each));
  const [prefix] = fitting.sort((a, b) => b.length - a.length);
  return prefix === undefined ? undefined : namespace.slice(prefix.length);
}

/** Error for a platform without virtual clusters of projects. */
export const notOffered = "This platform does not offer virtual clusters of projects, so none can be looked up.";

/**
 * The virtual cluster of this name in the project. The namespace in the state is searched first: an object
 * of the same name in another namespace is neither ours, nor does it hide ours.
 */
export function findInstance(
  context: OperationContext,
  project: string,
  name: string,
  { namespace: known }: Properties = {},
): Promise<Found> {
  return search(context, name, namespacesOf(context.config, project, known), isKnown(known) ? { known } : {});
}

/** The result of a search. */
type Found = Instance | typeof platformHidesThem | undefined;

/** The namespaces of this session's imports, by project. */
const usualNamespaces = remembered((_client: ApiClient) => new Map<string, string>());

/** Remembers the namespace of an import for the next imports into the project. */
export function rememberNamespace({ client }: OperationContext, project: string, { namespace }: Instance): void {
  usualNamespaces(client).set(project, namespace);
}

/**
 * The virtual cluster that an import creates or adopts. The usual namespace is searched first, and before
 * the request alone: the platform refuses a name that is taken in another one.
 */
export function findForImport(
  context: OperationContext,
  { project, name }: { readonly project: string; readonly name: string },
  isRequested: boolean,
): Promise<Found> {
  const usual = usualNamespaces(context.client).get(project);
  return search(context, name, namespacesOf(context.config, project, usual), isRequested ? {} : { enough: usual });
}

/** `known` is the namespace in the state; absence from the namespace `enough` ends the search. */
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
      // The known namespace came first. If it could not be read, this may be another object.
      const [atKnown] = known === undefined ? [] : refusals;
      if (atKnown && !isNotFound(atKnown)) throw atKnown;
      return { object: seen, namespace, path };
    }
    if (namespace === enough && isNotFound(seen)) return undefined;
    refusals.push(seen);
  }
  return absentOrHidden(refusals);
}

/** The object, or an error that concerns this namespace only, so that the search continues. */
async function lookAt({ client, call }: OperationContext, path: readonly string[]): Promise<ApiObject | ApiError> {
  try {
    return await client.get(path, call);
  } catch (error) {
    if (isNotFound(error) || isNotOffered(error) || isForbidden(error)) return error;
    throw error;
  }
}

/** Absent if each namespace responds 404. If one offers the kind, a denial of the kind is a proxy's. */
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
