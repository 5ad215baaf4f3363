import { DataError } from "./data/dataError";
import type { Kind } from "./kinds/kind";
import { kinds } from "./kinds/kinds";
import type { OwnerReference } from "./objects/apiObject";
import { deleteEntry, removeFinalizer, withList } from "./objects/deletion";
import type { Entry } from "./store";
import type { World } from "./world";

interface Followed {
  kind: Kind;
  entry: Entry;
}

const kindsByPlural = new Map(kinds.map((kind) => [kind.plural, kind]));
const kindsByName = new Map(kinds.map((kind) => [kind.kind, kind]));
const background = { dryRun: false, propagation: "Background" } as const;

/**
 * Starts to clean up after deletes, each time after the answer is on its way, as the controllers of a cluster do:
 * dependents without any owner are deleted, and objects that wait for their dependents are let go.
 */
export function collectGarbage(world: World): void {
  const followed = new Map<string, Followed>();
  let isPlanned = false;
  const follow = (plural: string, entry: Entry, exists: boolean) => {
    const kind = kindsByPlural.get(plural);
    const { uid } = entry.object.metadata;
    if (kind !== undefined && exists && isConcerned(entry)) followed.set(uid, { kind, entry });
    else followed.delete(uid);
  };
  const plan = () => {
    if (isPlanned || followed.size === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      visitAll(world, followed);
    });
  };
  for (const { plural, entry } of world.store.all()) follow(plural, entry, true);
  plan();
  world.store.onChange(({ type, plural, entry }) => {
    follow(plural, entry, type !== "DELETED");
    plan();
  });
}

function visitAll(world: World, followed: ReadonlyMap<string, Followed>): void {
  try {
    for (const one of [...followed.values()]) visit(world, one, [...followed.values()]);
  } catch (error) {
    // What cannot be written now is tried again after the next change, or at the next start.
    if (!(error instanceof DataError)) throw error;
  }
}

function isConcerned({ object: { metadata } }: Entry): boolean {
  return (metadata.ownerReferences ?? []).length > 0 || waitsFor(metadata.finalizers) !== undefined;
}

function waitsFor(finalizers: readonly string[] = []): string | undefined {
  return finalizers.find((name) => name === "foregroundDeletion" || name === "orphan");
}

function visit(world: World, { kind, entry }: Followed, followed: readonly Followed[]): void {
  const { metadata } = entry.object;
  const owners = metadata.ownerReferences ?? [];
  if (owners.length > 0 && owners.every((owner) => isGone(world, owner, metadata.namespace))) {
    deleteEntry(world, kind, entry, background);
    return;
  }
  const finalizer = metadata.deletionTimestamp === undefined ? undefined : waitsFor(metadata.finalizers);
  if (finalizer === undefined) return;
  const dependents = followed.filter((other) => ownsOf(other, metadata.uid) !== undefined);
  const isFree =
    finalizer === "orphan" ? orphan(world, dependents, metadata.uid) : release(world, dependents, metadata.uid);
  if (isFree) removeFinalizer(world, kind, entry, finalizer);
}

// Only owners that this server would know can be found to be missing.
function isGone(world: World, owner: OwnerReference, namespace: string | undefined): boolean {
  const kind = kindsByName.get(owner.kind);
  if (kind === undefined || owner.apiVersion !== world.apiVersion) return false;
  const found = world.store.get(kind.plural, owner.name, kind.namespaced ? namespace : "");
  return found?.metadata.uid !== owner.uid;
}

function ownsOf({ entry }: Followed, uid: string): OwnerReference | undefined {
  return entry.object.metadata.ownerReferences?.find((owner) => owner.uid === uid);
}

function orphan(world: World, dependents: readonly Followed[], uid: string): boolean {
  for (const { kind, entry } of dependents) {
    const { object } = entry;
    const ownerReferences = (object.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
    world.store.write(kind.plural, {
      ...object,
      metadata: withList(object.metadata, "ownerReferences", ownerReferences),
    });
  }
  return true;
}

function release(world: World, dependents: readonly Followed[], uid: string): boolean {
  const held = dependents.map((one) => {
    const blocks = ownsOf(one, uid)?.blockOwnerDeletion === true;
    const isHeld = deleteEntry(world, one.kind, one.entry, background) !== undefined;
    return blocks && isHeld;
  });
  return !held.includes(true);
}
