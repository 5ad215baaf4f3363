import type { Call } from "../call";
import { checkFields, dropEmptyFields, type Fields } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { type Draft, type DraftMeta, fieldsOf, objectMeta } from "../kinds/metadata";
import { badRequest } from "../statusError";
import { isObject, type JsonObject, type JsonValue, limits } from "../text/json";
import type { World } from "../world";
import { decodeBody } from "./body";

// What Go cannot read, in contrast to what it reads and a server then refuses.
const undecodable = new Set(["FieldValueTypeInvalid", "FieldValueInvalid"]);

/** A value that does not fit the type that it is decoded into. */
export class DecodeError extends Error {}

/** How unknown and duplicate fields are reported: as an error, as warnings, or not at all. */
export interface FieldValidation {
  strict: boolean;
  warns: boolean;
}

/** Something decoded, with the names of its unknown fields. */
interface Decoded<Value> {
  value: Value;
  unknown: string[];
}

/** Reads the body of a create or replace. */
export function decodeDraft(world: World, kind: Kind, call: Call, options: FieldValidation): Draft {
  const inferred = world.goTypes ? { kind: kind.kind, apiVersion: world.apiVersion } : undefined;
  const { value, warnings } = decodeBody(call.body, kind.kind, inferred);
  const draft = inContext(kind.kind, () => decodeObject(world, kind, value, warnings));
  report(kind.kind, call, options, warnings);
  const [found, expected] = [draft.apiVersion, world.apiVersion];
  if (found === expected) return draft;
  throw badRequest(`the API version in the data (${found}) does not match the expected API version (${expected})`);
}

/** Decodes a JSON object of a kind, as this platform decodes bodies and patched objects. */
export function decodeObject(world: World, kind: Kind, value: JsonObject, warnings: string[]): Draft {
  const { value: draft, unknown } = toDraft(world, kind, value);
  warnings.push(...unknownFields(unknown));
  if (!world.goTypes) return draft;
  refuseOtherType(world, kind.kind, value);
  const decoded = decodeFieldsOf(world, kind, draft);
  warnings.push(...unknownFields(decoded.unknown));
  return decoded.value;
}

const unknownFields = (unknown: readonly string[]) =>
  unknown.slice(0, limits.namedFields).map((field) => `unknown field "${field}"`);

function refuseOtherType({ apiVersion }: World, kind: string, found: JsonObject): void {
  if (found.kind === kind && found.apiVersion === apiVersion) return;
  throw new DecodeError(`${found.kind} of version "${found.apiVersion}" is no ${kind} of version "${apiVersion}"`);
}

/** Decodes the fields beside the metadata; the first that cannot be read throws. */
export function decodeFieldsOf(world: World, kind: Kind, draft: Draft): Decoded<Draft> {
  const type = { ...kind.fields(world.apiVersion), ...(kind.status && { status: kind.status }) };
  const sent = { ...draft.fields, ...(draft.status !== undefined && { status: draft.status }) };
  const { value, errors, unknown } = checkFields(sent, type, "", world.keepsUnknownFields);
  const wrong = errors.find(({ reason }) => undecodable.has(reason));
  if (wrong !== undefined) throw new DecodeError(wrong.message);
  const { status, ...fields } = value as JsonObject;
  return { value: { ...draft, fields, status }, unknown };
}

/** Decodes a JSON object into a draft, without the fields beside metadata that no server knows. */
export function toDraft(world: World, kind: Kind, value: JsonObject): Decoded<Draft> {
  const apiVersion = typeof value.apiVersion === "string" ? value.apiVersion : "";
  // This server knows no spec of another version of the group.
  const isOtherVersion = apiVersion !== world.apiVersion && apiVersion.startsWith(`${world.group}/`);
  const known = isOtherVersion ? {} : kind.fields(world.apiVersion);
  const sent = Object.entries(fieldsOf(value));
  const { value: metadata, unknown } = decodeMetadata(value.metadata);
  const fields = Object.fromEntries(sent.filter(([field]) => Object.hasOwn(known, field)));
  return {
    value: { apiVersion, kind: String(value.kind ?? ""), metadata, fields, status: value.status },
    unknown: [...sent.map(([field]) => field).filter((field) => !Object.hasOwn(known, field)), ...unknown],
  };
}

/** The metadata of an object without empty values. */
export function decodeMetadata(sent: JsonValue | undefined): Decoded<DraftMeta> {
  const { value, unknown } = decodeFields(sent ?? {}, objectMeta, "metadata");
  const { selfLink, ...metadata } = dropEmptyFields(value, objectMeta) as DraftMeta;
  // An empty list of managers is not the same as none: it removes those that are recorded.
  if (isObject(sent) && Array.isArray(sent.managedFields)) metadata.managedFields ??= [];
  return { value: metadata, unknown };
}

/** Decodes a value into a type without open objects; the first error throws. */
export function decodeFields(value: JsonValue, type: Fields, path: string): Decoded<JsonValue> {
  const { errors, ...decoded } = checkFields(value, type, path, false);
  if (errors[0] !== undefined) throw new DecodeError(errors[0].message);
  return decoded;
}

/** Reads a request that is never stored; `errors` are its wrong fields beside metadata. */
export function decodeRequest(world: World, kind: string, type: Fields, call: Call, options: FieldValidation) {
  const { value, warnings } = decodeBody(call.body, kind, { kind, apiVersion: world.apiVersion });
  const checked = inContext(kind, () => {
    refuseOtherType(world, kind, value);
    const { unknown, ...fields } = checkFields(fieldsOf(value), type, "", false);
    return { ...fields, unknown: [...unknown, ...decodeMetadata(value.metadata).unknown] };
  });
  report(kind, call, options, [...warnings, ...unknownFields(checked.unknown)]);
  return { value, fields: checked.value as JsonObject, errors: checked.errors };
}

/** Reports warnings as requested. */
export function report(kind: string, call: Call, options: FieldValidation, warnings: readonly string[]): void {
  if (options.strict && warnings.length > 0) throw unhandled(kind, `strict decoding error: ${warnings.join(", ")}`);
  if (options.warns) call.warnings.push(...warnings);
}

/** Runs a decoder whose error is a 400 that names the kind. */
function inContext<T>(kind: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) throw unhandled(kind, error.message);
    throw error;
  }
}

const unhandled = (kind: string, why: string) =>
  badRequest(`${kind} in version "v1" cannot be handled as a ${kind}: ${why}`);
