import { type FieldError, requiredField } from "../fieldError";
import type { FieldType } from "../kinds/fieldTypes";
import { getMember, isObject, type JsonObject, type JsonValue, jsonType, setMember } from "../text/json";
import { maxFieldErrors } from "./firstErrors";

/** A value without the nulls that typed fields do not hold, and everything that is wrong with it. */
export interface CheckedFields {
  value: JsonValue;
  errors: FieldError[];
}

const isNumber = (found: string) => found === "integer" || found === "number";

/** Checks a value against declared types. Fields that are not declared are kept as they are. */
export function checkFields(value: JsonValue, type: FieldType, path: string): CheckedFields {
  const errors: FieldError[] = [];
  return { value: check(value, type, path, errors), errors };
}

function check(value: JsonValue, type: FieldType, path: string, errors: FieldError[]): JsonValue {
  if (type === "any") return value;
  if (typeof type === "string") return checkType(value, type, path, errors);
  if ("list" in type) return checkList(value, type.list, path, errors);
  if (!isObject(value)) return checkType(value, "object", path, errors);
  return "map" in type ? checkMap(value, type.map, path, errors) : checkGroup(value, type, path, errors);
}

function note(errors: FieldError[], error: FieldError): void {
  if (errors.length < maxFieldErrors) errors.push(error);
}

function checkType(value: JsonValue, type: string, path: string, errors: FieldError[]): JsonValue {
  const found = jsonType(value);
  if (found === type || (type === "number" && isNumber(found))) return value;
  const message = `Invalid value: "${found}": ${path} in body must be of type ${type}: "${found}"`;
  note(errors, { field: path, reason: "FieldValueTypeInvalid", message });
  return value;
}

function checkList(value: JsonValue, type: FieldType, path: string, errors: FieldError[]): JsonValue {
  if (!Array.isArray(value)) return checkType(value, "array", path, errors);
  return value.map((item, index) => check(item, type, `${path}[${index}]`, errors));
}

function checkMap(value: JsonObject, type: FieldType, path: string, errors: FieldError[]): JsonObject {
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    setMember(result, key, check(member ?? null, type, `${path}.${key}`, errors));
  }
  return result;
}

type Group = Extract<FieldType, { fields: unknown }>;

function checkGroup(
  value: JsonObject,
  { fields, required = [] }: Group,
  path: string,
  errors: FieldError[],
): JsonObject {
  const result: JsonObject = {};
  const pathOf = (key: string) => (path === "" ? key : `${path}.${key}`);
  for (const [key, member] of Object.entries(value)) {
    const type = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (member === undefined || (member === null && type !== undefined)) continue;
    setMember(result, key, check(member, type ?? "any", pathOf(key), errors));
  }
  const missing = required.filter((key) => (getMember(result, key) ?? "") === "");
  for (const key of missing) note(errors, requiredField(pathOf(key)));
  return result;
}
