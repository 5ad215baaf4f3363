import { kindOfOwner, kindOfPlural } from "../kinds/kinds";
import { foreground, type ObjectMeta, type OwnerReference, orphan } from "../kinds/metadata";
import { deleteEntry, removeFinalizer, withList } from "../objects/deletion";
import { NotKeptError, type StoreEvent } from "../store/store";
import type { World } from "../world";
import { Dependents, type Followed, ownersOf } from "./dependents";

/**
 * Starts to clean up after deletes, each time after the answer is on its way, as the controllers of a cluster do:
 * dependents without any owner are deleted, and objects that wait for their dependents are let go.
 */
export function collectGarbage(world: World): void {
  const dependents = new Dependents();
  const due = new Set<string>();
  let isPlanned = false;
  const plan = () => {
    if (isPlanned || due.size === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      visitAll(world, dependents, due);
    });
  };
  for (const { plural, entry } of world.store.all()) follow(dependents, plural, entry);
  for (const uid of dependents.uids()) due.add(uid);
  plan();
  world.store.onChange((event) => {
    const former = ownersOf(event.former?.object.metadata);
    follow(dependents, event.plural, event.type === "DELETED" ? undefined : event.entry, event.former);
    for (const uid of concerned(dependents, event, former)) due.add(uid);
    plan();
  });
}

function follow(dependents: Dependents, plural: string, entry: StoreEvent["entry"] | undefined, former = entry): void {
  const kind = kindOfPlural(plural);
  if (kind === undefined) return;
  if (entry !== undefined) dependents.put(kind, entry);
  else if (former !== undefined) dependents.drop(former.object.metadata.uid);
}

// A change concerns the object, the owners that may wait for it, and what depends on it once it goes.
function concerned(dependents: Dependents, { type, entry }: StoreEvent, formerOwners: OwnerReference[]): string[] {
  const { metadata } = entry.object;
  const isGoing = type === "DELETED" || metadata.deletionTimestamp !== undefined;
  const below = isGoing ? dependents.of(metadata.uid).map((one) => one.entry.object.metadata.uid) : [];
  const above = formerOwners.map(({ uid }) => uid);
  return [metadata.uid, ...above, ...below].filter((uid) => dependents.get(uid) !== undefined);
}

function visitAll(world: World, dependents: Dependents, due: Set<string>): void {
  for (const uid of [...due]) {
    due.delete(uid);
    const one = dependents.get(uid);
    if (one === undefined) continue;
    try {
      visit(world, dependents, one);
    } catch (error) {
      // What cannot be written now is tried again after the next change, or at the next start.
      if (!(error instanceof NotKeptError)) throw error;
      due.add(uid);
    }
  }
}

function visit(world: World, dependents: Dependents, one: Followed): void {
  const { metadata } = one.entry.object;
  if (metadata.deletionTimestamp === undefined) {
    leaveOwners(world, dependents, one);
    return;
  }
  const below = dependents.of(metadata.uid);
  if (metadata.finalizers?.includes(orphan)) {
    for (const dependent of below) dropOwners(world, dependent, new Set([metadata.uid]));
    removeFinalizer(world, one.kind, one.entry, orphan);
  } else if (isForeground(metadata) && !below.some((dependent) => blocks(dependent, metadata.uid))) {
    removeFinalizer(world, one.kind, one.entry, foreground);
  }
}

// An object stays as long as one owner stays, but without those that went or wait for it to go.
function leaveOwners(world: World, dependents: Dependents, one: Followed): void {
  const { metadata } = one.entry.object;
  const owners = ownersOf(metadata);
  const lost = owners.filter((owner) => stateOf(world, owner, metadata.namespace) !== "there");
  if (lost.length === 0) return;
  if (lost.length < owners.length) {
    dropOwners(world, one, new Set(lost.map(({ uid }) => uid)));
    return;
  }
  const below = dependents.of(metadata.uid).map((dependent) => dependent.entry.object.metadata);
  const isWaitedFor = owners.some((owner) => stateOf(world, owner, metadata.namespace) === "waiting");
  // In a circle of owners somebody has to go first.
  const goesLast = isWaitedFor && below.length > 0 && !below.some(isForeground);
  deleteEntry(world, one.kind, one.entry, { dryRun: false, propagation: goesLast ? "Foreground" : "Background" });
}

// Only owners that this server would know can be found to be missing.
function stateOf(world: World, owner: OwnerReference, namespace = ""): "there" | "waiting" | "gone" {
  const kind = kindOfOwner(owner, world.apiVersion);
  if (kind === undefined) return "there";
  // What is in no namespace cannot say in which one its owner would be.
  if (kind.namespaced && namespace === "") return "there";
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

function dropOwners(world: World, { kind, entry: { object } }: Followed, uids: ReadonlySet<string>): void {
  const ownerReferences = ownersOf(object.metadata).filter((owner) => !uids.has(owner.uid));
  world.store.write(kind.plural, {
    ...object,
    metadata: withList(object.metadata, "ownerReferences", ownerReferences),
  });
}
