import { npmName } from "../../packageNames.js";
import { isObject, type JsonPatchOperation } from "../input/apiObject.js";

/** A request to the API. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** Default: JSON. */
  readonly accept?: string;
  readonly body?: string;
  /** May be retried even if an earlier attempt may have succeeded. */
  readonly idempotent: boolean;
  /** Disables retries: the caller handles failures. */
  readonly noRetry?: boolean;
}

/** The field manager of all writes of the provider. */
export const fieldManager = npmName;

// A server that knows the parameter rejects a field that it would drop.
const fieldValidation = "Strict";

// The specification requires YAML. JSON is valid YAML, and its strings stay strings.
const yaml = "application/yaml";

/** Accept header of a metadata-only list, which has no secrets. Some servers send whole objects. */
export const metadataListType = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/** Reads an object or a list. */
export const readRequest = (path: readonly string[], query: Readonly<Record<string, string>> = {}): ApiRequest => {
  return { method: "GET", path, query, idempotent: true };
};

const writeQuery = { fieldManager, fieldValidation };

/** Creates an object. */
export const createRequest = (path: readonly string[], body: object): ApiRequest => ({
  method: "POST",
  path,
  query: writeQuery,
  contentType: yaml,
  body: JSON.stringify(body),
  idempotent: false,
});

/**
 * Asks for the caller or, with an access key, for that key's holder. Nothing is stored, so a retry
 * is as safe as that of a read.
 */
export const selfRequest = (apiVersion: string, accessKey?: string): ApiRequest => ({
  ...createRequest(["selves"], { apiVersion, kind: "Self", metadata: {}, spec: { accessKey } }),
  idempotent: true,
});

/** Changes parts of an object. The server rejects unknown fields, or drops them if allowed to. */
export const patchRequest = (
  path: readonly string[],
  operations: readonly JsonPatchOperation[],
  dropsUnknownFields = false,
): ApiRequest => ({
  method: "PATCH",
  path,
  query: dropsUnknownFields ? { ...writeQuery, fieldValidation: "Warn" } : writeQuery,
  contentType: "application/json-patch+json",
  body: JSON.stringify(operations),
  idempotent: operations.some(isGuard),
});

/** Deletes an object with preconditions. Without a uid, a retry could delete a new object. */
export const deleteRequest = (
  path: readonly string[],
  uid: string | undefined,
  resourceVersion?: string,
): ApiRequest => ({
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

/** The object name in a request body. */
export function nameIn(body: object): string | undefined {
  const { name } = "metadata" in body && isObject(body.metadata) ? body.metadata : {};
  return typeof name === "string" && name ? name : undefined;
}

const isGuard = ({ op, path }: JsonPatchOperation): boolean =>
  path === "/metadata/resourceVersion" && (op === "replace" || op === "test");
