import { type RunningCommand, startCommand } from "./runningCommand";
import type { Stack } from "./stack";

/** A command of `pulumi` that is under way. */
export interface RunningPulumi extends RunningCommand {
  /** Interrupts it as Ctrl-C in a terminal does. */
  interrupt(): void;
}

/** Starts a command in a stack, and does not wait for its end. */
export function startPulumi(stack: Stack, args: string[]): RunningPulumi {
  const all = [...args, "--non-interactive", "--color", "never"];
  const running = startCommand("pulumi", all, { cwd: stack.dir, env: stack.env });
  return { ...running, interrupt: () => running.send("SIGINT", "itself") };
}
