import type { GoStruct, GoType } from "../kinds/goType";
import { getMember, isObject, type JsonObject, type JsonValue, jsonType, limits, wrongType } from "../text/json";
import { rfc3339Seconds } from "../text/rfc3339Seconds";

/** A value whose type does not fit the Go type that it is decoded into; the message is Go's. */
export class DecodeError extends Error {}

/** Where a value stands: the path of its field within the whole, and the Go struct that has the field. */
interface Place {
  path: string;
  owner: string;
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** A decoded struct, and the paths of fields that it does not have. */
export interface DecodedStruct {
  value: JsonObject;
  unknown: string[];
}

/** Reads an object as Go does into a struct: nulls and empty values fall away, wrong types are refused. */
export function decodeGoStruct(value: JsonObject, type: GoStruct): DecodedStruct {
  const unknown: string[] = [];
  return { value: decodeStruct(value, type, "", unknown), unknown };
}

function decodeStruct(value: JsonObject, { struct, name }: GoStruct, path: string, unknown: string[]): JsonObject {
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const place = { path: path === "" ? key : `${path}.${key}`, owner: name };
    const type = getMember(struct as unknown as JsonObject, key) as GoType | undefined;
    if (type === undefined && unknown.length < limits.namedFields) unknown.push(place.path);
    if (type === undefined || member === undefined || member === null) continue;
    const decoded = decode(member, type, place, unknown);
    if (keepsEmpty(type) || !isEmpty(decoded)) result[key] = decoded;
  }
  return result;
}

function keepsEmpty(type: GoType): boolean {
  return type === "raw" || (typeof type === "object" && "pointer" in type);
}

function isEmpty(value: JsonValue): boolean {
  if (value === "" || value === 0 || value === false) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function decode(value: JsonValue, type: GoType, place: Place, unknown: string[]): JsonValue {
  if (typeof type === "string") return decodePlain(value, type, place);
  if ("pointer" in type) return decode(value, type.pointer, place, unknown);
  if ("text" in type) return typeof value === "string" ? value : refuse(value, place, type);
  if ("list" in type) {
    if (!Array.isArray(value)) return refuse(value, place, type);
    const items = (index: number) => ({ ...place, path: `${place.path}[${index}]` });
    return value.map((item, index) => decodeItem(item, type.list, items(index), unknown));
  }
  if (!isObject(value)) return refuse(value, place, type);
  if ("struct" in type) return decodeStruct(value, type, place.path, unknown);
  const entries = Object.entries(value).map(([key, member]) => [key, decodeText(member ?? null, place)]);
  return Object.fromEntries(entries) as JsonObject;
}

function decodeItem(item: JsonValue, type: GoType, place: Place, unknown: string[]): JsonValue {
  if (item !== null) return decode(item, type, place, unknown);
  return type === "string" ? "" : {};
}

// In a map of texts a null is the zero value: the key stays.
function decodeText(value: JsonValue, place: Place): JsonValue {
  if (value === null) return "";
  return typeof value === "string" ? value : refuse(value, place, "string");
}

function decodePlain(value: JsonValue, type: Extract<GoType, string>, place: Place): JsonValue {
  if (type === "raw") return value;
  if (type === "time") return decodeTime(value, place);
  const found = jsonType(value);
  const fits = { string: found === "string", bool: found === "boolean", int64: found === "integer" }[type];
  return fits ? value : refuse(value, place, type);
}

function decodeTime(value: JsonValue, place: Place): JsonValue {
  if (typeof value !== "string") return refuse(value, place, "string");
  if (!rfc3339.test(value) || Number.isNaN(Date.parse(value))) {
    const text = JSON.stringify(value);
    throw new DecodeError(`parsing time ${text} as "2006-01-02T15:04:05Z07:00": cannot parse ${text} as "2006"`);
  }
  return rfc3339Seconds(new Date(value));
}

function goName(type: GoType): string {
  if (typeof type === "string") return type;
  if ("pointer" in type) return goName(type.pointer);
  if ("text" in type) return type.text;
  if ("list" in type) return `[]${goName(type.list)}`;
  return "map" in type ? "map[string]string" : `v1.${type.name}`;
}

function refuse(value: JsonValue, { path, owner }: Place, type: GoType): never {
  const field = `${owner}.${path.replace(/\[\d+\]/g, "")}`;
  throw new DecodeError(`${field}: ${wrongType(value, goName(type))}`);
}
