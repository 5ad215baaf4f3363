import type * as z from "zod";
import { deepEqual, expandPath, type Path, valueAt, withValue } from "../values.js";
import { fieldAt, pathsWith } from "./fieldRules.js";
import { entryName, entryText, type ListVersions, pairedIndexes } from "./listEntries.js";

/** A secret field of the values with a schema; `*` in its path is every entry of a list. */
export interface SecretField {
  readonly path: Path;
  /** The schema of the values, not of the field. */
  readonly schema: z.ZodType;
}

/** The secret fields of values with a schema. */
export const secretFields = (schema: z.ZodType): SecretField[] =>
  pathsWith(schema, "secret").map((path) => ({ path, schema }));

/** The entry of the innermost list around a secret, or the whole object. */
interface Holder {
  readonly path: Path;
  readonly value: unknown;
  /** Identifies the entries of the outer lists around this one. */
  readonly outerNames: string;
}

/** A secret at one place of an object. `others` has its possible values in each other version. */
interface SecretOccurrence {
  readonly path: Path;
  readonly value: unknown;
  readonly others: readonly (readonly unknown[])[];
}

/** The secret at each of its places in an object, and its possible values in other versions. */
export function secretOccurrences(field: SecretField, object: unknown, others: readonly unknown[]): SecretOccurrence[] {
  const pathInHolder = field.path.slice(holderPath(field).length);
  const holders = holdersIn(field, object);
  const origins = others.map((other) => originsOf(field, holders, holdersIn(field, other)));
  return holders.map(({ path, value }, index) => ({
    path: [...path, ...pathInHolder],
    value: valueAt(value, pathInHolder),
    others: origins.map((all) => (all[index] ?? []).map((origin) => valueAt(origin.value, pathInHolder))),
  }));
}

/**
 * A declared list with the secrets of its live entries that the program never declared: an import
 * leaves them out. If several live entries may be the declared one, all must have the same secret.
 */
export function keepUndeclaredSecrets(schema: z.ZodType, { before, after, live }: ListVersions): unknown {
  const kept = secretFields(schema).flatMap((field) =>
    secretOccurrences(field, after, [before, live]).flatMap(keptSecret),
  );
  return kept.reduce((list, { path, value }) => withValue(list, path, value), after);
}

function keptSecret({ path, value, others: [before = [], live = []] }: SecretOccurrence) {
  const [secret] = live;
  const isUndeclared = [value, ...before].every((declared) => declared === undefined);
  if (!isUndeclared || secret === undefined || !live.every((each) => deepEqual(each, secret))) return [];
  return [{ path, value: secret }];
}

/** The path of a secret up to its last `*`; empty outside of lists. */
const holderPath = ({ path }: SecretField): Path => path.slice(0, path.lastIndexOf("*") + 1);

function holdersIn(field: SecretField, object: unknown): Holder[] {
  return (
    expandPath(object, holderPath(field))
      // A path keeps its `*` where the object has no list.
      .filter((path) => !path.includes("*"))
      .map((path) => {
        const entries = path.flatMap((key, index) => (typeof key === "number" ? [path.slice(0, index + 1)] : []));
        const outer = entries.slice(0, -1);
        const names = outer.map((entry) => entryName(schemaAt(field, entry.length), valueAt(object, entry)));
        return { path, value: valueAt(object, path), outerNames: JSON.stringify(names) };
      })
  );
}

/**
 * For each holder those of another version that it may have been: its pair in the same outer
 * entries, or else each of the same name that has no pair.
 */
function originsOf(field: SecretField, holders: readonly Holder[], others: readonly Holder[]): readonly Holder[][] {
  const depth = holderPath(field).length;
  // Outside of lists, the only holder is the whole object.
  if (depth === 0) return holders.map(() => [...others]);
  const schema = schemaAt(field, depth);
  const name = ({ value }: Holder) => entryName(schema, value);
  const pairs = pairedIndexes(holders, others, {
    text: ({ outerNames, value }) => outerNames + entryText(schema, value),
    name: (holder) => name(holder) && holder.outerNames + name(holder),
  });
  const paired = new Set(pairs.values());
  const unpaired = others.filter((_, index) => !paired.has(index));
  return holders.map((holder, index) => {
    const other = pairs.get(index);
    if (other !== undefined) return [others[other] as Holder];
    return unpaired.filter((each) => name(each) !== undefined && name(each) === name(holder));
  });
}

/** The schema at the first `depth` keys of a secret's path. */
export const schemaAt = ({ schema, path }: SecretField, depth: number): z.ZodType =>
  fieldAt(schema, path.slice(0, depth)) as z.ZodType;
