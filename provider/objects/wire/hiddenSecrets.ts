import type { JsonPatchOperation } from "../../api/client.js";
import { pairedEntries } from "../fields/listEntries.js";
import { type SecretField, schemaAt, secretOccurrences } from "../fields/secretEntries.js";
import { asList, isEmpty, isRecord, isWithin, type Path, type Properties, pathToList, valueAt } from "../values.js";
import { formatPointer, isPointerWithin, parsePointer, withWholeLists } from "./jsonPatch.js";
import { isMask } from "./objectShape.js";

/** Versions of an object, or of a secret in it. */
interface SecretVersions {
  /** As the server shows it, with its masks. */
  readonly shown: unknown;
  /** As the write would store it. */
  readonly target: unknown;
  /** As the program declared it before. */
  readonly before: unknown;
}

/** The paths of secrets that the server masks and the program did not declare, outside of lists. */
export function maskedSecrets(
  fields: readonly SecretField[],
  { shown, before }: Pick<SecretVersions, "shown" | "before">,
): Path[] {
  // With an empty target, every undeclared secret counts as lost, except those in lists.
  const isOfOthers = (field: SecretField) =>
    firstSecret(field, { shown, target: {}, before }, (each) => isLost(each, isMasked)) !== undefined;
  return fields.filter(isOfOthers).map(({ path }) => path);
}

/** The path of a secret that a write removes and the program does not declare. */
export const lostSecret = (fields: readonly SecretField[], versions: SecretVersions): Path | undefined =>
  fields
    .map((field) => firstSecret(field, versions, (each) => isLost(each, isPresent)))
    .find((path) => path !== undefined);

/** Whether a shown value or member passes the test, but was not declared and is not written. */
function isLost({ shown, target, before }: SecretVersions, test: (shown: unknown) => boolean): boolean {
  if (!isRecord(shown)) return test(shown) && target === undefined && before === undefined;
  return Object.entries(shown).some(([key, member]) =>
    isLost({ shown: member, target: valueAt(target, [key]), before: valueAt(before, [key]) }, test),
  );
}

const isPresent = (value: unknown): boolean => !isEmpty(value);

const isMasked = (value: unknown): boolean => isPresent(value) && isMask(value);

/** A patch, and the secrets that it replaces together with the list or object around them. */
export interface SafePatch {
  readonly operations: readonly JsonPatchOperation[];
  readonly replaced: readonly SecretField[];
}

/**
 * The number of changes above which a patch replaces whole parts of the object: Kubernetes rejects
 * more than 10,000 operations, and some are added to the changes.
 */
export const maxChanges = 9_900;

/**
 * Completes a patch that was made from the object without masks. Removes hidden secrets that the
 * program removes. Replaces a list if an operation by index could mix up the secrets of entries.
 */
export function withHiddenSecrets(
  fields: readonly SecretField[],
  patch: readonly JsonPatchOperation[],
  versions: SecretVersions & { readonly after: unknown },
): SafePatch {
  const { shown, target, before, after } = versions;
  const changes = patch.length > maxChanges ? wholeParts(fields, patch, target) : patch;
  const isRemoved = (field: SecretField) =>
    firstSecret(field, { shown, target: after, before }, isHiddenAndRemoved) !== undefined;
  const isListChanged = (field: SecretField) => {
    const list = formatPointer(pathToList(field.path));
    return changes.some(({ path }) => path.startsWith(`${list}/`));
  };
  const fieldsInReplacedLists = fields.filter(
    (field) => isInList(field) && (isRemoved(field) || (isListChanged(field) && movesEntries(field, versions))),
  );
  const isSetByChange = ({ path }: SecretField) =>
    changes.some((change) => change.op !== "remove" && isPointerWithin(formatPointer(path), change.path));
  const removals = fields
    .filter((field) => !isInList(field))
    .flatMap(({ path }) => removedPaths(valueAt(before, path), valueAt(after, path), path))
    // A secret that the server omits may be absent. Removing an absent path fails.
    .filter((path) => isMasked(valueAt(shown, path)))
    .map((path): JsonPatchOperation => ({ op: "remove", path: formatPointer(path) }))
    .filter(({ path }) => !changes.some((change) => isPointerWithin(path, change.path)));
  const lists = fieldsInReplacedLists.map(({ path }) => pathToList(path));
  return {
    operations: [...withWholeLists(changes, target as Properties, lists), ...removals],
    replaced: fields.filter((field) => fieldsInReplacedLists.includes(field) || isSetByChange(field)),
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

const isInList = ({ path }: SecretField): boolean => path.includes("*");

/** The outermost part below metadata or spec with the change but no secret; else the change. */
function partAround(fields: readonly SecretField[], change: Path): Path {
  // Whole lists may be replaced, so a secret in a list counts only for the parts around the list.
  const secretPlaces = fields.map((field) => (isInList(field) ? pathToList(field.path).slice(0, -1) : field.path));
  const hasSecret = (part: Path) => secretPlaces.some((place) => isWithin(place, part));
  const partsBelowRoots = change.map((_, index) => change.slice(0, index + 1)).slice(1);
  return partsBelowRoots.find((part) => !hasSecret(part)) ?? change;
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
  const found = secretOccurrences(field, target, [shown, before]).find(
    ({ value, others: [shownValues = [], oldValues = []] }) => {
      const declared = oldValues.find((each) => each !== undefined);
      return shownValues.some((each) => test({ shown: each, target: value, before: declared }));
    },
  );
  return found?.path;
}

/** Whether a write puts another entry at an index of a list around a secret. */
function movesEntries(field: SecretField, { shown, target }: Omit<SecretVersions, "before">, depth = 0): boolean {
  const key = field.path[depth];
  if (key === undefined) return false;
  if (key !== "*")
    return movesEntries(field, { shown: valueAt(shown, [key]), target: valueAt(target, [key]) }, depth + 1);
  const entries = asList(shown);
  const targetEntries = asList(target);
  const pairs = pairedEntries(schemaAt(field, depth + 1), entries, targetEntries);
  return entries
    .slice(0, targetEntries.length)
    .some(
      (entry, index) =>
        pairs[index] !== targetEntries[index] ||
        movesEntries(field, { shown: entry, target: targetEntries[index] }, depth + 1),
    );
}
