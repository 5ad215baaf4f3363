import * as z from "zod";
import type { JsonPatchOperation } from "../../api/client.js";
import type { Config } from "../../config/config.js";
import { fieldAt, pathsWith } from "../fields/fieldRules.js";
import { pairedEntries } from "../fields/listEntries.js";
import { getOwn, isEmpty, isRecord, outsideLists, type Path } from "../values.js";
import { pointerOf } from "./merge.js";
import { isMask, type ObjectShape, objectPaths } from "./objectShape.js";

/** A secret of a kind of object; `*` in its paths is every entry of a list. */
export interface SecretField {
  readonly property: Path;
  /** The path in the object: one key more than the property path. */
  readonly path: Path;
  readonly inputs: z.ZodType;
}

/** An object or a part of it: with the server's masks, to be written, and declared before. */
export interface SecretVersions {
  readonly shown: unknown;
  readonly target: unknown;
  readonly before: unknown;
}

/** The secrets of a kind of object. */
export function secretFields(shape: ObjectShape, config: Config): SecretField[] {
  const { inputs } = shape;
  return pathsWith(inputs, "secret").flatMap((property) =>
    objectPaths(shape, config, property).map((path) => ({ property, path, inputs })),
  );
}

/** Whether a write removes a secret that the server masks and the program does not declare. */
export const losesMasked = (field: SecretField, versions: SecretVersions): boolean =>
  someSecret(
    field,
    versions,
    ({ shown, target, before }) => isMasked(shown) && target === undefined && before === undefined,
  );

const isMasked = (value: unknown): boolean => !isEmpty(value) && isMask(value);

/**
 * Whether to write the list with the secret as a whole. Operations by index could give an entry
 * the hidden secret of another one, or keep a hidden one that the program removes.
 */
export function needsWholeList(
  field: SecretField,
  operations: readonly JsonPatchOperation[],
  versions: SecretVersions,
): boolean {
  const inside = `${pointerOf(outsideLists(field.path))}/`;
  const isChanged = field.path.includes("*") && operations.some(({ path }) => path.startsWith(inside));
  return isChanged && (movesEntries(field, versions) || someSecret(field, versions, isHiddenAndRemoved));
}

const isHiddenAndRemoved = ({ shown, target, before }: SecretVersions): boolean =>
  before !== undefined && target === undefined && (shown === undefined || isMasked(shown));

/** Whether a secret of the object, or of any entry that the write keeps, passes a test. */
function someSecret(
  field: SecretField,
  versions: SecretVersions,
  test: (versions: SecretVersions) => boolean,
  at = 0,
): boolean {
  const key = field.path[at];
  if (key === undefined) return test(versions);
  const { shown, target, before } = versions;
  if (key !== "*") {
    const inside = { shown: member(shown, key), target: member(target, key), before: member(before, key) };
    return someSecret(field, inside, test, at + 1);
  }
  const entries = listOf(shown);
  const [kept, declared] = [target, before].map((list) => pairedEntries(entryAt(field, at), entries, listOf(list)));
  return entries.some(
    (entry, index) =>
      kept?.[index] !== undefined &&
      someSecret(field, { shown: entry, target: kept[index], before: declared?.[index] }, test, at + 1),
  );
}

/** Whether the entries around a secret have another index afterwards. */
function movesEntries(field: SecretField, { shown, target }: Omit<SecretVersions, "before">, at = 0): boolean {
  const key = field.path[at];
  if (key === undefined) return false;
  if (key !== "*") return movesEntries(field, { shown: member(shown, key), target: member(target, key) }, at + 1);
  const [entries, wanted] = [listOf(shown), listOf(target)];
  const kept = pairedEntries(entryAt(field, at), entries, wanted);
  return entries
    .slice(0, wanted.length)
    .some(
      (entry, index) =>
        kept[index] !== wanted[index] || movesEntries(field, { shown: entry, target: wanted[index] }, at + 1),
    );
}

const member = (value: unknown, key: string | number): unknown =>
  isRecord(value) ? getOwn(value, String(key)) : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const entryAt = ({ inputs, property }: SecretField, at: number): z.ZodType =>
  fieldAt(inputs, property.slice(0, at)) ?? z.unknown();
