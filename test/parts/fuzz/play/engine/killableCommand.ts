import { type ChildProcess, spawn } from "node:child_process";
import type { CommandResult } from "../../../../support/command";
import { descendantsOf, signal, standStill } from "../../../../support/kills/processes";
import type { Stack } from "../../../../support/stack";

/** How a command ended. */
export interface Ended extends CommandResult {
  /** Who was killed in it. */
  killed: "nobody" | "provider" | "engine";
}

/** A command of `pulumi` that somebody may kill, or its provider. */
export interface KillableCommand {
  /** Says whether anything was there to be killed. */
  killProvider(): boolean;
  killEngine(): boolean;
  ended: Promise<Ended>;
}

// A command that waits for longer waits for ever.
const limitMs = 180_000;

/** Starts a command of `pulumi`; `provider` is part of the command line of the provider's processes. */
export function startKillable(stack: Stack, args: readonly string[], provider: string): KillableCommand {
  const all = [...args, "--non-interactive", "--color", "never"];
  const child = spawn("pulumi", all, { cwd: stack.dir, env: stack.env, stdio: ["ignore", "pipe", "pipe"] });
  let killed: Ended["killed"] = "nobody";
  const isThere = () => child.exitCode === null && child.signalCode === null;
  const killEngine = () => {
    if (!isThere()) return false;
    killed = "engine";
    killAll(child.pid as number);
    return true;
  };
  const killProvider = () => {
    if (!isThere()) return false;
    const found = descendantsOf(child.pid as number).filter(({ command }) => command.includes(provider));
    for (const { pid } of found) signal(pid, "SIGKILL");
    if (found.length > 0) killed = "provider";
    return found.length > 0;
  };
  const ended = endOf(child, killEngine, args).then((result) => ({ ...result, killed }));
  return { killProvider, killEngine, ended };
}

/** An engine that stands still starts nothing more. */
function killAll(engine: number): void {
  standStill(engine);
  for (const { pid } of descendantsOf(engine)) signal(pid, "SIGKILL");
  signal(engine, "SIGKILL");
}

function endOf(child: ChildProcess, kill: () => boolean, args: readonly string[]): Promise<CommandResult> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      kill();
      reject(new Error(`pulumi ${args.join(" ")} did not end:\n${output.stdout}${output.stderr}`));
    }, limitMs);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(limit);
      resolve({ exitCode: code ?? -1, ...output });
    });
  });
}
