import type { JsonObject } from "../text/json";
import type { World } from "../world";
import { schemaOf } from "./schemaOf";
import { gvk } from "./schemas";

const queryTypes = {
  allowWatchBookmarks: "boolean",
  continue: "string",
  dryRun: "string",
  fieldManager: "string",
  fieldSelector: "string",
  fieldValidation: "string",
  force: "boolean",
  gracePeriodSeconds: "integer",
  labelSelector: "string",
  limit: "integer",
  propagationPolicy: "string",
  resourceVersion: "string",
  resourceVersionMatch: "string",
  sendInitialEvents: "boolean",
  timeoutSeconds: "integer",
  watch: "boolean",
} as const;

/** A parameter of the query that some operation takes. */
export type QueryParameter = keyof typeof queryTypes;

/** An operation as it is told to clients. */
export interface OperationShape {
  kind: string;
  action: "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update";
  query: readonly QueryParameter[];
  /** The schema of the request's body and the media types that it may have. */
  body?: { schema: JsonObject; types: readonly string[] };
  /** The schema of what is answered. */
  answer: JsonObject;
}

/** The media types of whole objects, sent and answered. */
export const objectTypes = ["application/json", "application/yaml"];

// The words of the protocol where they are not the verb.
const actions: Record<string, string> = { create: "post", update: "put" };

/** The OpenAPI form of an operation. */
export function openApiOperation(world: World, { kind, action, query, body, answer }: OperationShape): JsonObject {
  const code = action === "create" ? "201" : "200";
  return {
    "x-kubernetes-action": actions[action] ?? action,
    "x-kubernetes-group-version-kind": gvk(world, kind),
    parameters: query.map((name) => ({ name, in: "query", schema: schemaOf(queryTypes[name]) })),
    requestBody: body && { content: contentOf(body.types, body.schema) },
    responses: { [code]: { description: "Done", content: contentOf(objectTypes, answer) } },
  };
}

function contentOf(types: readonly string[], schema: JsonObject): JsonObject {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}
