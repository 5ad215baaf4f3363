import { isObject, type JsonObject, type JsonValue, setMember } from "../text/json";
import type { FieldType } from "./fieldTypes";

/** Leaves out what Go's `omitempty` leaves out. Entries of maps and items of lists stay: they are values, not fields. */
export function dropEmptyFields(value: JsonValue, type: FieldType = "any"): JsonValue {
  if (Array.isArray(value)) {
    const itemType = typeof type === "object" && "list" in type ? type.list : "any";
    return value.map((item) => dropEmptyFields(item, itemType));
  }
  if (!isObject(value) || (typeof type === "object" && "map" in type)) return value;
  const fields = typeof type === "object" && "fields" in type ? type.fields : {};
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const kept = dropEmptyFields(member ?? null, Object.hasOwn(fields, key) ? fields[key] : "any");
    if (!isEmptyValue(kept)) setMember(result, key, kept);
  }
  return result;
}

function isEmptyValue(value: JsonValue): boolean {
  if (value === null || value === false || value === "" || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
