import { setTimeout as sleep } from "node:timers/promises";
import type { CommandResult } from "../command";
import { startPulumi } from "../runningPulumi";
import type { Stack } from "../stack";
import { type Adapter, dynamic, plugin } from "./adapter";
import type { Gate, Stop } from "./gate";
import { descendantsOf, signal, suspend } from "./processes";

/** The process that is killed: the provider alone, or the engine with its descendants. */
export type Victim = "provider" | "engine";

// Time for the provider to receive a response; it changes no outcome.
const responseMs = 500;

/** The process that is killed, and the adapter of the program. */
export interface KillTarget {
  adapter: Adapter;
  victim: Victim;
}

/**
 * Every adapter and victim, with the requests to hold and the title of the adapter. After a
 * response only the engine has something to lose.
 */
export function victimsOf(stops: readonly Stop[], answered: readonly Stop[]) {
  return [plugin, dynamic].flatMap((adapter) => [
    [adapter.title, "provider" as const, stops, adapter] as const,
    [adapter.title, "engine" as const, [...stops, ...answered], adapter] as const,
  ]);
}

/** Runs `pulumi up`, kills the victim when all these requests are held, and returns the output. */
export async function killedUp(
  stack: Stack,
  gate: Gate,
  stops: readonly Stop[],
  target: KillTarget,
): Promise<CommandResult> {
  const allHeld = gate.arm(stops);
  const up = startPulumi(stack, ["up", "--yes", "--skip-preview", "--parallel", "64"]);
  const early = up.ended.then(({ stdout, stderr }) => {
    throw new Error(`pulumi up ended early. Requests: ${gate.seen().join(", ")}\n${stdout}${stderr}`);
  });
  await Promise.race([allHeld, early]);
  early.catch(() => {});
  await kill(target, up.pid as number, gate);
  return up.ended;
}

async function kill({ adapter, victim }: KillTarget, engine: number, gate: Gate): Promise<void> {
  const started = descendantsOf(engine);
  const provider = started.filter(({ command }) => command.includes(adapter.provider));
  if (provider.length !== 1) throw new Error(`Not one provider runs, but ${provider.length}.`);
  if (victim === "provider") return signal(provider[0]?.pid as number, "SIGKILL");
  // A suspended engine cannot receive and save the provider's responses.
  suspend(engine);
  gate.release();
  await sleep(responseMs);
  for (const { pid } of [{ pid: engine }, ...started]) signal(pid, "SIGKILL");
}
