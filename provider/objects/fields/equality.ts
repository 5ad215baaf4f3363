import * as z from "zod";
import type { SameAt } from "../state/projection.js";
import { equalValue, isRecord, isZero, own, type Properties, sameValue } from "../values.js";
import { bare, fieldAt, member, rulesOf } from "./fieldRules.js";

/**
 * Compares two values of an input field. A field's own rule decides first. An absent field of an object equals its zero value,
 * since servers drop those; an entry of a map and an item of a list are values that are there or not.
 */
export function sameInput(inputs: z.ZodType): SameAt {
  return (path, a, b) => {
    // As nearly always: the schema tells only what else is the same.
    if (equalValue(a, b)) return true;
    const parent = fieldAt(inputs, path.slice(0, -1));
    if (parent && hasEntries(parent) && (a === undefined) !== (b === undefined)) return false;
    return sameField(fieldAt(inputs, path), a, b);
  };
}

function hasEntries(schema: z.ZodType): boolean {
  const inner = bare(schema);
  return inner instanceof z.ZodArray || (inner instanceof z.ZodRecord && !rulesOf(schema).openObject);
}

function sameField(schema: z.ZodType | undefined, a: unknown, b: unknown): boolean {
  const rule = schema && rulesOf(schema).same;
  if (rule) return rule(a, b);
  if (!schema) return sameValue(a, b);
  if (isRecord(a) || isRecord(b)) return sameRecords(schema, a, b);
  if (!Array.isArray(a) || !Array.isArray(b)) return sameValue(a, b);
  return a.length === b.length && a.every((item, index) => sameField(member(schema, index), item, b[index]));
}

function sameRecords(schema: z.ZodType, a: unknown, b: unknown): boolean {
  const [left, right] = [recordOf(a), recordOf(b)];
  if (!left || !right) return false;
  const entries = hasEntries(schema);
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => {
    const [x, y] = [own(left, key), own(right, key)];
    if (entries && (x === undefined) !== (y === undefined)) return false;
    return sameField(member(schema, key), x, y);
  });
}

/** An absent map or object is an empty one. */
const recordOf = (value: unknown): Properties | undefined => (isRecord(value) ? value : isZero(value) ? {} : undefined);
