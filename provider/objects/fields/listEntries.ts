import * as z from "zod";
import { asList, getOwn, isEmpty, isRecord, type Properties } from "../values.js";
import { equalInputs } from "./equality.js";
import { memberSchema, pathsWith, pruneUnknown, rulesOf, withoutSecrets } from "./fieldRules.js";

/** The versions of a list: declared before and now, and live. */
export interface ListVersions {
  readonly before: unknown;
  readonly after: unknown;
  readonly live: unknown;
}

/** A declared list in which each unchanged entry is as on the platform, with what others added. */
export function withUnchangedEntries(schema: z.ZodType, { after, live }: Omit<ListVersions, "before">): unknown {
  const entry = memberSchema(schema, 0);
  if (!entry || !Array.isArray(after) || !Array.isArray(live)) return after;
  // Entries are compared in lists of one, because only lists ignore unknown fields.
  const equal = equalInputs(schema);
  const pairs = pairedEntries(entry, after, live);
  return after.map((item, at) => (equal([], [item], [pairs[at]]) ? (pairs[at] ?? item) : item));
}

/** A value without secrets that a declared one lacks. Entries of lists are compared by identity. */
export function withoutUndeclaredSecrets(schema: z.ZodType, value: unknown, declared: unknown): unknown {
  if (pathsWith(schema, "secret").length === 0) return value;
  const entry = memberSchema(schema, 0);
  if (Array.isArray(value) && entry) {
    const pairs = pairedEntries(entry, value, asList(declared));
    return value.map((item, at) => withoutUndeclaredSecrets(entry, item, pairs[at]));
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const field = memberSchema(schema, key) ?? z.unknown();
    const own = isRecord(declared) ? getOwn(declared, key) : undefined;
    const isUndeclared = rulesOf(field).secret === true && own === undefined;
    return isUndeclared ? [] : [[key, withoutUndeclaredSecrets(field, member, own)] as const];
  });
  return Object.fromEntries(members);
}

/**
 * The entry of another list for each entry of a list: one that is equal without its secrets, else
 * one with the same identifying fields, if these are in both lists equally often.
 */
export function pairedEntries(
  schema: z.ZodType,
  list: readonly unknown[],
  others: readonly unknown[],
): readonly unknown[] {
  const keys = {
    text: (entry: unknown) => entryText(schema, entry),
    name: (entry: unknown) => entryName(schema, entry),
  };
  const pairs = pairIndices(list, others, keys);
  return list.map((_, at) => {
    const other = pairs.get(at);
    return other === undefined ? undefined : others[other];
  });
}

/** The text of an entry without its secrets, and what identifies it, if anything. */
interface EntryKeys<Entry> {
  text(entry: Entry): string;
  name(entry: Entry): string | undefined;
}

/** The index of the entry of another list for each index that has one. */
export function pairIndices<Entry>(
  list: readonly Entry[],
  others: readonly Entry[],
  keys: EntryKeys<Entry>,
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  for (const keyOf of [keys.text, keys.name]) {
    const taken = new Set(pairs.values());
    const ours = indicesByKey(list, keyOf, (at) => pairs.has(at));
    const theirs = indicesByKey(others, keyOf, (at) => taken.has(at));
    for (const [key, places] of ours) {
      const found = theirs.get(key) ?? [];
      if (keyOf === keys.name && found.length !== places.length) continue;
      for (const [at, other] of found.slice(0, places.length).entries()) pairs.set(places[at] as number, other);
    }
  }
  return pairs;
}

/** The indices of the free entries with each key. */
function indicesByKey<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
  isTaken: (at: number) => boolean,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [at, entry] of entries.entries()) {
    const key = isTaken(at) ? undefined : keyOf(entry);
    const places = key === undefined ? undefined : found.get(key);
    if (places) places.push(at);
    else if (key !== undefined) found.set(key, [at]);
  }
  return found;
}

/** The known fields of an entry without its secrets, as one text. */
export function entryText(schema: z.ZodType, entry: unknown): string {
  const known = pruneUnknown(schema, entry);
  return JSON.stringify(canonical(isRecord(known) ? withoutSecrets(schema, known) : known));
}

/** The identifying fields of an entry as one text; undefined without one. */
export function entryName(schema: z.ZodType, entry: unknown): string | undefined {
  const fields = isRecord(entry) ? Object.entries(entry).filter(([key]) => isIdentity(schema, key)) : [];
  const names = Object.fromEntries(fields);
  return isEmpty(names) ? undefined : JSON.stringify(canonical(names));
}

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
