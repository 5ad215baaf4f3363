import * as z from "zod";
import { deepEqual, getOwn, isEmpty, isRecord, type Path, type Properties, semanticEqual } from "../values.js";
import { fieldAt, memberSchema, pruneUnknown, rulesOf, unwrap } from "./fieldRules.js";

/** Compares two values of the field at a path. */
export type EqualAt = (path: Path, a: unknown, b: unknown) => boolean;

/**
 * Returns a comparison of two values of a field, by the field's own rule if it has one. An absent
 * object field equals its zero value, because servers drop zero values. An absent entry does not.
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

/** Whether the members are entries of a map or list. Those of an open object are fields. */
function hasEntries(schema: z.ZodType): boolean {
  const inner = unwrap(schema);
  const { openObject, yamlMap } = rulesOf(schema);
  return inner instanceof z.ZodArray || yamlMap === true || (inner instanceof z.ZodRecord && !openObject);
}

function equalFields(schema: z.ZodType | undefined, a: unknown, b: unknown): boolean {
  const ownEqual = schema && rulesOf(schema).equal;
  if (ownEqual) return ownEqual(a, b);
  if (!schema) return semanticEqual(a, b);
  if (isRecord(a) || isRecord(b)) return equalRecords(schema, a, b);
  if (!Array.isArray(a) || !Array.isArray(b)) return semanticEqual(a, b);
  const entrySchema = memberSchema(schema, 0);
  // A merge compares whole lists: live entries may have fields that this provider does not know.
  const knownFieldsIn = (list: unknown[]) => pruneUnknown(schema, list) as unknown[];
  const otherEntries = knownFieldsIn(b);
  return (
    a.length === b.length &&
    knownFieldsIn(a).every((each, index) => equalFields(entrySchema, each, otherEntries[index]))
  );
}

function equalRecords(schema: z.ZodType, a: unknown, b: unknown): boolean {
  const recordA = recordOf(a);
  const recordB = recordOf(b);
  if (!recordA || !recordB) return false;
  const isMap = hasEntries(schema);
  return [...new Set([...Object.keys(recordA), ...Object.keys(recordB)])].every((key) => {
    const memberA = getOwn(recordA, key);
    const memberB = getOwn(recordB, key);
    if (isMap && (memberA === undefined) !== (memberB === undefined)) return false;
    return equalFields(memberSchema(schema, key), memberA, memberB);
  });
}

/** A map or object, which may be absent; undefined for any other value. */
const recordOf = (value: unknown): Properties | undefined =>
  isRecord(value) ? value : isEmpty(value) ? {} : undefined;
