import type { DraftMeta } from "../kinds/apiObject";
import { type GoType, metadataFields } from "../kinds/objectMeta";
import { getMember, isObject, type JsonObject, type JsonValue, jsonType } from "../text/json";
import { readLimits } from "../text/readLimits";
import { rfc3339Seconds } from "../text/rfc3339Seconds";

/** A value whose type does not fit the Go type that it is decoded into; the message is Go's. */
export class DecodeError extends Error {}

const goWords: Record<string, string> = { integer: "number", boolean: "bool" };
const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** The metadata of a request body, and the paths of fields that no server knows. */
export interface DecodedMetadata {
  metadata: DraftMeta;
  unknown: string[];
}

/** Reads metadata as Go's ObjectMeta does: nulls and empty values fall away, wrong types are refused. */
export function decodeMetadata(value: JsonValue | undefined): DecodedMetadata {
  if (value === undefined || value === null) return { metadata: {}, unknown: [] };
  if (!isObject(value)) throw wrongType(value, ".metadata", "v1.ObjectMeta");
  const unknown: string[] = [];
  const metadata = decodeStruct(value, metadataFields, "metadata", unknown);
  delete metadata.selfLink;
  // An empty list of managers is not the same as none: it forgets those that are recorded.
  if (Array.isArray(value.managedFields)) metadata.managedFields ??= [];
  return { metadata: metadata as DraftMeta, unknown };
}

function decodeStruct(value: JsonObject, fields: Record<string, GoType>, path: string, unknown: string[]): JsonObject {
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const type = getMember(fields as JsonObject, key) as GoType | undefined;
    if (type === undefined && unknown.length < readLimits.namedFields) unknown.push(`${path}.${key}`);
    if (type === undefined || member === undefined || member === null) continue;
    const decoded = decode(member, type, `${path}.${key}`, unknown);
    if (type === "raw" || !isEmpty(decoded)) result[key] = decoded;
  }
  return result;
}

function isEmpty(value: JsonValue): boolean {
  if (value === "" || value === 0 || value === false) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function decode(value: JsonValue, type: GoType, path: string, unknown: string[]): JsonValue {
  if (typeof type === "string") return decodePlain(value, type, path);
  if ("list" in type) {
    if (!Array.isArray(value)) throw wrongType(value, path, `[]${goName(type.list)}`);
    return value.map((item, index) => decodeItem(item, type.list, `${path}[${index}]`, unknown));
  }
  if (!isObject(value)) throw wrongType(value, path, goName(type));
  if ("struct" in type) return decodeStruct(value, type.struct, path, unknown);
  const entries = Object.entries(value).map(([key, member]) => [key, decodeText(member ?? null, path)]);
  return Object.fromEntries(entries) as JsonObject;
}

function decodeItem(item: JsonValue, type: GoType, path: string, unknown: string[]): JsonValue {
  if (item !== null) return decode(item, type, path, unknown);
  return type === "string" ? "" : {};
}

// In a map of texts a null is the zero value: the key stays.
function decodeText(value: JsonValue, path: string): string {
  if (value === null) return "";
  if (typeof value !== "string") throw wrongType(value, path, "string");
  return value;
}

function decodePlain(value: JsonValue, type: string, path: string): JsonValue {
  if (type === "raw") return value;
  const found = jsonType(value);
  if (type === "time") return decodeTime(value, path);
  const fits = { string: found === "string", bool: found === "boolean", int64: found === "integer" }[type];
  if (!fits) throw wrongType(value, path, type);
  return value;
}

function decodeTime(value: JsonValue, path: string): string {
  if (typeof value !== "string") throw wrongType(value, path, "string");
  if (!rfc3339.test(value) || Number.isNaN(Date.parse(value))) {
    const text = JSON.stringify(value);
    throw new DecodeError(`parsing time ${text} as "2006-01-02T15:04:05Z07:00": cannot parse ${text} as "2006"`);
  }
  return rfc3339Seconds(new Date(value));
}

function goName(type: GoType): string {
  if (typeof type === "string") return type;
  if ("list" in type) return `[]${goName(type.list)}`;
  return "map" in type ? "map[string]string" : "v1.Struct";
}

function wrongType(value: JsonValue, path: string, goType: string): DecodeError {
  const found = jsonType(value);
  const field = path.replace(/^\.?metadata\.?/, "").replace(/\[\d+\]/g, "");
  const place = field === "" ? ".metadata" : `ObjectMeta.${field}`;
  return new DecodeError(
    `json: cannot unmarshal ${goWords[found] ?? found} into Go struct field ${place} of type ${goType}`,
  );
}
