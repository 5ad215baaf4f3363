import type { DraftMeta } from "../kinds/apiObject";
import { objectMeta } from "../kinds/objectMeta";
import { isObject, type JsonValue, wrongType } from "../text/json";
import { DecodeError, decodeGoStruct } from "./decodeGoStruct";

/** The metadata of a request body, and the paths of fields that no server knows. */
export interface DecodedMetadata {
  metadata: DraftMeta;
  unknown: string[];
}

/** Reads metadata as Go's ObjectMeta does: nulls and empty values fall away, wrong types are refused. */
export function decodeMetadata(value: JsonValue | undefined): DecodedMetadata {
  if (value === undefined || value === null) return { metadata: {}, unknown: [] };
  if (!isObject(value)) {
    throw new DecodeError(`metadata: ${wrongType(value, "an object")}`);
  }
  const { value: metadata, unknown } = decodeGoStruct(value, objectMeta);
  delete metadata.selfLink;
  // An empty list of managers is not the same as none: it forgets those that are recorded.
  if (Array.isArray(value.managedFields)) metadata.managedFields ??= [];
  return { metadata: metadata as DraftMeta, unknown: unknown.map((path) => `metadata.${path}`) };
}
