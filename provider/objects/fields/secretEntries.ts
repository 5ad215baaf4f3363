import type * as z from "zod";
import { deepEqual, expandPath, type Path, valueAt, withValue } from "../values.js";
import { fieldAt, pathsWith } from "./fieldRules.js";
import { entryName, entryText, type ListVersions, pairIndices } from "./listEntries.js";

/** A secret in values with a schema; `*` in its path is every entry of a list. */
export interface SecretField {
  readonly path: Path;
  readonly schema: z.ZodType;
}

/** The secrets in values with a schema. */
export const secretFields = (schema: z.ZodType): SecretField[] =>
  pathsWith(schema, "secret").map((path) => ({ path, schema }));

/** The entry of the innermost list around a secret, or the whole object. */
interface Holder {
  readonly path: Path;
  readonly value: unknown;
  /** The identity of the entries of the lists around it. */
  readonly around: string;
}

/** A holder of a secret, and what it may have been in each of two other versions of the object. */
interface HolderVersions {
  readonly path: Path;
  readonly value: unknown;
  readonly others: readonly (readonly unknown[])[];
}

/** The secret at each of its places in an object, and its possible values in other versions. */
export function secretVersions(field: SecretField, object: unknown, others: readonly unknown[]): HolderVersions[] {
  const rest = field.path.slice(field.path.lastIndexOf("*") + 1);
  const holders = holdersIn(field, object);
  const origins = others.map((other) => originsOf(field, holders, holdersIn(field, other)));
  return holders.map(({ path, value }, at) => ({
    path: [...path, ...rest],
    value: valueAt(value, rest),
    others: origins.map((all) => (all[at] ?? []).map((origin) => valueAt(origin.value, rest))),
  }));
}

/**
 * A declared list with the secrets of its live entries that the program never declared: an import
 * leaves them out. An entry that may be one of several gets a secret that all of them have.
 */
export function keepUndeclaredSecrets(schema: z.ZodType, { before, after, live }: ListVersions): unknown {
  const kept = secretFields(schema).flatMap((field) =>
    secretVersions(field, after, [before, live]).flatMap(keptSecret),
  );
  return kept.reduce((list, { path, value }) => withValue(list, path, value), after);
}

function keptSecret({ path, value, others: [before = [], live = []] }: HolderVersions) {
  const [secret] = live;
  const isUndeclared = [value, ...before].every((declared) => declared === undefined);
  if (!isUndeclared || secret === undefined || !live.every((each) => deepEqual(each, secret))) return [];
  return [{ path, value: secret }];
}

function holdersIn(field: SecretField, object: unknown): Holder[] {
  const places = expandPath(object, field.path.slice(0, field.path.lastIndexOf("*") + 1));
  return (
    places
      // A path keeps its `*` where the object has no list.
      .filter((path) => !path.includes("*"))
      .map((path) => {
        const entryEnds = path.flatMap((key, at) => (typeof key === "number" ? [at + 1] : []));
        const outerEnds = entryEnds.slice(0, -1);
        const names = outerEnds.map((end) => entryName(schemaAt(field, end), valueAt(object, path.slice(0, end))));
        return { path, value: valueAt(object, path), around: JSON.stringify(names) };
      })
  );
}

/**
 * The holders of another version that each may have been: one in the same entries around it, else
 * those of the same name that are left.
 */
function originsOf(field: SecretField, holders: readonly Holder[], others: readonly Holder[]): readonly Holder[][] {
  const end = field.path.lastIndexOf("*") + 1;
  if (end === 0) return holders.map(() => [...others]);
  const schema = schemaAt(field, end);
  const name = ({ value }: Holder) => entryName(schema, value);
  const pairs = pairIndices(holders, others, {
    text: ({ around, value }) => around + entryText(schema, value),
    name: (holder) => name(holder) && holder.around + name(holder),
  });
  const taken = new Set(pairs.values());
  const left = others.filter((_, at) => !taken.has(at));
  return holders.map((holder, at) => {
    const other = pairs.get(at);
    if (other !== undefined) return [others[other] as Holder];
    return left.filter((other) => name(other) !== undefined && name(other) === name(holder));
  });
}

/** The schema of the value that the first keys of a secret's path lead to. */
export const schemaAt = ({ schema, path }: SecretField, end: number): z.ZodType =>
  fieldAt(schema, path.slice(0, end)) as z.ZodType;
