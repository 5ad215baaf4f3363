import type { CommandResult } from "../../../../support/command";
import { descendantsOf, signal, standStill } from "../../../../support/kills/processes";
import { startCommand } from "../../../../support/runningCommand";
import type { Stack } from "../../../../support/stack";
import type { Running } from "../colleague";
import { faultOf, type Interruption, isDenial, type PlannedFault, type Trouble } from "../sequence";
import { mendState } from "./mendState";
import type { Scene } from "./scene";

/** A command, its faults and its interruption. */
export interface Troubled {
  args: readonly string[];
  trouble: Trouble;
  /** The program and the state that the command begins with, if it is an `up`. */
  running?: Running;
}

/** How a command ended. */
export interface Ended extends CommandResult {
  killed: "nobody" | "provider" | "engine";
}

// A longer wait counts as a hang.
const limitMs = 180_000;

/** Runs a command with its planned faults and its interruption. A killed engine leaves its lock behind, which is removed. */
export async function runInTrouble(scene: Scene, troubled: Troubled): Promise<Ended> {
  const { platform, stack, tally } = scene;
  const { faults } = troubled.trouble;
  const planned = addFaults(scene, faults);
  platform.requests.length = 0;
  const ended = await runInterrupted(scene, troubled);
  tally.faultsHit += planned - remainingHits(scene);
  platform.faults.clear();
  tally.commands++;
  tally.requests += platform.requests.length;
  if (ended.exitCode !== 0) tally.failedCommands++;
  scene.said.push(ended.stdout, ended.stderr);
  scene.mayLose ||= ended.killed !== "nobody" || faults.some(isDenial);
  if (ended.killed !== "engine") return ended;
  if (mendState(stack)) tally.statesMended++;
  await stack.pulumi(["cancel", "--yes"]);
  return ended;
}

async function runInterrupted(scene: Scene, { args, trouble: { interruption }, running }: Troubled): Promise<Ended> {
  const { passage, place, stack, face } = scene;
  let command: KillableCommand | undefined;
  let interrupting: Promise<unknown> = Promise.resolve();
  if (interruption)
    passage.arm(place.prefix, interruption, () => {
      const acting = act(scene, interruption.does, command, running);
      interrupting = acting;
      return acting;
    });
  command = startKillable(stack, args, face.provider);
  const ended = await command.ended;
  passage.disarm(place.prefix);
  passage.cut();
  await interrupting;
  return ended;
}

const remainingHits = ({ platform }: Scene) => platform.faults.pending.reduce((sum, { left }) => sum + left, 0);

/** Returns how many hits remain. Which object of its kind a fault hits depends on the order in which the engine works. */
function addFaults(scene: Scene, faults: readonly PlannedFault[]): number {
  const { platform, colleague } = scene;
  for (const fault of faults) {
    const slot = colleague.slots.find(({ letter }) => letter === fault.letter);
    if (slot) platform.faults.add(faultOf(fault, slot.kind));
  }
  return remainingHits(scene);
}

/** The request of a killed process, or its response, is held back. */
async function act(
  { colleague, tally }: Scene,
  does: Interruption["does"],
  command: KillableCommand | undefined,
  running: Running | undefined,
): Promise<"go on" | "stand"> {
  if (does === "kill the provider") tally.providersKilled += Number(command?.kill("provider"));
  else if (does === "kill the engine") tally.enginesKilled += Number(command?.kill("engine"));
  else await colleague.edit(does, running).then(() => tally.edits++);
  return typeof does === "string" ? "stand" : "go on";
}

interface KillableCommand {
  /** Returns whether there was a process to kill. */
  kill(target: "provider" | "engine"): boolean;
  ended: Promise<Ended>;
}

/** Starts a command of `pulumi`; `provider` is part of the command line of the provider's processes. */
function startKillable({ dir, env }: Stack, args: readonly string[], provider: string): KillableCommand {
  const command = startCommand("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd: dir, env });
  const engine = command.pid as number;
  let isRunning = true;
  let killed: Ended["killed"] = "nobody";
  const kill = (target: "provider" | "engine") => {
    if (!isRunning) return false;
    // A stopped engine starts no further process.
    if (target === "engine") standStill(engine);
    const found = descendantsOf(engine).filter((each) => target === "engine" || each.command.includes(provider));
    for (const { pid } of found) signal(pid, "SIGKILL");
    if (target === "engine") signal(engine, "SIGKILL");
    else if (found.length === 0) return false;
    killed = target;
    return true;
  };
  let isHanging = false;
  const limit = setTimeout(() => {
    isHanging = kill("engine");
  }, limitMs);
  const ended = command.ended.then((result) => {
    isRunning = false;
    clearTimeout(limit);
    if (isHanging) throw new Error(`pulumi ${args.join(" ")} did not end:\n${result.stdout}${result.stderr}`);
    // The engine may have exited before the signal came.
    return { ...result, killed: killed === "engine" && result.exitCode !== -1 ? "nobody" : killed };
  });
  return { kill, ended };
}
