import type { Body } from "../call";
import type { FieldError } from "../fieldError";
import { checkFields } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import type { Draft } from "../kinds/metadata";
import { readBody } from "../objects/body";
import { DecodeError, toDraft } from "../objects/decode";
import { badRequest, internalError } from "../statusError";
import { getMember, isObject, type JsonObject, type JsonValue, UnreadableError, wrongType } from "../text/json";
import type { World } from "../world";

/** What somebody applies: the fields that are to be theirs. */
export interface Configuration extends Omit<Draft, "spec"> {
  /** Undefined if the configuration says nothing about the spec. */
  spec: JsonValue | undefined;
  /** The whole of it as it was sent. */
  sent: JsonObject;
  /** A sentence for every key that was given twice. */
  warnings: string[];
}

/** Reads the YAML or JSON of an apply. What its schema does not have is refused, with the 500 of real servers. */
export function decodeConfiguration(world: World, kind: Kind, body: Body): Configuration {
  const { value: sent, warnings } = readConfiguration(body);
  checkType(world, kind, sent);
  if (isObject(sent.metadata) && (getMember(sent.metadata, "managedFields") ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  const draft = typed(world, kind, sent);
  return { ...draft, spec: sent.spec, sent, warnings };
}

function readConfiguration(body: Body): { value: JsonObject; warnings: string[] } {
  try {
    const { value, warnings } = readBody({ ...body, contentType: "application/yaml" });
    if (value === null) return { value: {}, warnings };
    if (isObject(value)) return { value, warnings };
    throw badRequest(`error decoding YAML: ${wrongType(value, "an object")}`);
  } catch (error) {
    if (error instanceof UnreadableError) throw badRequest(`error decoding YAML: ${error.message}`);
    throw error;
  }
}

function checkType(world: World, kind: Kind, { apiVersion = "", kind: found = "" }: JsonObject): void {
  if (apiVersion === world.apiVersion && found === kind.kind) return;
  const [version = "", group = ""] = String(apiVersion).split("/").reverse();
  throw badRequest(`invalid object type: ${group}/${version}, Kind=${found}`);
}

const isWrongType = ({ reason }: FieldError) => reason === "FieldValueTypeInvalid";

function typed(world: World, kind: Kind, sent: JsonObject): Draft {
  const refuse = (why: string) => {
    const metadata = isObject(sent.metadata) ? sent.metadata : {};
    const place = `${metadata.namespace ?? ""}/${metadata.name ?? ""}; ${world.apiVersion}, Kind=${kind.kind}`;
    return internalError(`failed to create typed patch object (${place}): ${why}`);
  };
  try {
    const { draft, unknown } = toDraft(world, sent);
    if (unknown.length > 0) throw refuse(`.${unknown[0]}: field not declared in schema`);
    const wrong = checkFields(sent.spec ?? {}, kind.spec(world.apiVersion), "spec", true).errors.find(isWrongType);
    if (wrong !== undefined) throw refuse(wrong.message);
    return draft;
  } catch (error) {
    if (error instanceof DecodeError) throw refuse(error.message);
    throw error;
  }
}
