import type { FieldType } from "../kinds/fieldTypes";
import type { GoType } from "../kinds/goType";
import type { JsonObject } from "../text/json";

const anything = { "x-kubernetes-preserve-unknown-fields": true };
const plainTypes: Record<string, JsonObject> = {
  string: { type: "string" },
  integer: { type: "integer", format: "int64" },
  boolean: { type: "boolean" },
  any: anything,
};
const goTypes: Record<string, JsonObject> = {
  string: { type: "string" },
  bool: { type: "boolean" },
  int64: { type: "integer", format: "int64" },
  time: { type: "string", format: "date-time" },
  raw: { type: "object" },
};

/** The OpenAPI schema of a declared field. Groups say that they keep what is not declared. */
export function schemaOf(type: FieldType): JsonObject {
  if (typeof type === "string") return plainTypes[type] ?? anything;
  if ("list" in type) return { type: "array", items: schemaOf(type.list) };
  if ("map" in type) return { type: "object", additionalProperties: schemaOf(type.map) };
  return { ...anything, type: "object", properties: mapValues(type.fields, schemaOf) };
}

/** The OpenAPI schema of a field of the metadata. */
export function schemaOfGo(type: GoType): JsonObject {
  if (typeof type === "string") return goTypes[type] ?? anything;
  if ("text" in type) return schemaOfGo("string");
  if ("pointer" in type) return schemaOfGo(type.pointer);
  if ("list" in type) return { type: "array", items: schemaOfGo(type.list) };
  if ("map" in type) return { type: "object", additionalProperties: schemaOfGo(type.map) };
  return { type: "object", properties: mapValues(type.struct, schemaOfGo) };
}

function mapValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
