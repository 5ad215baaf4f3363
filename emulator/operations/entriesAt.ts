import { type Entry, entryKey } from "../store/store";
import type { World } from "../world";
import type { CollectionTarget } from "./operation";

/** The objects of a collection as they were at a version, in order, from the one after `after` on; undefined if that is forgotten. */
export function entriesAt(
  { store, history }: World,
  { kind: { plural }, namespace }: CollectionTarget,
  version: number,
  after = "",
): Entry[] | undefined {
  const changes = history.after(version);
  if (changes === undefined) return undefined;
  const current = [...store.entries(plural, namespace, after)];
  const before = new Map<string, Entry | undefined>();
  for (const { plural: changed, entry, former } of changes) {
    // The first change since then is the one that knows what was there.
    if (changed === plural && !before.has(entryKey(entry))) before.set(entryKey(entry), former);
  }
  if (before.size === 0) return current;
  const restored = [...before.values()].filter(
    (entry): entry is Entry => entry !== undefined && entryKey(entry) > after && isIn(namespace, entry),
  );
  return [...current.filter((entry) => !before.has(entryKey(entry))), ...restored].sort(byKey);
}

/** Says whether an object stands in a namespace; undefined is all of them. */
export function isIn(namespace: string | undefined, { object: { metadata } }: Entry): boolean {
  return namespace === undefined || (metadata.namespace ?? "") === namespace;
}

function byKey(left: Entry, right: Entry): number {
  return entryKey(left) < entryKey(right) ? -1 : 1;
}
