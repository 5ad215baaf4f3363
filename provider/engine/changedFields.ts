import * as z from "zod";
import { equalInputs } from "../objects/fields/equality.js";
import { fieldAt, pathsWith, rulesOf, unwrap } from "../objects/fields/fieldRules.js";
import { getOwn, isRecord, type Path, type Properties, unknown } from "../objects/values.js";

/** One property that changes. */
export interface PropertyChange {
  readonly path: Path;
  readonly action: "add" | "update" | "delete";
  readonly replaces: boolean;
  /** Whether the inputs differ. If not, a read found the change, or it is due by time. */
  readonly isInput: boolean;
  /** Whether the value is equal, and the program now marks it as secret. */
  readonly isNewSecret?: boolean;
}

/** The value of a property in two versions of the inputs. */
interface Comparison {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The changed inputs, member by member. A newly declared field is a change, even with an empty
 * value: the platform may have another one. Removing an empty value is no change.
 */
export function changedFields(inputs: z.ZodType, comparison: Comparison): PropertyChange[] {
  const { path, before, after } = comparison;
  const field = fieldAt(inputs, path);
  const rule = field && rulesOf(field).equal;
  const isSame = rule ? rule(before, after) && !isNewlyDeclared(field, before, after) : Object.is(before, after);
  if (isSame || addsOrRemovesNothing(inputs, comparison)) return [];
  const keys = rule ? undefined : memberKeys(inputs, comparison);
  if (!keys) return [changeOf(inputs, comparison)];
  return keys.flatMap((key) =>
    changedFields(inputs, { path: [...path, key], before: memberAt(before, key), after: memberAt(after, key) }),
  );
}

/** Whether the program newly declares a text, number or boolean that the provider sends. */
const isNewlyDeclared = (field: z.ZodType, before: unknown, after: unknown): boolean =>
  before === undefined && after !== undefined && typeof after !== "object" && !rulesOf(field).local;

/** Whether a map that declares no value is added, or an empty value is removed. */
function addsOrRemovesNothing(inputs: z.ZodType, { path, before, after }: Comparison): boolean {
  if (before === undefined) return !declaresValue(after) && equalInputs(inputs)(path, before, after);
  return after === undefined && equalInputs(inputs)(path, before, after);
}

/** Whether there is a value in a map or object, at any depth. Any other value is one itself. */
const declaresValue = (value: unknown): boolean => !isRecord(value) || Object.values(value).some(declaresValue);

// A longer list is one change: another client can make a list of half a million items.
const maxComparedItems = 1000;

/** The keys to compare one by one; undefined if the values are compared as a whole. */
function memberKeys(inputs: z.ZodType, { path, before, after }: Comparison): (string | number)[] | undefined {
  const absent = isGroup(inputs, path) ? {} : undefined;
  const old = before ?? absent;
  const current = after ?? absent;
  if (isRecord(old) && isRecord(current)) return [...new Set([...Object.keys(old), ...Object.keys(current)])];
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const length = Math.max(before.length, after.length);
  return length > maxComparedItems ? undefined : Array.from({ length }, (_, index) => index);
}

/**
 * Whether a field is a map or object, but no list item or map entry. It is added and removed member
 * by member, so that ignoreChanges and replaceOnChanges of a member apply.
 */
function isGroup(inputs: z.ZodType, path: Path): boolean {
  const field = fieldAt(inputs, path);
  const parent = fieldAt(inputs, path.slice(0, -1));
  if (!field || !parent || !(unwrap(parent) instanceof z.ZodObject)) return false;
  return unwrap(field) instanceof z.ZodObject || unwrap(field) instanceof z.ZodRecord;
}

const memberAt = (value: unknown, key: string | number) =>
  value === undefined ? value : getOwn(value as Properties, String(key));

function changeOf(inputs: z.ZodType, { path, before, after }: Comparison): PropertyChange {
  const action = actionOf(before, after);
  return { path, action, replaces: replacesAt(inputs, path, action) || mayReplace(inputs, path, after), isInput: true };
}

function actionOf(before: unknown, after: unknown): PropertyChange["action"] {
  if (before === undefined) return "add";
  return after === undefined ? "delete" : "update";
}

/** Whether the new value is unknown and so may change an immutable member. */
function mayReplace(inputs: z.ZodType, path: Path, after: unknown): boolean {
  const field = fieldAt(inputs, path);
  return after === unknown && field !== undefined && pathsWith(field, "immutable").length > 0;
}

/** Whether the rules of the field at this path, or of a field around it, require a replacement. */
function replacesAt(inputs: z.ZodType, path: Path, action: PropertyChange["action"]): boolean {
  return path.some((_, index) => {
    const field = fieldAt(inputs, path.slice(0, index + 1));
    const { immutable, removalReplaces } = field ? rulesOf(field) : {};
    return immutable === true || (removalReplaces === true && action === "delete");
  });
}
