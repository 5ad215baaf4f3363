import type { Body } from "../call";
import { badRequest, objectMediaTypes, unsupportedMediaType } from "../statusError";
import {
  getMember,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  UnreadableError,
  wrongType,
} from "../text/json";
import { parseYaml } from "../text/yaml";

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
  return { value, warnings: duplicates.map((key) => `duplicate field "${key}"`) };
}

function readYaml(body: Body): DecodedBody {
  const { text, badBytes } = body;
  // Go's reader of JSON replaces such bytes, that of YAML refuses them.
  if (badBytes !== undefined) throw new UnreadableError("yaml: invalid leading UTF-8 octet");
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
    if (!(error instanceof UnreadableError)) throw error;
    return undefined;
  }
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
  if (problem !== undefined) throw refuse(problem);
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
    if (error instanceof UnreadableError) throw refuse(error.message);
    throw error;
  }
}

/** Why kind and apiVersion of a value cannot be read; undefined if they can. */
export function typeMetaProblem(value: JsonValue): string | undefined {
  if (!isObject(value)) return wrongType(value, "an object");
  for (const field of ["apiVersion", "kind"]) {
    const member = getMember(value, field) ?? "";
    if (typeof member !== "string") return `${field}: ${wrongType(member, "a string")}`;
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
