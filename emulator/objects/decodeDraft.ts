import type { Call } from "../call";
import type { Draft } from "../kinds/apiObject";
import type { Kind } from "../kinds/kind";
import { badRequest } from "../statusError";
import { type JsonObject, limits } from "../text/json";
import type { World } from "../world";
import { checkGoType } from "./checkGoType";
import { decodeBody } from "./decodeBody";
import { DecodeError } from "./decodeGoStruct";
import { decodeMetadata } from "./decodeMetadata";
import { type FieldValidation, heeded } from "./fieldValidation";

const commonFields = ["apiVersion", "kind", "metadata", "status"];
const objectFields = [...commonFields, "spec"];

/** Reads the body of a create or replace into a draft; unknown and doubled fields become warnings, or errors if strict. */
export function decodeDraft(world: World, kind: Kind, call: Call, options: FieldValidation): Draft {
  const inferred = world.flavour.decodesGoTypes ? { kind: kind.kind, apiVersion: world.apiVersion } : undefined;
  const { value, warnings } = decodeBody(call.body, kind.kind, inferred);
  const draft = withContext(kind, value, () => decodeObject(world, kind, value, warnings));
  report(kind, call, options, warnings);
  if (draft.apiVersion !== world.apiVersion) throw wrongVersion(world, draft.apiVersion);
  return draft;
}

/** Turns a JSON object of a kind into a draft, in the way in which this platform decodes bodies and patched objects. */
export function decodeObject(world: World, kind: Kind, value: JsonObject, warnings: string[]): Draft {
  if (world.flavour.decodesGoTypes) checkGoType(world, kind, value);
  return toDraft(world, value, warnings);
}

/** Turns a JSON object into a draft and adds a warning for every field that no server knows. */
export function toDraft(world: World, value: JsonObject, warnings: string[]): Draft {
  const apiVersion = typeof value.apiVersion === "string" ? value.apiVersion : "";
  // Another version of the group has no spec that this server knows.
  const isOtherVersion = apiVersion !== world.apiVersion && apiVersion.startsWith(`${world.group}/`);
  const known = isOtherVersion ? commonFields : objectFields;
  const unknown = Object.keys(value).filter((field) => !known.includes(field));
  const decoded = decodeMetadata(value.metadata);
  const named = [...unknown, ...decoded.unknown].slice(0, limits.namedFields);
  warnings.push(...named.map((field) => `unknown field "${field}"`));
  const kind = typeof value.kind === "string" ? value.kind : "";
  return { apiVersion, kind, metadata: decoded.metadata, spec: value.spec ?? {} };
}

/** Sends warnings on as the caller asked: as errors, as headers or not at all. */
export function report(kind: Kind, call: Call, options: FieldValidation, warnings: readonly string[]): void {
  const refuse = (found: readonly string[]) =>
    badRequest(`${handled(kind)}: strict decoding error: ${found.join(", ")}`);
  call.warnings.push(...heeded(warnings, options, refuse));
}

function withContext<T>(kind: Kind, value: JsonObject, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`${handled(kind, value)}: ${error.message}`);
    throw error;
  }
}

function handled({ kind }: Kind, found: JsonObject = {}): string {
  const version = String(found.apiVersion ?? "v1").replace(/^.*\//, "");
  return `${found.kind ?? kind} in version "${version}" cannot be handled as a ${kind}`;
}

function wrongVersion(world: World, found: string) {
  const expected = world.apiVersion;
  return badRequest(`the API version in the data (${found}) does not match the expected API version (${expected})`);
}
