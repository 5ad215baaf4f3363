import { compare, escapePathComponent, unescapePathComponent } from "fast-json-patch";
import type * as z from "zod";
import type { ApiObject, JsonPatchOperation } from "../../api/client.js";
import { fieldAt, rulesOf } from "../fields/fieldRules.js";
import { isRecord, type Path, type Properties, valueAt } from "../values.js";

/** Whether a resourceVersion can be a precondition. Kubernetes treats "0" as no version. */
export const isVersion = (version: unknown): version is string => Boolean(version) && version !== "0";

/**
 * A JSON Patch with the resourceVersion as precondition; empty if nothing changes. If the object is
 * newer, a `replace` gets a 409, while a failed `test` would get a 422 without details.
 */
export function guardedPatch(live: Properties, target: Properties, resourceVersion: string): JsonPatchOperation[] {
  return guarded(patchBetween(live, target), resourceVersion);
}

/** The JSON Patch from one object to another, without a precondition. */
export const patchBetween: (live: Properties, target: Properties) => JsonPatchOperation[] = compare;

/** Operations with the resourceVersion as precondition; empty without operations. */
export function guarded(operations: readonly JsonPatchOperation[], resourceVersion: string): JsonPatchOperation[] {
  if (operations.length === 0) return [];
  return [{ op: "replace", path: "/metadata/resourceVersion", value: resourceVersion }, ...operations];
}

/** The JSON pointer of a path. */
export const formatPointer = (path: Path): string => path.map((key) => `/${escapePathComponent(String(key))}`).join("");

/** The path of a JSON pointer; the indexes of lists are texts. */
export const parsePointer = (pointer: string): Path => pointer.split("/").slice(1).map(unescapePathComponent);

/** Whether a JSON pointer is at or below another one. */
export const isPointerWithin = (pointer: string, outer: string): boolean => `${pointer}/`.startsWith(`${outer}/`);

/** Operations that replace each of these lists as a whole. */
export function withWholeLists(
  operations: readonly JsonPatchOperation[],
  target: Properties,
  lists: readonly Path[],
): readonly JsonPatchOperation[] {
  return lists.reduce((all, list) => {
    const pointer = formatPointer(list);
    const others = all.filter(({ path }) => !isPointerWithin(path, pointer));
    return [...others, { op: "replace", path: pointer, value: valueAt(target, list) }];
  }, operations);
}

/**
 * A JSON Patch made from the state, with uid and resourceVersion as preconditions. Undefined if
 * nothing changes, or if the patch needs values that only a read shows.
 */
export function unreadPatch(
  { known, target, before }: { readonly known: ApiObject; readonly target: Properties; readonly before: Properties },
  schema: z.ZodType,
): JsonPatchOperation[] | undefined {
  const { uid, resourceVersion } = known.metadata;
  const changes = patchBetween(known, target);
  const needsRead = ({ path: pointer, value }: JsonPatchOperation) => {
    const path = parsePointer(pointer);
    // The state has all entries of a list, so a change inside it needs no read.
    if (path.some((_, depth) => Array.isArray(valueAt(known, path.slice(0, depth))))) return false;
    const recorded = valueAt(known, path);
    if ([value, recorded].some(isRecord)) return true;
    // An empty value declared before may never have been written. Then `known` lacks the field.
    if (valueAt(before, path) !== undefined) return recorded === undefined;
    // A new list or a value with its own comparison may equal or extend the live value.
    return Array.isArray(value) || rulesOf(fieldAt(schema, path) ?? schema).equal !== undefined;
  };
  if (changes.length === 0 || changes.some(needsRead)) return undefined;
  // A server may ignore a replaced resourceVersion, but it compares it in a `test`.
  const tests = Object.entries({ uid, resourceVersion });
  return [
    ...tests.map(([key, value]) => ({ op: "test", path: `/metadata/${key}`, value })),
    ...guarded(changes, String(resourceVersion)),
  ];
}
