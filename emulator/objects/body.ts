import type { Body } from "../call";
import { checkFields } from "../kinds/fields";
import { badRequest, unsupportedMediaType } from "../statusError";
import { type JsonObject, type JsonValue, parseJson, UnreadableError } from "../text/json";
import { parseYaml } from "../text/yaml";

/** A body as it was read: the JSON value and a warning for every duplicate key. */
export interface DecodedBody {
  value: JsonValue;
  warnings: string[];
}

const typeMeta = { apiVersion: "string", kind: "string" } as const;
const shownBytes = 30;

/** The media type of a header without its parameters. */
export function mediaType(header: string | undefined): string {
  return header?.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Reads a body of JSON or YAML. The errors are those of the parsers. */
export function readBody(body: Body): DecodedBody {
  const type = mediaType(body.contentType);
  if (type === "" || type === "application/json") return readJson(body.text);
  if (type === "application/yaml") return readYaml(body);
  throw unsupportedMediaType(["application/json", "application/yaml"]);
}

function readJson(text: string): DecodedBody {
  const { value, duplicates } = parseJson(text);
  return { value, warnings: duplicates.map((key) => `duplicate field "${key}"`) };
}

function readYaml({ text, badBytes }: Body): DecodedBody {
  // Go replaces such bytes in JSON and refuses them in YAML.
  if (badBytes !== undefined) throw new UnreadableError("yaml: invalid UTF-8");
  try {
    if (text.trimStart().startsWith("{")) return readJson(text);
  } catch (error) {
    // It is YAML that starts with a flow map.
    if (!(error instanceof UnreadableError)) throw error;
  }
  const { value, duplicates } = parseYaml(text);
  return { value, warnings: duplicates };
}

/** A body that is an object with a kind. */
export interface DecodedObject extends DecodedBody {
  value: JsonObject;
}

/** Reads a body that must be an object; `inferred` replaces a missing kind and apiVersion. */
export function decodeBody(body: Body, kind: string, inferred?: { kind: string; apiVersion: string }): DecodedObject {
  const refuse = (why: string) =>
    badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why} (${summary(body)})`);
  const { value, warnings } = readOrRefuse(body, refuse);
  const [problem] = checkFields(value ?? {}, typeMeta, "", true).errors;
  if (problem !== undefined) throw refuse(problem.message);
  const object: JsonObject = { ...(value as JsonObject | null) };
  if (inferred !== undefined && value !== null) {
    Object.assign(object, { kind: object.kind || inferred.kind, apiVersion: object.apiVersion || inferred.apiVersion });
  }
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

// Real servers quote the start of a body as text if it looks like JSON, and as hex if not.
function summary({ text, badBytes }: Body): string {
  if (text === "") return "<empty>";
  const bytes = badBytes ?? Buffer.from(text);
  const start = bytes.subarray(0, shownBytes);
  const shown = text.startsWith("{") ? start.toString() : start.toString("hex");
  return bytes.length > shownBytes ? `${shown} ...` : shown;
}
