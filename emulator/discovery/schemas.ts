import { kinds } from "../kinds/kinds";
import { mergedLists, objectMeta as objectMetaType } from "../kinds/objectMeta";
import { importFields, importKind } from "../kinds/projectImportVirtualCluster";
import type { JsonObject } from "../text/json";
import type { World } from "../world";
import { schemaOf, schemaOfGo } from "./schemaOf";

const metaNames = "io.k8s.apimachinery.pkg.apis.meta.v1";
const objectMeta = `${metaNames}.ObjectMeta`;
const listMeta = `${metaNames}.ListMeta`;

/** The name of the schema of a delete's body. */
export const deleteOptions = `${metaNames}.DeleteOptions`;

/** The name of the schema of a Status. */
export const status = `${metaNames}.Status`;

/** The name of a kind's schema: the labels of the group in reverse, the version and the kind. */
export function schemaName({ group }: World, kind: string): string {
  return [...group.split(".").reverse(), "v1", kind].join(".");
}

/** A reference to a schema of the same document. */
export function refTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Group, version and kind, by which clients find what belongs to a kind. */
export function gvk({ group }: World, kind: string): JsonObject {
  return { group, version: "v1", kind };
}

/** Every schema by its name: the stored kinds, their lists, the import request and what all of them share. */
export function schemas(world: World): JsonObject {
  const shared = {
    [objectMeta]: objectMetaSchema(),
    [listMeta]: schemaOf({ fields: { continue: "string", remainingItemCount: "integer", resourceVersion: "string" } }),
    [deleteOptions]: { type: "object" },
    [status]: { type: "object" },
  };
  const { properties, required } = schemaOf(importFields) as { properties: JsonObject; required: string[] };
  const stored = kinds.flatMap(({ kind, spec }) => [
    ofKind(world, kind, objectMeta, { spec: schemaOf(spec), status: schemaOf({ fields: {} }) }),
    ofKind(world, `${kind}List`, listMeta, { items: listOf(world, kind) }, ["items"]),
  ]);
  const all = [...stored, ofKind(world, importKind, objectMeta, properties, required)];
  return { ...shared, ...Object.fromEntries(all) };
}

// kubectl makes its strategic patches by what is said here of the lists that are merged.
function objectMetaSchema(): JsonObject {
  const { properties, ...rest } = schemaOfGo(objectMetaType) as { properties: Record<string, JsonObject> };
  const fields = Object.entries(properties).map(([field, schema]) => {
    const list = mergedLists.get(`metadata.${field}`);
    const strategy = list && { "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": list.key };
    return [field, { ...schema, ...strategy }];
  });
  return { ...rest, properties: Object.fromEntries(fields) };
}

function ofKind(world: World, kind: string, metadata: string, fields: JsonObject, required?: string[]) {
  const text = schemaOf("string");
  const properties = { apiVersion: text, kind: text, metadata: refTo(metadata), ...fields };
  const schema = { type: "object", properties, required, "x-kubernetes-group-version-kind": [gvk(world, kind)] };
  return [schemaName(world, kind), schema] as const;
}

function listOf(world: World, kind: string): JsonObject {
  return { type: "array", items: refTo(schemaName(world, kind)) };
}
