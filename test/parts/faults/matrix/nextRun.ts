import type { Kept } from "../../../support/pluginDriver";
import type { Given, Operation } from "./operations";
import type { Ended } from "./runCell";
import type { World } from "./world";

/** Whether the name belongs to another client's object. */
const isTaken = ({ message }: Ended): boolean =>
  /an object of this name exists already|the project has a virtual cluster/.test(message);

/** The next `pulumi up` after an operation, without a fault. */
export async function nextRun(world: World, operation: Operation, given: Given, ended: Ended): Promise<void> {
  const { driver } = world.face;
  const wanted = operation.wants(given.inputs);
  if (isTaken(ended)) return;
  if (operation.changes.includes("DELETED")) {
    if (ended.outcome === "error") await driver.delete(operation.type, given.kept as Kept);
    return;
  }
  const known = ended.kept ?? given.kept;
  if (known === undefined) {
    await driver.create(operation.type, wanted);
    return;
  }
  if (ended.outcome === "unfinished") {
    await driver.update(operation.type, known, wanted);
    return;
  }
  const isLost = ended.outcome === "gone" || /it is not on this platform/.test(ended.message);
  if (isLost && (await driver.read(operation.type, known)) === undefined) await driver.create(operation.type, wanted);
  else if (ended.outcome === "error") await driver.update(operation.type, known, wanted);
  else await readAgain(world, operation, known);
}

async function readAgain({ face: { driver } }: World, { type }: Operation, kept: Kept): Promise<void> {
  const read = await driver.read(type, kept);
  if (read === undefined) throw new Error("a refresh does not find it");
  const { changes } = await driver.diff(type, read, kept.inputs);
  if (changes) throw new Error("a refresh finds a change");
}

/** Problems after the next run: there must be exactly one object, written exactly once, with the edits of others. */
export function wrongAtLast(world: World, operation: Operation, given: Given, ended: Ended): string[] {
  const live = world.platform.store.get(operation.plural, given.name, operation.namespace);
  const isLost = ended.outcome === "gone" || /it is not on this platform/.test(ended.message);
  const isDeleted = operation.changes.includes("DELETED");
  const changes = withoutDiscarded(world.witness.changes.get(given.name) ?? [], operation).join();
  const expected = (isLost ? ["DELETED", "ADDED"] : operation.changes).join();
  const wrongChanges =
    changes === expected ? [] : [`the platform did ${changes || "nothing"}, not ${expected || "nothing"}`];
  if (isDeleted) return [...wrongChanges, ...(live ? ["the object is still there"] : [])];
  if (!live) return [...wrongChanges, "the object is not there"];
  const { displayName } = isTaken(ended) ? { displayName: "theirs" } : operation.wants(given.inputs);
  const hasEdit = operation.changes.includes("MODIFIED") && !isLost;
  return [...wrongChanges, ...wrongFields(live, { displayName, note: hasEdit ? "theirs" : undefined })];
}

function wrongFields(live: object, wanted: { displayName: unknown; note: string | undefined }): string[] {
  const { metadata, spec } = JSON.parse(JSON.stringify(live));
  return [
    ...(spec.clusterRef || spec.displayName === wanted.displayName ? [] : [`displayName is ${spec.displayName}`]),
    ...(wanted.note === undefined || metadata.annotations?.note === wanted.note ? [] : ["a colleague's edit is lost"]),
  ];
}

/** A key whose value was lost is deleted and created anew; that is no second key. */
function withoutDiscarded(changes: readonly string[], { type }: Operation): readonly string[] {
  if (type !== "OwnedAccessKey") return changes;
  return changes.join().replaceAll("ADDED,DELETED,", "").split(",");
}
