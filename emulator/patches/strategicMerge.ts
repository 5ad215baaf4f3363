import { mergedLists } from "../kinds/objectMeta";
import { internalError } from "../statusError";
import { canonicalJson, getMember, isObject, type JsonObject, type JsonValue, setMember } from "../text/json";
import { readPatchText, wrongShape } from "./jsonPatch";

const directive = "$patch";
const deleteFrom = "$deleteFromPrimitiveList/";
// The order of what is merged means nothing here, and no field has keys to retain.
const isOrdering = (key: string) => key === "$retainKeys" || key.startsWith("$setElementOrder/");

/** Reads and applies a strategic merge patch: a merge patch with directives, that merges some lists. */
export function applyStrategicMerge(document: JsonObject, text: string): JsonObject {
  const patch = readPatchText(text);
  if (!isObject(patch)) throw wrongShape(patch, "map[string]interface {}");
  return mergeMap(document, patch, "");
}

function mergeMap(target: JsonObject, patch: JsonObject, path: string): JsonObject {
  const { [directive]: how = "merge", ...changes } = patch;
  if (how === "replace") return changes;
  if (how === "delete") return {};
  if (how !== "merge") throw internalError(`unknown patch type: ${canonicalJson(how)}`);
  const result = { ...target };
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith(deleteFrom)) removeItems(result, key.slice(deleteFrom.length), value);
    else if (value === null) delete result[key];
    else if (value !== undefined && !isOrdering(key)) {
      setMember(result, key, merged(getMember(result, key), value, path === "" ? key : `${path}.${key}`));
    }
  }
  return result;
}

function merged(target: JsonValue | undefined, patch: JsonValue, path: string): JsonValue {
  if (isObject(patch)) return mergeMap(isObject(target) ? target : {}, patch, path);
  const list = mergedLists.get(path);
  if (!Array.isArray(patch) || list === undefined) return patch;
  const { key } = list;
  const keyOf = (item: JsonValue) => canonicalJson(key !== undefined && isObject(item) ? item[key] : item);
  return mergeList(Array.isArray(target) ? target : [], patch, keyOf);
}

function mergeList(target: JsonValue[], patch: JsonValue[], keyOf: (item: JsonValue) => string): JsonValue[] {
  const items = patch.filter((item) => directiveOf(item) === undefined);
  if (patch.some((item) => directiveOf(item) === "replace")) return items;
  const result = new Map(target.map((item) => [keyOf(item), item]));
  for (const item of patch) if (directiveOf(item) === "delete") result.delete(keyOf(item));
  for (const item of items) result.set(keyOf(item), merged(result.get(keyOf(item)), item, ""));
  return [...result.values()];
}

function directiveOf(item: JsonValue): JsonValue | undefined {
  return isObject(item) ? item[directive] : undefined;
}

function removeItems(target: JsonObject, key: string, gone: JsonValue | undefined): void {
  const list = getMember(target, key);
  if (!Array.isArray(list) || !Array.isArray(gone)) return;
  const keys = new Set(gone.map(canonicalJson));
  setMember(
    target,
    key,
    list.filter((item) => !keys.has(canonicalJson(item))),
  );
}
