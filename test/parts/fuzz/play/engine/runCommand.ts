import type { FaultAction } from "../../../../../emulator/faults/fault";
import type { Running } from "../colleague";
import type { Interruption, PlannedFault, Trouble } from "../sequence";
import { faultOf } from "./faultOf";
import { type Ended, type KillableCommand, startKillable } from "./killableCommand";
import { mendState } from "./mendState";
import type { Scene } from "./scene";
import type { Tally } from "./tally";

/** A command in trouble. */
export interface Troubled {
  args: readonly string[];
  trouble: Trouble;
  /** What the command began with, if it is an `up`. */
  running: Running | undefined;
}

/** Runs a command, and lets happen in it what was planned. An engine that was killed leaves its lock behind, which is taken away. */
export async function runInTrouble(scene: Scene, tally: Tally, troubled: Troubled): Promise<Ended> {
  const { platform, stack } = scene;
  const { faults } = troubled.trouble;
  const planned = addFaults(scene, faults);
  platform.requests.length = 0;
  const ended = await runInterrupted(scene, tally, troubled);
  tally.faultsHit += planned - hitsToCome(scene);
  platform.faults.clear();
  tally.commands++;
  tally.requests += platform.requests.length;
  if (ended.exitCode !== 0) tally.failedCommands++;
  scene.said.push(ended.stdout, ended.stderr);
  scene.mayLose ||= ended.killed !== "nobody" || faults.some(({ action }) => isDenial(action));
  if (ended.killed !== "engine") return ended;
  if (mendState(stack)) tally.statesMended++;
  await stack.pulumi(["cancel", "--yes"]);
  return ended;
}

/** An answer that says of an object that is there that it is not. */
const isDenial = (action: FaultAction) => typeof action === "object" && "status" in action && action.status === 404;

async function runInterrupted(scene: Scene, tally: Tally, { args, trouble, running }: Troubled): Promise<Ended> {
  const { passage, place, stack, face } = scene;
  const { interruption } = trouble;
  let command: KillableCommand | undefined;
  let happening: Promise<unknown> = Promise.resolve();
  if (interruption)
    passage.arm(place.prefix, interruption, () => {
      const done = act(scene, tally, { does: interruption.does, running, command });
      happening = done;
      return done;
    });
  command = startKillable(stack, args, face.provider);
  const ended = await command.ended;
  passage.disarm(place.prefix);
  passage.cut();
  await happening;
  return ended;
}

const hitsToCome = ({ platform }: Scene) => platform.faults.pending.reduce((sum, { left }) => sum + left, 0);

/** Says how many hits there are to come. */
function addFaults(scene: Scene, faults: readonly PlannedFault[]): number {
  const { platform, colleague } = scene;
  for (const fault of faults) {
    const slot = colleague.slots.find(({ letter }) => letter === fault.letter);
    if (slot) platform.faults.add(faultOf(fault, slot.kind));
  }
  return hitsToCome(scene);
}

interface Happening {
  does: Interruption["does"];
  running: Running | undefined;
  command: KillableCommand | undefined;
}

/** What a killed provider sent stands, or its answer does. */
async function act(
  { colleague }: Scene,
  tally: Tally,
  { does, running, command }: Happening,
): Promise<"go on" | "stand"> {
  if (does === "kill the provider") tally.providersKilled += Number(command?.killProvider());
  else if (does === "kill the engine") tally.enginesKilled += Number(command?.killEngine());
  else await colleague.edit(does, running).then(() => tally.edits++);
  return typeof does === "string" ? "stand" : "go on";
}
