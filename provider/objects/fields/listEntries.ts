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

/** A declared list whose unchanged entries are as on the platform, with additions of others. */
export function withUnchangedEntries(schema: z.ZodType, { after, live }: Omit<ListVersions, "before">): unknown {
  const entrySchema = memberSchema(schema, 0);
  if (!entrySchema || !Array.isArray(after) || !Array.isArray(live)) return after;
  // Entries are compared in lists of one, because only lists ignore unknown fields.
  const equal = equalInputs(schema);
  const pairs = pairedEntries(entrySchema, after, live);
  return after.map((item, at) => (equal([], [item], [pairs[at]]) ? (pairs[at] ?? item) : item));
}

/** A value without the secrets that its declared version lacks. List entries are paired. */
export function withoutUndeclaredSecrets(schema: z.ZodType, value: unknown, declared: unknown): unknown {
  if (pathsWith(schema, "secret").length === 0) return value;
  const entrySchema = memberSchema(schema, 0);
  if (Array.isArray(value) && entrySchema) {
    const pairs = pairedEntries(entrySchema, value, asList(declared));
    return value.map((item, at) => withoutUndeclaredSecrets(entrySchema, item, pairs[at]));
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const fieldSchema = memberSchema(schema, key) ?? z.unknown();
    const declaredMember = isRecord(declared) ? getOwn(declared, key) : undefined;
    const isUndeclared = rulesOf(fieldSchema).secret === true && declaredMember === undefined;
    return isUndeclared ? [] : [[key, withoutUndeclaredSecrets(fieldSchema, member, declaredMember)] as const];
  });
  return Object.fromEntries(members);
}

/**
 * For each entry of a list the one of another list that is equal apart from secrets, or else has
 * the same identifying fields, if these are in both lists equally often. Undefined without one.
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
  const pairs = pairedIndexes(list, others, keys);
  return list.map((_, at) => {
    const other = pairs.get(at);
    return other === undefined ? undefined : others[other];
  });
}

/** Two keys of an entry: all its fields without secrets, or only the identifying fields, if any. */
interface EntryKeys<Entry> {
  text(entry: Entry): string;
  name(entry: Entry): string | undefined;
}

/** The indexes of paired entries: from that in a list to that in another list. */
export function pairedIndexes<Entry>(
  list: readonly Entry[],
  others: readonly Entry[],
  keys: EntryKeys<Entry>,
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  for (const keyOf of [keys.text, keys.name]) {
    const taken = new Set(pairs.values());
    const ours = indexesByKey(list, keyOf, (index) => pairs.has(index));
    const theirs = indexesByKey(others, keyOf, (index) => taken.has(index));
    for (const [key, indexes] of ours) {
      const candidates = theirs.get(key) ?? [];
      // If one list has a name more often, nothing tells which entries belong together.
      if (keyOf === keys.name && candidates.length !== indexes.length) continue;
      for (const [at, other] of candidates.slice(0, indexes.length).entries()) pairs.set(indexes[at] as number, other);
    }
  }
  return pairs;
}

/** The indexes of the entries that have no pair yet, by key. */
function indexesByKey<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
  isPaired: (index: number) => boolean,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, entry] of entries.entries()) {
    const key = isPaired(index) ? undefined : keyOf(entry);
    if (key === undefined) continue;
    const indexes = found.get(key);
    if (indexes) indexes.push(index);
    else found.set(key, [index]);
  }
  return found;
}

/** The known fields of an entry without its secrets, as one text. */
export function entryText(schema: z.ZodType, entry: unknown): string {
  const known = pruneUnknown(schema, entry);
  return JSON.stringify(canonical(isRecord(known) ? withoutSecrets(schema, known) : known));
}

/** The identifying fields of an entry as one text; undefined without any. */
export function entryName(schema: z.ZodType, entry: unknown): string | undefined {
  const fields = isRecord(entry) ? Object.entries(entry).filter(([key]) => isIdentity(schema, key)) : [];
  const names = Object.fromEntries(fields);
  return isEmpty(names) ? undefined : JSON.stringify(canonical(names));
}

function isIdentity(schema: z.ZodType, key: string): boolean {
  const field = memberSchema(schema, key);
  return field !== undefined && rulesOf(field).identifies === true;
}

/** A form to compare: objects as sorted pairs, without empty members, which servers drop. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  return Object.entries(value as Properties)
    .filter(([, member]) => !isEmpty(member))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => [key, canonical(member)]);
}
