import type { FieldError } from "../fieldError";
import type { Kind } from "../kinds/kind";
import { DecodeError } from "../objects/decodeGoStruct";
import { decodeMetadata } from "../objects/decodeMetadata";
import { checkFields } from "../objects/validateFields";
import { validateMetadata } from "../objects/validateMetadata";
import type { JsonObject } from "../text/json";

/** Why an object of a data file cannot have been stored, by the rules of a write; undefined if it can. */
export function storedProblem(kind: Kind, apiVersion: string, object: JsonObject): string | undefined {
  if (object.kind !== kind.kind) return `its kind is not ${kind.kind}`;
  if (object.apiVersion !== apiVersion) return `its apiVersion is not ${apiVersion}`;
  try {
    const [first] = [
      ...metadataErrors(kind, object),
      ...checkFields(object.spec ?? null, kind.spec(apiVersion), "spec").errors,
    ];
    return first && `${first.field}: ${first.message}`;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

function metadataErrors(kind: Kind, object: JsonObject): Pick<FieldError, "field" | "message">[] {
  const { metadata } = decodeMetadata(object.metadata);
  const missing = ["uid", "creationTimestamp", "generation"].filter((field) => metadata[field] === undefined);
  const misplaced = kind.namespaced === (metadata.namespace === undefined);
  return [
    ...validateMetadata(metadata),
    ...missing.map((field) => ({ field: `metadata.${field}`, message: "Required value" })),
    ...(misplaced ? [{ field: "metadata.namespace", message: kind.namespaced ? "Required value" : "Forbidden" }] : []),
  ];
}
