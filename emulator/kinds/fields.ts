import { type FieldError, invalidField, requiredField, unsupportedField } from "../statusError";
import { rfc3339Seconds } from "../text/formats";
import { getMember, isObject, type JsonObject, type JsonValue, jsonType, setMember } from "../text/json";

const words = {
  string: { type: "string" },
  integer: { type: "integer", format: "int64" },
  boolean: { type: "boolean" },
  /** RFC 3339. */
  time: { type: "string", format: "date-time" },
  /** Base64. */
  bytes: { type: "string", format: "byte" },
  any: { "x-kubernetes-preserve-unknown-fields": true },
  /** Any value, which is kept with its empty fields. */
  raw: { type: "object" },
} as const;

/**
 * The description of a value: a word, `a|b` for one of these texts, `[item]` for a list, `{ "*":
 * entry }` for a map, or the fields of an object. A name that ends in `!` is required. One that
 * ends in `+` is a field that Go types show even if it is empty. Decoding, validation and the
 * schema follow from it.
 */
export type FieldType = keyof typeof words | `${string}|${string}` | readonly [FieldType] | Fields;

/** The fields of an object, or the one type of the entries of a map. */
export interface Fields {
  readonly [name: string]: FieldType;
}

/** Fields of one type, by their names in a text. */
export const typed = <T extends FieldType>(type: T, names: string): Record<string, T> =>
  Object.fromEntries(names.split(" ").map((name) => [name, type]));

/** A list of texts. */
export const texts = ["string"] as const;

/** A map of texts. */
export const textMap: Fields = { "*": "string" };

/** A checked value: what is kept of it, what is wrong, and its unknown fields. */
export interface Checked {
  value: JsonValue;
  errors: FieldError[];
  unknown: string[];
}

/** The most problems in one response, so that a large body does not get gigabytes. */
export const maxFieldErrors = 1000;
const maxUnknown = 100;
const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const notBase64 = /[^A-Za-z0-9+/=]|=[^=]|===/;

const forms: Record<string, { name: string; is: (text: string) => boolean }> = {
  time: { name: "a time of RFC 3339", is: (text) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)) },
  bytes: { name: "base64", is: (text) => text.length % 4 === 0 && !notBase64.test(text) },
};

/**
 * Checks a value against its type. An open value keeps unknown fields, as custom resources do.
 * Others are decoded as Go does: unknown fields are dropped and named, and nulls in lists and maps
 * become empty values.
 */
export function checkFields(value: JsonValue, type: FieldType, path: string, isOpen: boolean): Checked {
  const walk = new Walk(isOpen);
  return { value: walk.check(value, type, path), errors: walk.errors, unknown: walk.unknown };
}

class Walk {
  readonly errors: FieldError[] = [];
  readonly unknown: string[] = [];

  constructor(private readonly isOpen: boolean) {}

  check(value: JsonValue, type: FieldType, path: string): JsonValue {
    if (type === "any" || type === "raw") return value;
    const [wanted, found] = [jsonTypeOf(type), jsonType(value)];
    if (found !== wanted) {
      const message = `Invalid value: "${found}": ${path || "the object"} in body must be of type ${wanted}`;
      this.note({ field: path, reason: "FieldValueTypeInvalid", message });
      return value;
    }
    if (isList(type)) return (value as JsonValue[]).map((item, i) => this.entry(item, type[0], `${path}[${i}]`));
    if (typeof type === "object") return this.checkObject(value as JsonObject, type, path);
    return typeof value === "string" ? this.checkText(value, type, path) : value;
  }

  private checkObject(value: JsonObject, type: Fields, path: string): JsonObject {
    const result: JsonObject = {};
    const placeOf = (key: string) => (path === "" ? key : `${path}.${key}`);
    for (const [key, member = null] of Object.entries(value)) {
      const kept = this.checkMember(member, type, key, placeOf(key));
      if (kept !== undefined) setMember(result, key, kept);
    }
    const missing = requiredNames(type).filter((name) => (getMember(result, name) ?? "") === "");
    for (const name of missing) this.note(requiredField(placeOf(name)));
    return result;
  }

  /** Undefined for a member that is dropped. */
  private checkMember(value: JsonValue, type: Fields, key: string, path: string): JsonValue | undefined {
    if (type["*"] !== undefined) return this.entry(value, type["*"], path);
    const field = memberType(type, key);
    if (field !== undefined) return value === null ? undefined : this.check(value, field, path);
    if (this.isOpen) return value;
    if (this.unknown.length < maxUnknown) this.unknown.push(path);
    return undefined;
  }

  private entry(value: JsonValue, type: FieldType, path: string): JsonValue {
    return value === null && !this.isOpen ? emptyValue(type) : this.check(value, type, path);
  }

  private checkText(value: string, type: string, path: string): string {
    const allowed = type.split("|");
    if (allowed.length > 1 && !allowed.includes(value)) this.note(unsupportedField(path, value, allowed));
    const form = forms[type];
    if (form?.is(value) === false) this.note(invalidField(path, JSON.stringify(value), `must be ${form.name}`));
    else if (type === "time" && !this.isOpen) return rfc3339Seconds(new Date(value));
    return value;
  }

  private note(error: FieldError): void {
    if (this.errors.length < maxFieldErrors) this.errors.push(error);
  }
}

function isList(type: FieldType): type is readonly [FieldType] {
  return Array.isArray(type);
}

function jsonTypeOf(type: FieldType): string {
  if (typeof type === "object") return isList(type) ? "array" : "object";
  return type === "integer" || type === "boolean" ? type : "string";
}

function emptyValue(type: FieldType): JsonValue {
  if (type === "any") return null;
  return { string: "", integer: 0, boolean: false, array: [], object: {} }[jsonTypeOf(type)] ?? null;
}

function requiredNames(type: Fields): string[] {
  return Object.keys(type).flatMap((name) => (name.endsWith("!") ? name.slice(0, -1) : []));
}

/** The type of a field; undefined for an entry of a map and for a field that is not described. */
export function memberType(type: FieldType | undefined, name: string): FieldType | undefined {
  if (typeof type !== "object" || isList(type) || name === "*") return undefined;
  const key = [name, `${name}!`, `${name}+`].find((each) => Object.hasOwn(type, each));
  return key === undefined ? undefined : type[key];
}

/**
 * Drops what `omitempty` of Go drops, and adds the fields that are always shown. Entries of maps
 * and items of lists stay.
 */
export function dropEmptyFields(value: JsonValue, type: FieldType = "any"): JsonValue {
  if (Array.isArray(value)) return value.map((item) => dropEmptyFields(item, isList(type) ? type[0] : "any"));
  if (!isObject(value) || (typeof type === "object" && "*" in type)) return value;
  const shown = typeof type === "object" && !isList(type) ? shownFields(type) : {};
  const result: JsonObject = {};
  for (const [key, member = null] of Object.entries({ ...shown, ...value })) {
    const field = memberType(type, key);
    const kept = field === "raw" ? member : dropEmptyFields(member, field);
    const isEmpty = typeof kept === "object" && kept !== null ? Object.keys(kept).length === 0 : !kept;
    if (field === "raw" || !isEmpty || Object.hasOwn(shown, key)) setMember(result, key, kept);
  }
  return result;
}

/** The empty values of the fields that are always shown. An absent list is null there. */
function shownFields(type: Fields): JsonObject {
  const shown = Object.entries(type).filter(([name]) => name.endsWith("+"));
  return Object.fromEntries(
    shown.map(([name, field]) => [fieldName(name), isList(field) ? null : (emptyValue(field) ?? {})]),
  );
}

const fieldName = (name: string) => name.replace(/[!+]$/, "");

/** The OpenAPI schema of a type. Open objects say that they keep unknown fields. */
export function schemaOf(type: FieldType, isOpen: boolean): JsonObject {
  if (typeof type === "string") {
    const word = Object.entries(words).find(([name]) => name === type)?.[1];
    return word ? { ...word } : { type: "string", enum: type.split("|") };
  }
  if (isList(type)) return { type: "array", items: schemaOf(type[0], isOpen) };
  if (type["*"] !== undefined) return { type: "object", additionalProperties: schemaOf(type["*"], isOpen) };
  const properties = Object.entries(type).map(([name, field]) => [fieldName(name), schemaOf(field, isOpen)]);
  const required = requiredNames(type);
  return {
    ...(isOpen && words.any),
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}
