import { getMember, isObject, type JsonObject, type JsonValue, setMember } from "../text/json";
import { readPatchText, wrongShape } from "./jsonPatch";

/** Reads and applies a JSON Merge Patch (RFC 7386): maps are merged, null removes, everything else replaces. */
export function applyMergePatch(document: JsonObject, text: string): JsonObject {
  const patch = readPatchText(text);
  if (!isObject(patch)) throw wrongShape(patch, "an object");
  return merge(document, patch);
}

function merge(target: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (value !== undefined) setMember(result, key, merged(getMember(target, key), value));
  }
  return result;
}

function merged(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  return merge(isObject(target) ? target : {}, patch);
}
