import type { Kind } from "../kinds/kind";
import { foreground, type ObjectMeta, type OwnerReference, orphan } from "../kinds/metadata";
import { deleteEntry, removeFinalizer, withList } from "../objects/deletion";
import { type Entry, NotKeptError } from "../store/store";
import { kindOfOwner, kindOfPlural, type World } from "../world";

/** A stored object that names owners or waits for its dependents. */
interface Followed {
  kind: Kind;
  entry: Entry;
}

const ownersOf = ({ ownerReferences = [] }: ObjectMeta) => ownerReferences;
const uidOf = ({ object }: Entry) => object.metadata.uid;

/**
 * Starts the garbage collection. As by the controllers of a cluster it runs after a response:
 * dependents without any owner are deleted, and objects that wait for their dependents are
 * released. Without such objects a change costs nothing.
 */
export function collectGarbage(world: World): void {
  const followed = new Set<string>();
  let isPlanned = false;
  const note = (entry: Entry, isGone: boolean) => {
    if (!isGone && isFollowed(entry)) followed.add(uidOf(entry));
    else followed.delete(uidOf(entry));
  };
  const plan = () => {
    if (isPlanned || followed.size === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      sweep(world);
    });
  };
  for (const { entry } of world.store.all()) note(entry, false);
  world.store.onChange(({ type, entry }) => {
    note(entry, type === "DELETED");
    plan();
  });
  plan();
}

function isFollowed({ object: { metadata } }: Entry): boolean {
  const { finalizers = [] } = metadata;
  return ownersOf(metadata).length > 0 || finalizers.includes(foreground) || finalizers.includes(orphan);
}

function sweep(world: World): void {
  const all = [...world.store.all()].flatMap(({ plural, entry }): Followed[] => {
    const kind = isFollowed(entry) ? kindOfPlural(world, plural) : undefined;
    return kind === undefined ? [] : [{ kind, entry }];
  });
  const byOwner = new Map<string, Followed[]>();
  for (const one of all) {
    for (const { uid } of ownersOf(one.entry.object.metadata)) {
      const dependents = byOwner.get(uid) ?? [];
      if (uid !== uidOf(one.entry)) dependents.push(one);
      byOwner.set(uid, dependents);
    }
  }
  try {
    for (const one of all) {
      const below = latest(world, byOwner.get(uidOf(one.entry)) ?? []);
      for (const current of latest(world, [one])) visit(world, current, below);
    }
  } catch (error) {
    // What cannot be written is tried again after the next change, or at the next start.
    if (!(error instanceof NotKeptError)) throw error;
  }
}

/** The latest state of objects, without those that are gone: a sweep itself changes some. */
function latest(world: World, objects: readonly Followed[]): Followed[] {
  return objects.flatMap(({ kind, entry: former }) => {
    const { name, namespace, uid } = former.object.metadata;
    const entry = world.store.entry(kind.plural, name, namespace);
    return entry?.object.metadata.uid === uid ? { kind, entry } : [];
  });
}

function visit(world: World, one: Followed, below: readonly Followed[]): void {
  const { metadata } = one.entry.object;
  if (metadata.deletionTimestamp === undefined) leaveOwners(world, one, below);
  else if (metadata.finalizers?.includes(orphan)) {
    for (const dependent of below) dropOwners(world, dependent, ({ uid }) => uid === metadata.uid);
    removeFinalizer(world, one.kind, one.entry, orphan);
  } else if (isForeground(metadata) && !below.some((dependent) => blocks(dependent, metadata.uid))) {
    removeFinalizer(world, one.kind, one.entry, foreground);
  }
}

// An object stays while one owner stays, without the owners that are gone or wait for it.
function leaveOwners(world: World, one: Followed, below: readonly Followed[]): void {
  const { metadata } = one.entry.object;
  const states = ownersOf(metadata).map((owner) => stateOf(world, owner, metadata.namespace));
  if (states.every((state) => state === "there")) return;
  if (states.includes("there")) {
    dropOwners(world, one, (owner) => stateOf(world, owner, metadata.namespace) !== "there");
    return;
  }
  // In a cycle of owners one has to go first.
  const isCycle = below.some(({ entry }) => isForeground(entry.object.metadata));
  const isWaitedFor = states.includes("waiting") && below.length > 0 && !isCycle;
  deleteEntry(world, one.kind, one.entry, { dryRun: false, propagation: isWaitedFor ? "Foreground" : "Background" });
}

// Only an owner of a known kind can be known to be gone, and only if its namespace is known.
function stateOf(world: World, owner: OwnerReference, namespace = ""): "there" | "waiting" | "gone" {
  const kind = kindOfOwner(world, owner);
  if (kind === undefined || (kind.namespaced && namespace === "")) return "there";
  const found = world.store.get(kind.plural, owner.name, kind.namespaced ? namespace : "")?.metadata;
  if (found?.uid !== owner.uid) return "gone";
  return isForeground(found) ? "waiting" : "there";
}

function isForeground({ deletionTimestamp, finalizers = [] }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined && finalizers.includes(foreground);
}

function blocks({ entry }: Followed, uid: string): boolean {
  return ownersOf(entry.object.metadata).some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true);
}

function dropOwners(
  world: World,
  { kind, entry: { object } }: Followed,
  isDropped: (owner: OwnerReference) => boolean,
): void {
  const kept = ownersOf(object.metadata).filter((owner) => !isDropped(owner));
  world.store.write(kind.plural, { ...object, metadata: withList(object.metadata, "ownerReferences", kept) });
}
