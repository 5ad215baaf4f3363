import type { FieldType } from "../kinds/fieldTypes";
import { type FieldError, requiredField } from "../statusError";
import { getMember, isObject, type JsonObject, type JsonValue, jsonType, setMember } from "../text/json";

/** A value without the nulls that typed fields do not hold, and everything that is wrong with it. */
export interface CheckedFields {
  value: JsonValue;
  errors: FieldError[];
}

const isNumber = (found: string) => found === "integer" || found === "number";

/** Checks a value against declared types. Fields that are not declared are kept as they are. */
export function checkFields(value: JsonValue, type: FieldType, path: string): CheckedFields {
  if (type === "any") return { value, errors: [] };
  if (typeof type === "string") return { value, errors: typeErrors(value, type, path) };
  if ("list" in type) return checkList(value, type.list, path);
  if (!isObject(value)) return { value, errors: typeErrors(value, "object", path) };
  return "map" in type ? checkMap(value, type.map, path) : checkGroup(value, type, path);
}

function typeErrors(value: JsonValue, type: string, path: string): FieldError[] {
  const found = jsonType(value);
  if (found === type || (type === "number" && isNumber(found))) return [];
  const message = `Invalid value: "${found}": ${path} in body must be of type ${type}: "${found}"`;
  return [{ field: path, reason: "FieldValueTypeInvalid", message }];
}

function checkList(value: JsonValue, type: FieldType, path: string): CheckedFields {
  if (!Array.isArray(value)) return { value, errors: typeErrors(value, "array", path) };
  const items = value.map((item, index) => checkFields(item, type, `${path}[${index}]`));
  return { value: items.map((item) => item.value), errors: items.flatMap((item) => item.errors) };
}

function checkMap(value: JsonObject, type: FieldType, path: string): CheckedFields {
  const result: JsonObject = {};
  const errors: FieldError[] = [];
  for (const [key, member] of Object.entries(value)) {
    const checked = checkFields(member ?? null, type, `${path}.${key}`);
    setMember(result, key, checked.value);
    errors.push(...checked.errors);
  }
  return { value: result, errors };
}

type Group = Extract<FieldType, { fields: unknown }>;

function checkGroup(value: JsonObject, { fields, required = [] }: Group, path: string): CheckedFields {
  const result: JsonObject = {};
  const errors: FieldError[] = [];
  for (const [key, member] of Object.entries(value)) {
    const type = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (member === undefined || (member === null && type !== undefined)) continue;
    const checked = checkFields(member, type ?? "any", path === "" ? key : `${path}.${key}`);
    setMember(result, key, checked.value);
    errors.push(...checked.errors);
  }
  const missing = required.filter((key) => (getMember(result, key) ?? "") === "");
  return {
    value: result,
    errors: [...errors, ...missing.map((key) => requiredField(path === "" ? key : `${path}.${key}`))],
  };
}

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
