import * as z from "zod";
import { deepEqual, getOwn, isEmpty, isRecord, type Path, type Properties, semanticEqual } from "../values.js";
import { fieldAt, memberSchema, pruneUnknown, rulesOf, unwrap } from "./fieldRules.js";

/** Compares two values of the field at a path. */
export type EqualAt = (path: Path, a: unknown, b: unknown) => boolean;

/**
 * Compares two values of an input field, by the field's own rule if it has one. An absent object
 * field equals its zero value, because servers drop those; a map entry or list item does not.
 */
export function equalInputs(inputs: z.ZodType): EqualAt {
  return (path, a, b) => {
    // Fast path for the common case.
    if (deepEqual(a, b)) return true;
    if ((a === undefined) !== (b === undefined) && isEntry(inputs, path)) return false;
    return equalFields(fieldAt(inputs, path), a, b);
  };
}

/** Whether the value at a path is an entry of a map or list. */
function isEntry(inputs: z.ZodType, path: Path): boolean {
  const parent = fieldAt(inputs, path.slice(0, -1));
  return typeof path.at(-1) === "number" || (parent !== undefined && hasEntries(parent));
}

function hasEntries(schema: z.ZodType): boolean {
  const inner = unwrap(schema);
  const { openObject, yamlMap } = rulesOf(schema);
  return inner instanceof z.ZodArray || yamlMap === true || (inner instanceof z.ZodRecord && !openObject);
}

function equalFields(schema: z.ZodType | undefined, a: unknown, b: unknown): boolean {
  const rule = schema && rulesOf(schema).equal;
  if (rule) return rule(a, b);
  if (!schema) return semanticEqual(a, b);
  if (isRecord(a) || isRecord(b)) return equalRecords(schema, a, b);
  if (!Array.isArray(a) || !Array.isArray(b)) return semanticEqual(a, b);
  const entry = memberSchema(schema, 0);
  // A merge compares whole lists: live entries may have fields that this provider does not know.
  const knownIn = (list: unknown[]) => pruneUnknown(schema, list) as unknown[];
  const others = knownIn(b);
  return a.length === b.length && knownIn(a).every((each, index) => equalFields(entry, each, others[index]));
}

function equalRecords(schema: z.ZodType, a: unknown, b: unknown): boolean {
  const left = recordOf(a);
  const right = recordOf(b);
  if (!left || !right) return false;
  const entries = hasEntries(schema);
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => {
    const x = getOwn(left, key);
    const y = getOwn(right, key);
    if (entries && (x === undefined) !== (y === undefined)) return false;
    return equalFields(memberSchema(schema, key), x, y);
  });
}

/** An absent map or object equals an empty one. */
const recordOf = (value: unknown): Properties | undefined =>
  isRecord(value) ? value : isEmpty(value) ? {} : undefined;
