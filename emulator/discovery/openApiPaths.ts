import type { Kind } from "../kinds/kind";
import { project } from "../kinds/project";
import { importKind, importSegment } from "../kinds/projectImportVirtualCluster";
import { patchMediaTypes } from "../operations/patchObject";
import type { JsonObject } from "../text/json";
import type { World } from "../world";
import { type OperationShape, objectTypes, openApiOperation, type QueryParameter } from "./openApiOperation";
import { deleteOptions, refTo, schemaName, status } from "./schemas";

const selecting: QueryParameter[] = ["labelSelector", "fieldSelector", "resourceVersion"];
const listing: QueryParameter[] = [...selecting, "limit", "continue", "resourceVersionMatch"];
const watching: QueryParameter[] = ["watch", "allowWatchBookmarks", "sendInitialEvents", "timeoutSeconds"];
const writing: QueryParameter[] = ["dryRun", "fieldManager", "fieldValidation"];
const deleting: QueryParameter[] = ["dryRun", "gracePeriodSeconds", "propagationPolicy"];

/** The paths of a kind: its collection, its objects and, for a namespaced one, the collection over all namespaces. */
export function kindPaths(world: World, kind: Kind): JsonObject {
  const all = `/apis/${world.apiVersion}/${kind.plural}`;
  const operations = kindOperations(world, kind);
  const { list: get, create: post, deletecollection } = operations;
  const collection = { get, post, delete: deletecollection };
  const object = { get: operations.get, put: operations.update, patch: operations.patch, delete: operations.delete };
  if (!kind.namespaced) return { [all]: collection, [`${all}/{name}`]: { parameters: inPath("name"), ...object } };
  const within = `/apis/${world.apiVersion}/namespaces/{namespace}/${kind.plural}`;
  return {
    [all]: { get },
    [within]: { parameters: inPath("namespace"), ...collection },
    [`${within}/{name}`]: { parameters: inPath("namespace", "name"), ...object },
  };
}

/** The path that takes import requests. */
export function importPath(world: World): JsonObject {
  const path = `/apis/${world.apiVersion}/${project.plural}/{name}/${importSegment}`;
  const schema = refTo(schemaName(world, importKind));
  const body = { schema, types: objectTypes };
  const post = openApiOperation(world, { kind: importKind, action: "create", query: writing, body, answer: schema });
  return { [path]: { parameters: inPath("name"), post } };
}

type Action = OperationShape["action"];

function kindOperations(world: World, { kind }: Kind): Record<Action, JsonObject> {
  const one = refTo(schemaName(world, kind));
  const many = refTo(schemaName(world, `${kind}List`));
  const body = { schema: one, types: objectTypes };
  const patchBody = { schema: {}, types: patchMediaTypes(world) };
  const deleteBody = { schema: refTo(deleteOptions), types: objectTypes };
  const shapes: Record<Action, Omit<OperationShape, "kind" | "action">> = {
    list: { query: [...listing, ...watching], answer: many },
    create: { query: writing, body, answer: one },
    deletecollection: { query: [...listing, ...deleting], body: deleteBody, answer: many },
    get: { query: ["resourceVersion"], answer: one },
    update: { query: writing, body, answer: one },
    patch: { query: [...writing, "force"], body: patchBody, answer: one },
    delete: { query: deleting, body: deleteBody, answer: refTo(status) },
  };
  const entries = Object.entries(shapes) as [Action, Omit<OperationShape, "kind" | "action">][];
  return Object.fromEntries(
    entries.map(([action, shape]) => [action, openApiOperation(world, { kind, action, ...shape })]),
  ) as Record<Action, JsonObject>;
}

function inPath(...names: string[]): JsonObject[] {
  return names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
}
