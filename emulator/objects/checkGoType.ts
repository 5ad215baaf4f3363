import type { FieldType } from "../kinds/fieldTypes";
import type { Kind } from "../kinds/kind";
import { kinds } from "../kinds/kinds";
import { type JsonObject, type JsonValue, jsonType, wrongType } from "../text/json";
import type { World } from "../world";
import { DecodeError } from "./decodeGoStruct";

const scheme = 'in scheme "pkg/runtime/scheme.go:110"';
const goWords: Record<string, string> = { integer: "int64", boolean: "bool" };

/** Where a value stands: the path of its field, and the Go type that has the field. */
interface Place {
  path: string;
  owner: string;
}

/** Refuses an object that does not fit the Go type of a kind, as a server does that decodes into it. */
export function checkGoType(world: World, kind: Kind, object: JsonObject): void {
  const { apiVersion, kind: found } = object;
  const isKnown = apiVersion === world.apiVersion && kinds.some((one) => one.kind === found);
  if (!isKnown) throw new DecodeError(`no kind "${found}" is registered for version "${apiVersion}" ${scheme}`);
  if (found !== kind.kind) {
    const types = `(v1.${found}) to (management.${kind.kind})`;
    throw new DecodeError(`converting ${types}: unknown conversion`);
  }
  check(object.spec ?? null, kind.spec(world.apiVersion), { path: "spec", owner: kind.kind }, `${kind.kind}Spec`);
}

/** `name` is what the Go type of a group is called. */
function check(value: JsonValue, type: FieldType, place: Place, name: string): void {
  if (value === null || type === "any") return;
  if (jsonType(value) !== shapeOf(type)) throw decodeError(value, type, place, name);
  if (typeof type === "string") return;
  if ("list" in type) for (const item of value as JsonValue[]) check(item, type.list, place, name);
  else for (const [key, member] of Object.entries(value)) checkMember(key, member ?? null, type, place, name);
}

function shapeOf(type: Exclude<FieldType, "any">): string {
  if (typeof type === "string") return type;
  return "list" in type ? "array" : "object";
}

type Members = Extract<FieldType, { map: unknown } | { fields: unknown }>;

function checkMember(key: string, value: JsonValue, type: Members, { path, owner }: Place, name: string): void {
  if ("map" in type) check(value, type.map, { path, owner }, name);
  else if (Object.hasOwn(type.fields, key)) {
    check(value, type.fields[key] ?? "any", { path: `${path}.${key}`, owner: name }, capitalised(key));
  }
}

function decodeError(value: JsonValue, type: FieldType, { path, owner }: Place, name: string): DecodeError {
  const wanted = goName(type, name);
  return new DecodeError(`${owner}.${path}: ${wrongType(value, wanted)}`);
}

function goName(type: FieldType, name: string): string {
  if (typeof type === "string") return goWords[type] ?? type;
  if ("list" in type) return `[]${goName(type.list, name)}`;
  return "map" in type ? `map[string]${goName(type.map, name)}` : `v1.${name}`;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
