import { sameValue } from "./values.js";

/** What tells the entries of a list apart that several parties share. */
export type Identity = (entry: unknown) => unknown;

/** The entries of a list by their identity; what is no list has none. */
export function byIdentity(list: unknown, identity: Identity): Map<unknown, unknown> {
  return new Map((Array.isArray(list) ? list : []).map((entry) => [identity(entry), entry]));
}

/** Whether two lists have the same entries, in whatever order. */
export function sameEntries(a: unknown, b: unknown, identity: Identity): boolean {
  const [one, other] = [byIdentity(a, identity), byIdentity(b, identity)];
  return one.size === other.size && [...one].every(([id, entry]) => other.has(id) && sameValue(entry, other.get(id)));
}

/** Merges entry by entry: what the program added, changed or took away; entries of others stay as they are. */
export function mergeEntries(before: unknown[], after: unknown[], live: unknown[], identity: Identity): unknown[] {
  const [old, ours, present] = [byIdentity(before, identity), byIdentity(after, identity), byIdentity(live, identity)];
  const isChanged = (entry: unknown) => !sameValue(old.get(identity(entry)), ours.get(identity(entry)));
  const kept = live.filter((entry) => ours.has(identity(entry)) || !old.has(identity(entry)));
  return [
    ...kept.map((entry) => (isChanged(entry) ? (ours.get(identity(entry)) ?? entry) : entry)),
    ...after.filter((entry) => isChanged(entry) && !present.has(identity(entry))),
  ];
}
