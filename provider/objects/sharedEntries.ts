import { asList, semanticEqual } from "./values.js";

/** Returns the key of an entry in a list that several clients share. */
export type Identity = (entry: unknown) => unknown;

/** The entries of a list by identity; empty for a value that is not a list. */
export function byIdentity(list: unknown, identity: Identity): Map<unknown, unknown> {
  return new Map(asList(list).map((entry) => [identity(entry), entry]));
}

/** Whether two lists have semantically equal entries, in any order. */
export function equalEntries(a: unknown, b: unknown, identity: Identity): boolean {
  const one = byIdentity(a, identity);
  const other = byIdentity(b, identity);
  const isInOther = ([id, entry]: [unknown, unknown]) => other.has(id) && semanticEqual(entry, other.get(id));
  return one.size === other.size && [...one].every(isInOther);
}
