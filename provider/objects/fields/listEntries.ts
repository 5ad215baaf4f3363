import * as z from "zod";
import { getOwn, isEmpty, isRecord, type Properties } from "../values.js";
import { memberSchema, pathsWith, pruneUnknown, rulesOf, unwrap } from "./fieldRules.js";

/** The versions of a list: declared before and now, and live. */
export interface ListVersions {
  readonly before: unknown;
  readonly after: unknown;
  readonly live: unknown;
}

/**
 * A declared list with the members of its live entries that the program does not declare: fields
 * that this provider does not know, and secrets, which an import leaves out of the program.
 */
export function withForeignMembers(schema: z.ZodType, { before, after, live }: ListVersions): unknown {
  const entry = Array.isArray(after) ? memberSchema(schema, 0) : undefined;
  if (entry && Array.isArray(after) && Array.isArray(live)) {
    const [old, present] = [Array.isArray(before) ? before : [], live].map((list) => pairedEntries(entry, after, list));
    return after.map((item, at) => withForeignMembers(entry, { before: old?.[at], after: item, live: present?.[at] }));
  }
  if (!isRecord(after) || !isRecord(live) || !(unwrap(schema) instanceof z.ZodObject)) return after;
  const old = isRecord(before) ? before : {};
  const isForeign = (key: string) => {
    const field = memberSchema(schema, key);
    return !field || (rulesOf(field).secret === true && getOwn(old, key) === undefined);
  };
  const kept = Object.entries(live).filter(([key]) => !Object.hasOwn(after, key) && isForeign(key));
  const declared = Object.entries(after).map(([key, value]) => {
    const versions = { before: getOwn(old, key), after: value, live: getOwn(live, key) };
    return [key, withForeignMembers(memberSchema(schema, key) ?? z.unknown(), versions)] as const;
  });
  return Object.fromEntries([...kept, ...declared]);
}

/** A value without secrets that a declared one lacks. Entries of lists are compared by identity. */
export function withoutUndeclaredSecrets(schema: z.ZodType, value: unknown, declared: unknown): unknown {
  if (pathsWith(schema, "secret").length === 0) return value;
  const entry = memberSchema(schema, 0);
  if (Array.isArray(value) && entry) {
    const pairs = pairedEntries(entry, value, Array.isArray(declared) ? declared : []);
    return value.map((item, at) => withoutUndeclaredSecrets(entry, item, pairs[at]));
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const [field, own] = [
      memberSchema(schema, key) ?? z.unknown(),
      isRecord(declared) ? getOwn(declared, key) : undefined,
    ];
    const isUndeclared = rulesOf(field).secret === true && own === undefined;
    return isUndeclared ? [] : [[key, withoutUndeclaredSecrets(field, member, own)] as const];
  });
  return Object.fromEntries(members);
}

/**
 * The entry of another list for each entry of a list, by what identifies it. If the length is the
 * same, a changed entry without identifying fields is the one at its place.
 */
export function pairedEntries(
  schema: z.ZodType,
  list: readonly unknown[],
  others: readonly unknown[],
): readonly unknown[] {
  const unpaired = new Map<string, unknown[]>();
  for (const other of [...others].reverse()) {
    const same = unpaired.get(identityOf(schema, other));
    if (same) same.push(other);
    else unpaired.set(identityOf(schema, other), [other]);
  }
  const pairs = list.map((item) => unpaired.get(identityOf(schema, item))?.pop());
  if (list.length !== others.length) return pairs;
  const left = new Set([...unpaired.values()].flat());
  const isAtItsPlace = (other: unknown, item: unknown) =>
    left.has(other) && !isNamed(schema, item) && !isNamed(schema, other);
  return pairs.map((pair, at) => pair ?? (isAtItsPlace(others[at], list[at]) ? others[at] : undefined));
}

/** The identifying fields of an entry as text; of an entry without them, all its known fields. */
function identityOf(schema: z.ZodType, entry: unknown): string {
  return JSON.stringify(
    canonical(isNamed(schema, entry) ? namesIn(schema, entry) : pruneUnknown(schema, entry, () => {})),
  );
}

const isNamed = (schema: z.ZodType, entry: unknown): boolean => !isEmpty(namesIn(schema, entry));

const namesIn = (schema: z.ZodType, entry: unknown): Properties =>
  isRecord(entry) ? Object.fromEntries(Object.entries(entry).filter(([key]) => isIdentity(schema, key))) : {};

function isIdentity(schema: z.ZodType, key: string): boolean {
  const field = memberSchema(schema, key);
  return field !== undefined && rulesOf(field).identifies === true;
}

/** A value without order of members and without empty ones, which servers drop. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  return Object.entries(value as Properties)
    .filter(([, member]) => !isEmpty(member))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => [key, canonical(member)]);
}
