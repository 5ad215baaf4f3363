import type { Kept } from "../../../support/pluginDriver";
import type { Given, Operation } from "./operations";
import type { Ended } from "./runCell";
import type { World } from "./world";

/** Whether the name belongs to somebody else now, for good. */
export const isTaken = ({ message }: Ended): boolean =>
  /an object of this name exists already|the project has a virtual cluster/.test(message);

/** What the next `pulumi up` does with what an operation left, when nothing is in the way any more. */
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
