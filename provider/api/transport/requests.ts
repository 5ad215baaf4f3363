import { npmName } from "../../identity.js";
import { isObject, type JsonPatchOperation } from "../input/apiObject.js";
import { toJson } from "../input/exactNumbers.js";

/** A request before it is sent. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** JSON unless told. */
  readonly accept?: string;
  readonly body?: string;
  /** Twice is like once, so it may be repeated when nobody knows whether it was done. */
  readonly idempotent: boolean;
  /** Never repeated here: the caller decides what to do after a failure. */
  readonly noRetry?: boolean;
}

/** Whom the platform names as the writer of what we write. */
export const fieldManager = npmName;

// The specification asks for YAML. JSON is YAML, and no string in it can be read as another type.
const yaml = "application/yaml";

/**
 * Accepts a list of which only metadata matter, so that no secret of the objects travels where the
 * server can leave it out. Servers that do not know the shape answer whole objects.
 */
export const metadataListType = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/** Reads an object or a list. */
export const read = (path: readonly string[], query: Readonly<Record<string, string>> = {}): ApiRequest => {
  return { method: "GET", path, query, idempotent: true };
};

const write = (
  method: "POST" | "PUT" | "PATCH",
  path: readonly string[],
  contentType: string,
  body: string,
  idempotent: boolean,
): ApiRequest => ({ method, path, query: { fieldManager }, contentType, body, idempotent });

/** Creates an object. */
export const create = (path: readonly string[], body: object): ApiRequest =>
  write("POST", path, yaml, JSON.stringify(body), false);

/** Replaces an object. Without a resourceVersion, a repeat could overwrite a later write. */
export const replace = (path: readonly string[], body: object): ApiRequest =>
  write("PUT", path, yaml, toJson(body), Boolean(metadataOf(body).resourceVersion));

/** Changes parts of an object. */
export const patch = (path: readonly string[], operations: readonly JsonPatchOperation[]): ApiRequest =>
  write("PATCH", path, "application/json-patch+json", JSON.stringify(operations), operations.some(isGuard));

/** Deletes an object, if it has the given uid and version. Without a uid, a repeat could hit a new one. */
export const remove = (path: readonly string[], uid: string | undefined, resourceVersion?: string): ApiRequest => ({
  method: "DELETE",
  path,
  query: { fieldManager },
  ...(uid && {
    contentType: "application/json",
    body: JSON.stringify({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid, resourceVersion } }),
  }),
  idempotent: Boolean(uid),
  noRetry: !uid,
});

/** The same request as a dry run, which may be repeated, since it leaves nothing. */
export function asDryRun(request: ApiRequest, dryRun: string): ApiRequest {
  if (request.method === "GET") return request;
  const dry = { ...request, query: { ...request.query, dryRun }, idempotent: true, isSentOnce: false };
  // Servers read a delete's options from its body only, where there is one.
  const hasOptions = request.method === "DELETE" && request.body !== undefined;
  return hasOptions ? { ...dry, body: JSON.stringify({ ...JSON.parse(request.body), dryRun: [dryRun] }) } : dry;
}

/** The name a body asks for. */
export function nameIn(body: object): string | undefined {
  const { name } = metadataOf(body);
  return typeof name === "string" && name ? name : undefined;
}

const metadataOf = (body: object): Record<string, unknown> =>
  "metadata" in body && isObject(body.metadata) ? body.metadata : {};

const isGuard = ({ op, path }: JsonPatchOperation): boolean =>
  path === "/metadata/resourceVersion" && (op === "replace" || op === "test");
