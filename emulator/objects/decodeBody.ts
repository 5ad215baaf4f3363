import type { Body } from "../call";
import { badRequest, objectMediaTypes, unsupportedMediaType } from "../statusError";
import { cannotUnmarshal } from "../text/cannotUnmarshal";
import { getMember, isObject, type JsonObject, type JsonValue } from "../text/json";
import { JsonSyntaxError, parseJson } from "../text/parseJson";
import { parseYaml } from "../text/parseYaml";
import { YamlError } from "../text/yamlSchema";

/** A body as it was read: the JSON value and a warning for every doubled key. */
export interface DecodedBody {
  value: JsonValue;
  warnings: string[];
}

const readers = new Map<string, (body: Body) => DecodedBody>([
  ["", readJson],
  ["application/json", readJson],
  ["application/yaml", readYaml],
]);
const typeMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const shownBytes = 30;

/** The media type of a header without its parameters. */
export function mediaType(header: string | undefined): string {
  return header?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Reads a body that is JSON or YAML; errors are those of the two parsers. */
export function readBody(body: Body): DecodedBody {
  const read = readers.get(mediaType(body.contentType));
  if (read === undefined) throw unsupportedMediaType(objectMediaTypes);
  return read(body);
}

function readJson({ text }: Body): DecodedBody {
  const { value, duplicates } = parseJson(text);
  return { value, warnings: duplicates.map((path) => `duplicate field "${path}"`) };
}

function readYaml(body: Body): DecodedBody {
  const { text, badBytes } = body;
  // Go's reader of JSON replaces such bytes, that of YAML refuses them.
  if (badBytes !== undefined) throw new YamlError("yaml: invalid leading UTF-8 octet");
  const asJson = text.trimStart().startsWith("{") ? tryJson(body) : undefined;
  if (asJson !== undefined) return asJson;
  const { value, duplicates } = parseYaml(text);
  return { value, warnings: duplicates };
}

function tryJson(body: Body): DecodedBody | undefined {
  try {
    return readJson(body);
  } catch (error) {
    // Not JSON, then it is YAML that starts with a flow map.
    if (!(error instanceof JsonSyntaxError)) throw error;
    return undefined;
  }
}

/** Says whether an error means that a body is neither JSON nor YAML. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof JsonSyntaxError || error instanceof YamlError;
}

/** The message of a body that cannot be parsed. */
export function unreadableMessage(error: Error): string {
  return error instanceof JsonSyntaxError
    ? `couldn't get version/kind; json parse error: ${error.message}`
    : error.message;
}

/** A body that is an object with a kind. */
export interface DecodedObject extends DecodedBody {
  value: JsonObject;
}

/** Reads a body that has to be an object of the given kind; `inferred` fills in kind and apiVersion if they are missing. */
export function decodeBody(body: Body, kind: string, inferred?: { kind: string; apiVersion: string }): DecodedObject {
  const refuse = (why: string) =>
    badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${summary(body)})`);
  const { value, warnings } = readOrRefuse(body, refuse);
  if (value === null) throw refuse(`Object 'Kind' is missing in '${body.text}'`);
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw refuse(`couldn't get version/kind; json parse error: ${problem}`);
  const object: JsonObject = { ...(value as JsonObject) };
  if (inferred !== undefined)
    Object.assign(object, { kind: object.kind || inferred.kind, apiVersion: object.apiVersion || inferred.apiVersion });
  if (!object.kind) throw refuse(`Object 'Kind' is missing in '${body.text}'`);
  return { value: object, warnings };
}

function readOrRefuse(body: Body, refuse: (why: string) => Error): DecodedBody {
  try {
    return readBody(body);
  } catch (error) {
    if (isUnreadable(error)) throw refuse(unreadableMessage(error));
    throw error;
  }
}

/** Why a value has no kind and apiVersion that can be read, in Go's words; undefined if it has. */
export function typeMetaProblem(value: JsonValue): string | undefined {
  if (!isObject(value)) return cannotUnmarshal(value, `value of type ${typeMeta}`);
  for (const field of ["apiVersion", "kind"]) {
    const member = getMember(value, field) ?? "";
    if (typeof member !== "string") return cannotUnmarshal(member, `struct field .${field} of type string`);
  }
  return undefined;
}

// Real servers quote the start of a body as text if it looks like JSON, and as hex if not.
function summary({ text, badBytes }: Body): string {
  if (text === "") return "<empty>";
  const bytes = badBytes ?? Buffer.from(text);
  const start = bytes.subarray(0, shownBytes);
  const shown = text.startsWith("{") ? start.toString() : start.toString("hex");
  return bytes.length > shownBytes ? `${shown} ...` : shown;
}
