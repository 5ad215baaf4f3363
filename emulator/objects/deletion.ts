import type { Kind } from "../kinds/kind";
import { type ApiObject, type ObjectMeta, type Propagation, propagationFinalizers } from "../kinds/metadata";
import { type Entry, makeEntry } from "../store/store";
import { rfc3339Seconds } from "../text/formats";
import type { JsonValue } from "../text/json";
import type { World } from "../world";

/** How an object is deleted. */
export interface Deletion {
  dryRun: boolean;
  propagation: Propagation;
}

/** Deletes an object. If finalizers hold it, marks it as terminating and returns it. */
export function deleteEntry(world: World, kind: Kind, entry: Entry, deletion: Deletion): Entry | undefined {
  const { object } = entry;
  const { name, namespace } = object.metadata;
  const finalizers = heldBy(object, propagationFinalizers[deletion.propagation]);
  if (finalizers.length === 0) {
    if (!deletion.dryRun) world.store.remove(kind.plural, name, namespace);
    return undefined;
  }
  if (object.metadata.deletionTimestamp !== undefined) return entry;
  const marked = terminating(object, finalizers, rfc3339Seconds(world.now()));
  return deletion.dryRun ? makeEntry(marked) : world.store.write(kind.plural, marked);
}

function heldBy({ metadata }: ApiObject, extra: string | undefined): string[] {
  const finalizers = metadata.finalizers ?? [];
  // The choice of what becomes of dependents is made once, by the first delete.
  if (extra === undefined || finalizers.includes(extra) || metadata.deletionTimestamp !== undefined) return finalizers;
  return [...finalizers, extra];
}

function terminating(object: ApiObject, finalizers: string[], deletionTimestamp: string): ApiObject {
  const generation = object.metadata.generation + 1;
  const metadata = { ...object.metadata, finalizers, generation, deletionTimestamp, deletionGracePeriodSeconds: 0 };
  return { ...object, metadata };
}

/** Takes one finalizer away; an object that nothing else holds is gone with it. */
export function removeFinalizer(world: World, kind: Kind, entry: Entry, finalizer: string): void {
  const { metadata } = entry.object;
  const finalizers = (metadata.finalizers ?? []).filter((name) => name !== finalizer);
  if (finalizers.length === 0) world.store.remove(kind.plural, metadata.name, metadata.namespace);
  else world.store.write(kind.plural, { ...entry.object, metadata: withList(metadata, "finalizers", finalizers) });
}

/** Metadata with another list; an empty one is left out, as stored objects never hold one. */
export function withList(
  metadata: ObjectMeta,
  field: "finalizers" | "ownerReferences",
  items: readonly JsonValue[],
): ObjectMeta {
  const { [field]: former, ...rest } = metadata;
  return (items.length === 0 ? rest : { ...rest, [field]: items }) as ObjectMeta;
}
