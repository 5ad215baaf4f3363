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

/** Reads the body of a create or replace. */
export function decodeDraft(world: World, kind: Kind, call: Call, options: FieldValidation): Draft {
  const inferred = world.flavor.decodesGoTypes ? { kind: kind.kind, apiVersion: world.apiVersion } : undefined;
  const { value, warnings } = decodeBody(call.body, kind.kind, inferred);
  const draft = inContext(kind.kind, value, () => decodeObject(world, kind, value, warnings));
  report(kind.kind, call, options, warnings);
  const [found, expected] = [draft.apiVersion, world.apiVersion];
  if (found === expected) return draft;
  throw badRequest(`the API version in the data (${found}) does not match the expected API version (${expected})`);
}

/** Decodes a JSON object of a kind, as this platform decodes bodies and patched objects. */
export function decodeObject(world: World, kind: Kind, value: JsonObject, warnings: string[]): Draft {
  const { draft, unknown } = toDraft(world, kind, value);
  warnings.push(...unknown.map((field) => `unknown field "${field}"`));
  if (!world.flavor.decodesGoTypes) return draft;
  refuseOtherKind(world, kind, value);
  const decoded = decodeFieldsOf(world, kind, draft);
  warnings.push(...decoded.unknown.map((field) => `unknown field "${field}"`));
  return decoded.draft;
}

function refuseOtherKind(world: World, kind: Kind, { apiVersion, kind: found }: JsonObject): void {
  const isKnown = apiVersion === world.apiVersion && world.kinds.some((one) => one.kind === found);
  if (!isKnown) throw new DecodeError(`no kind "${found}" is registered for version "${apiVersion}"`);
  if (found !== kind.kind) throw new DecodeError(`converting ${found} to ${kind.kind}: unknown conversion`);
}

/** Decodes the fields beside the metadata; the first that cannot be read throws. */
export function decodeFieldsOf(world: World, kind: Kind, draft: Draft): { draft: Draft; unknown: string[] } {
  const type = { ...kind.fields(world.apiVersion), ...(kind.status && { status: kind.status }) };
  const sent = { ...draft.fields, ...(draft.status !== undefined && { status: draft.status }) };
  const { value, errors, unknown } = checkFields(sent, type, "", world.flavor.keepsUnknownFields);
  const wrong = errors.find(({ reason }) => undecodable.has(reason));
  if (wrong !== undefined) throw new DecodeError(wrong.message);
  const { status, ...fields } = value as JsonObject;
  return { draft: { ...draft, fields, status }, unknown };
}

/** Decodes a JSON object into a draft, and names the fields that no server knows. */
export function toDraft(world: World, kind: Kind, value: JsonObject): { draft: Draft; unknown: string[] } {
  const apiVersion = typeof value.apiVersion === "string" ? value.apiVersion : "";
  // This server knows no spec of another version of the group.
  const isOtherVersion = apiVersion !== world.apiVersion && apiVersion.startsWith(`${world.group}/`);
  const known = isOtherVersion ? {} : kind.fields(world.apiVersion);
  const sent = Object.entries(fieldsOf(value));
  const { metadata, unknown } = decodeMetadata(value.metadata);
  const named = [...sent.map(([field]) => field).filter((field) => !Object.hasOwn(known, field)), ...unknown];
  const fields = Object.fromEntries(sent.filter(([field]) => Object.hasOwn(known, field)));
  return {
    draft: { apiVersion, kind: String(value.kind ?? ""), metadata, fields, status: value.status },
    unknown: named.slice(0, limits.namedFields),
  };
}

/** The metadata of an object without empty values, and its unknown fields. */
export function decodeMetadata(value: JsonValue | undefined): { metadata: DraftMeta; unknown: string[] } {
  const decoded = decodeFields(value ?? {}, objectMeta, "metadata");
  const { selfLink, ...metadata } = dropEmptyFields(decoded.value, objectMeta) as DraftMeta;
  // An empty list of managers is not the same as none: it removes those that are recorded.
  if (isObject(value) && Array.isArray(value.managedFields)) metadata.managedFields ??= [];
  return { metadata, unknown: decoded.unknown };
}

/** Decodes a value into a type without open objects; the first error throws. */
export function decodeFields(value: JsonValue, type: Fields, path: string): { value: JsonValue; unknown: string[] } {
  const { errors, ...decoded } = checkFields(value, type, path, false);
  const [first] = errors;
  if (first !== undefined) throw new DecodeError(first.message);
  return decoded;
}

/** Reads a request that is never stored; `errors` are its wrong fields beside metadata. */
export function decodeRequest(world: World, kind: string, type: Fields, call: Call, options: FieldValidation) {
  const { value, warnings } = decodeBody(call.body, kind, { kind, apiVersion: world.apiVersion });
  const checked = inContext(kind, value, () => {
    if (value.kind !== kind || value.apiVersion !== world.apiVersion) {
      throw new DecodeError(`no kind "${value.kind}" is registered for version "${value.apiVersion}" and this path`);
    }
    const { unknown, ...fields } = checkFields(fieldsOf(value), type, "", false);
    return { ...fields, unknown: [...unknown, ...decodeMetadata(value.metadata).unknown].slice(0, limits.namedFields) };
  });
  report(kind, call, options, [...warnings, ...checked.unknown.map((field) => `unknown field "${field}"`)]);
  return { value, fields: checked.value as JsonObject, errors: checked.errors };
}

/** Reports warnings as the caller asked. */
export function report(kind: string, call: Call, options: FieldValidation, warnings: readonly string[]): void {
  if (options.strict && warnings.length > 0) {
    throw badRequest(`${handled(kind)}: strict decoding error: ${warnings.join(", ")}`);
  }
  if (options.warns) call.warnings.push(...warnings);
}

/** Runs a decoder whose error is a 400 that names the kind. */
export function inContext<T>(kind: string, value: JsonObject, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`${handled(kind, value)}: ${error.message}`);
    throw error;
  }
}

function handled(kind: string, found: JsonObject = {}): string {
  const version = String(found.apiVersion ?? "v1").replace(/^.*\//, "");
  return `${found.kind ?? kind} in version "${version}" cannot be handled as a ${kind}`;
}
