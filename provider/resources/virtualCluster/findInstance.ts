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

/** The result of a search; undefined if the virtual cluster is absent. */
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

/** Whether a virtual cluster connects itself, unlike one that an import request added. */
export const connectsItself = (object: ApiObject): boolean => isExternal(object) || serviceUidOf(object) !== undefined;

/** The plural of the virtual clusters of projects. */
export const instancesPlural = "virtualclusterinstances";

/** The sharedObjectKey of a virtual cluster: a VirtualClusterImport or Instance can manage it. */
export const virtualClusterKey = (project: unknown, name: unknown): string =>
  `${instancesPlural} ${String(project)}/${String(name)}`;

/** The path of the virtual clusters in a namespace, or in all namespaces. */
export const instancesIn = (namespace?: string): string[] =>
  namespace === undefined ? [instancesPlural] : ["namespaces", namespace, instancesPlural];

/**
 * The virtual cluster with this id. The recorded namespace, if any, is searched first: an object of
 * the same name in another namespace is another virtual cluster.
 */
export const findInstance = (context: Context, id: InstanceId, { namespace }: Properties = {}) =>
  search(context, id, { namespace, role: "recorded" });

/** The namespace of the last import into each project in this session. */
const lastNamespaces = memoized((_client: ApiClient) => new Map<string, string>());

/**
 * The virtual cluster that an import adopts before its request, or has made after it. Before the
 * request, one namespace is enough: the platform refuses a name that another namespace has.
 */
export async function findForImport(context: Context, id: InstanceId, isRequested: boolean) {
  const namespaces = lastNamespaces(context.client);
  const role = isRequested ? "hint" : "decisive";
  const found = await search(context, id, { namespace: namespaces.get(id.project), role });
  if (isRequested && found && found !== instancesUnsupported) namespaces.set(id.project, found.namespace);
  return found;
}

/** The first namespace of a search; without one, the order of the setting decides. */
interface SearchStart {
  readonly namespace: unknown;
  /**
   * "recorded": an object elsewhere counts only if this namespace could be read. "decisive": if the
   * object is not in this namespace, the search ends. "hint": only the order.
   */
  readonly role: "recorded" | "decisive" | "hint";
}

/** Searches the namespaces of a project. */
async function search(
  context: Context,
  { project, name }: InstanceId,
  { namespace: first, role }: SearchStart,
): Promise<SearchResult> {
  const possible = projectNamespaces(context.config, project);
  const hasFirst = typeof first === "string" && first !== "";
  const errors: ApiError[] = [];
  for (const namespace of new Set(hasFirst ? [first, ...possible] : possible)) {
    const path = [...instancesIn(namespace), name];
    const result = await tryRead(context, path);
    const [firstError] = errors;
    if (!(result instanceof ApiError)) {
      if (hasFirst && role === "recorded" && firstError && !isNotFound(firstError)) throw firstError;
      return { object: result, namespace, path };
    }
    if (role === "decisive" && namespace === first && isNotFound(result)) return undefined;
    errors.push(result);
  }
  return absentOrUnsupported(errors);
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

/**
 * The result if no namespace has the object. Throws a 403, because it may hide the object, and an
 * unknown endpoint in only some namespaces, because only a proxy responds so.
 */
function absentOrUnsupported(errors: readonly ApiError[]): typeof instancesUnsupported | undefined {
  const isOffered = errors.some(isNotFound);
  const decisiveError = errors.find(isForbidden) ?? (isOffered ? errors.find(isUnknownEndpoint) : undefined);
  if (decisiveError) throw decisiveError;
  return isOffered ? undefined : instancesUnsupported;
}
