import type { JsonPatchOperation } from "../../api/client.js";
import { pairedEntries } from "../fields/listEntries.js";
import { type SecretField, schemaAt, secretVersions } from "../fields/secretEntries.js";
import {
  asList,
  isEmpty,
  isPatternBelow,
  isRecord,
  isWithin,
  type Path,
  type Properties,
  pathToList,
  valueAt,
} from "../values.js";
import { formatPointer, parsePointer, withWholeLists } from "./merge.js";
import { isMask } from "./objectShape.js";

/** An object or a part of it: with the server's masks, to be written, and declared before. */
export interface SecretVersions {
  readonly shown: unknown;
  readonly target: unknown;
  readonly before: unknown;
}

/** The paths of secrets that the server masks and the program did not declare, outside of lists. */
export function maskedSecrets(
  fields: readonly SecretField[],
  { shown, before }: Pick<SecretVersions, "shown" | "before">,
): Path[] {
  const isOfOthers = (field: SecretField) =>
    firstSecret(field, { shown, target: {}, before }, (each) => isLost(each, isMasked)) !== undefined;
  return fields.filter(isOfOthers).map(({ path }) => path);
}

/** The path of a secret that a write removes and the program does not declare. */
export const lostSecret = (fields: readonly SecretField[], versions: SecretVersions): Path | undefined =>
  fields
    .map((field) => firstSecret(field, versions, (each) => isLost(each, (shown) => !isEmpty(shown))))
    .find((path) => path !== undefined);

function isLost(versions: SecretVersions, isSecret: (shown: unknown) => boolean): boolean {
  const { shown, target, before } = versions;
  if (!isRecord(shown)) return isSecret(shown) && target === undefined && before === undefined;
  return Object.entries(shown).some(([key, member]) =>
    isLost({ shown: member, target: valueAt(target, [key]), before: valueAt(before, [key]) }, isSecret),
  );
}

const isMasked = (value: unknown): boolean => !isEmpty(value) && isMask(value);

/** A patch, and the secrets that it replaces together with the list or object around them. */
export interface SafePatch {
  readonly operations: readonly JsonPatchOperation[];
  readonly replaced: readonly SecretField[];
}

// Kubernetes rejects a JSON Patch of more than 10,000 operations, and some are added to the
// changes.
/** The number of changes above which a patch replaces whole parts of the object. */
export const maxChanges = 9_900;

/**
 * Completes a patch of the object without masks. A list is replaced if operations by index could
 * give an entry the hidden secret of another one. Hidden secrets that the program removes go.
 */
export function withHiddenSecrets(
  fields: readonly SecretField[],
  all: readonly JsonPatchOperation[],
  versions: SecretVersions & { readonly after: unknown },
): SafePatch {
  const { shown, target, before, after } = versions;
  const changes = all.length > maxChanges ? wholeParts(fields, all, target) : all;
  const touches = (pointer: string) => changes.some(({ path }) => path.startsWith(pointer));
  const isRemoved = (field: SecretField) =>
    firstSecret(field, { shown, target: after, before }, isHiddenAndRemoved) !== undefined;
  const whole = fields.filter((field) => {
    if (!field.path.includes("*")) return false;
    return (touches(`${formatPointer(pathToList(field.path))}/`) && movesEntries(field, versions)) || isRemoved(field);
  });
  const isReplaced = ({ path }: SecretField) =>
    changes.some(({ op, path: changed }) => op !== "remove" && `${formatPointer(path)}/`.startsWith(`${changed}/`));
  const removals = fields
    .filter((field) => !field.path.includes("*"))
    .flatMap(({ path }) => removedPaths(valueAt(before, path), valueAt(after, path), path))
    // One that the server leaves out may be absent, so it cannot be named.
    .filter((path) => isMasked(valueAt(shown, path)))
    .map((path): JsonPatchOperation => ({ op: "remove", path: formatPointer(path) }))
    .filter(({ path }) => !changes.some((each) => `${path}/`.startsWith(`${each.path}/`)));
  const lists = whole.map(({ path }) => pathToList(path));
  return {
    operations: [...withWholeLists(changes, target as Properties, lists), ...removals],
    replaced: fields.filter((field) => whole.includes(field) || isReplaced(field)),
  };
}

/** One operation for each changed part of the object. */
function wholeParts(
  fields: readonly SecretField[],
  changes: readonly JsonPatchOperation[],
  target: unknown,
): JsonPatchOperation[] {
  const parts = new Map<string, JsonPatchOperation>();
  for (const change of changes) {
    const part = partAround(fields, parsePointer(change.path));
    const path = formatPointer(part);
    parts.set(path, path === change.path ? change : { op: "replace", path, value: valueAt(target, part) });
  }
  return [...parts.values()];
}

/**
 * The largest part of metadata or spec around a change that has no secret outside a changed list.
 */
function partAround(fields: readonly SecretField[], change: Path): Path {
  const hasSecret = (part: Path) =>
    fields.some(({ path }) => (path.includes("*") ? isPatternBelow(pathToList(path), part) : isWithin(path, part)));
  const parts = change.map((_, at) => change.slice(0, at + 1)).slice(1);
  return parts.find((part) => !hasSecret(part)) ?? change;
}

const isHiddenAndRemoved = ({ shown, target, before }: SecretVersions): boolean =>
  removedPaths(before, target)
    .map((path) => valueAt(shown, path))
    .some((each) => each === undefined || isMasked(each));

/** Paths in a secret that the program declared before, and no longer declares. */
function removedPaths(before: unknown, after: unknown, path: Path = []): Path[] {
  if (isRecord(before) && isRecord(after))
    return Object.keys(before).flatMap((key) => removedPaths(before[key], valueAt(after, [key]), [...path, key]));
  return before !== undefined && after === undefined ? [path] : [];
}

/** The path of the first secret of the target that passes a test. */
function firstSecret(
  field: SecretField,
  { target, shown, before }: SecretVersions,
  test: (versions: SecretVersions) => boolean,
): Path | undefined {
  const found = secretVersions(field, target, [shown, before]).find(({ value, others: [live = [], old = []] }) => {
    const declared = old.find((each) => each !== undefined);
    return live.some((each) => test({ shown: each, target: value, before: declared }));
  });
  return found?.path;
}

/** Whether the entries around a secret have another index afterwards. */
function movesEntries(field: SecretField, { shown, target }: Omit<SecretVersions, "before">, at = 0): boolean {
  const key = field.path[at];
  if (key === undefined) return false;
  if (key !== "*") return movesEntries(field, { shown: valueAt(shown, [key]), target: valueAt(target, [key]) }, at + 1);
  const entries = asList(shown);
  const wanted = asList(target);
  const kept = pairedEntries(schemaAt(field, at + 1), entries, wanted);
  return entries
    .slice(0, wanted.length)
    .some(
      (entry, index) =>
        kept[index] !== wanted[index] || movesEntries(field, { shown: entry, target: wanted[index] }, at + 1),
    );
}
