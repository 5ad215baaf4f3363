import type { ApiClient, ApiObject } from "../../api/client.js";
import { ApiError, isForbidden, isNotFound, isUnknownEndpoint } from "../../api/errors/errors.js";
import type { Context } from "../../objects/operation.js";
import { projectNamespaces } from "../../objects/projectNamespace.js";
import { asRecord, memoized, type Properties } from "../../objects/values.js";

/** The source of an imported virtual cluster on a connected cluster. */
export interface Source {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** The project and name of a virtual cluster in the platform. */
export interface InstanceId {
  readonly project: string;
  readonly name: string;
}

/** A virtual cluster in a project, with its namespace and path. */
export interface Instance {
  readonly object: ApiObject;
  readonly namespace: string;
  readonly path: readonly string[];
}

/** Result of a search on a platform that does not offer virtual clusters of projects. */
export const instancesUnsupported: unique symbol = Symbol("virtual clusters of projects are not supported");

/** The result of a search; undefined if there is none. */
export type SearchResult = Instance | typeof instancesUnsupported | undefined;

/** The source of a virtual cluster, from spec.clusterRef; undefined if a part is missing. */
export function sourceOfInstance({ spec }: ApiObject): Source | undefined {
  const { cluster, namespace, virtualCluster: name } = asRecord(spec?.clusterRef);
  if (typeof cluster !== "string" || typeof namespace !== "string" || typeof name !== "string") return undefined;
  return { cluster, namespace, name };
}

/** The uid of the Service of a virtual cluster that has connected itself (vCluster Platform 4). */
export const serviceUidOf = ({ status }: ApiObject): string | undefined =>
  typeof status?.serviceUID === "string" && status.serviceUID !== "" ? status.serviceUID : undefined;

/** Whether a virtual cluster is only shown by the platform, which does not manage it. */
export const isExternal = ({ spec }: ApiObject): boolean => spec?.external === true;

/** Whether a virtual cluster was imported: others deployed it, so the platform has no template. */
export const isImported = (object: ApiObject): boolean =>
  isExternal(object) || (object.spec?.template === undefined && object.spec?.templateRef === undefined);

/** Whether a virtual cluster connects itself. An imported one of the specification never does. */
export const connectsItself = (object: ApiObject): boolean => isExternal(object) || serviceUidOf(object) !== undefined;

/** The plural of the virtual clusters of projects. */
export const instances = "virtualclusterinstances";

/** A virtual cluster as the object that an import and an instance may have. */
export const virtualClusterIn = (project: unknown, name: unknown): string =>
  `${instances} ${String(project)}/${String(name)}`;

/** The path of the virtual clusters in a namespace, or in all namespaces. */
export const instancesIn = (namespace?: string): string[] =>
  namespace === undefined ? [instances] : ["namespaces", namespace, instances];

/**
 * The virtual cluster at a place. The namespace in the state is searched first: an object of the
 * same name in another namespace is neither ours, nor does it hide ours.
 */
export const findInstance = (context: Context, place: InstanceId, { namespace }: Properties = {}) =>
  search(context, place, { namespace, role: "state" });

/** The namespaces of this session's imports, by project. */
const importNamespaces = memoized((_client: ApiClient) => new Map<string, string>());

/**
 * The virtual cluster that an import creates or adopts. The usual namespace is searched first, and
 * before the request alone: the platform refuses a name that is taken in another one.
 */
export async function findForImport(context: Context, place: InstanceId, isRequested: boolean) {
  const usual = importNamespaces(context.client);
  const role = isRequested ? "hint" : "enough";
  const found = await search(context, place, { namespace: usual.get(place.project), role });
  if (isRequested && found && found !== instancesUnsupported) usual.set(place.project, found.namespace);
  return found;
}

/**
 * The first namespace of a search. If it is that of the state, an object elsewhere counts only if
 * that one could be read. If it is `enough`, absence there ends the search.
 */
interface SearchStart {
  readonly namespace: unknown;
  readonly role: "state" | "enough" | "hint";
}

/** Searches the namespaces of a project. */
async function search(
  context: Context,
  { project, name }: InstanceId,
  { namespace: first, role }: SearchStart,
): Promise<SearchResult> {
  const possible = projectNamespaces(context.config, project);
  const isKnown = typeof first === "string" && first !== "";
  const refusals: ApiError[] = [];
  for (const namespace of new Set(isKnown ? [first, ...possible] : possible)) {
    const path = [...instancesIn(namespace), name];
    const seen = await tryRead(context, path);
    const [atFirst] = refusals;
    if (!(seen instanceof ApiError)) {
      if (isKnown && role === "state" && atFirst && !isNotFound(atFirst)) throw atFirst;
      return { object: seen, namespace, path };
    }
    if (role === "enough" && namespace === first && isNotFound(seen)) return undefined;
    refusals.push(seen);
  }
  return absentOrUnsupported(refusals);
}

/** The object, or an error that concerns this namespace only, so that the search continues. */
async function tryRead({ client, call }: Context, path: readonly string[]): Promise<ApiObject | ApiError> {
  try {
    return await client.get(path, call);
  } catch (error) {
    if (isNotFound(error) || isUnknownEndpoint(error) || isForbidden(error)) return error;
    throw error;
  }
}

/** Absent if each namespace responds 404. If one offers the kind, a denial of it is a proxy's. */
function absentOrUnsupported(refusals: readonly ApiError[]): typeof instancesUnsupported | undefined {
  const isOffered = refusals.some(isNotFound);
  const refusal = refusals.find(isForbidden) ?? (isOffered ? refusals.find(isUnknownEndpoint) : undefined);
  if (refusal) throw refusal;
  return isOffered ? undefined : instancesUnsupported;
}
