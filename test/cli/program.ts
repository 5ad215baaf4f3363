import path from "node:path";
import type { CommandResult } from "../support/command";
import { root } from "../support/environment";
import { type RunningCommand, startCommand } from "../support/runningCommand";

/** The built command line. */
export const program = path.join(root, "bin", "pulumi-vcluster-platform");

/** What `serve --json` prints. */
export interface Ready {
  baseUrl: string;
  accessKey: string;
  caFile: string | null;
  faultsUrl: string;
}

/** A `pulumi-vcluster-platform serve` that listens. */
export interface Serving extends RunningCommand {
  ready: Ready;
}

// A failed test leaves its processes running, and jest would wait for them.
const running = new Set<RunningCommand>();
afterEach(() => {
  for (const command of running) command.send("SIGKILL", "itself");
});

/** Starts `pulumi-vcluster-platform` after a shell command, such as one that sets a limit. */
export function startAfter(command: string, ...args: string[]): RunningCommand {
  const script = ["-c", `${command}; exec "$@"`, "sh", process.execPath, program, ...args];
  const started = startCommand("sh", script, { cwd: root, env: process.env as Record<string, string> });
  running.add(started);
  started.ended.finally(() => running.delete(started));
  return started;
}

/** Starts `serve --json` and waits until it listens. */
export async function startServe(args: readonly string[] = []): Promise<Serving> {
  const started = startAfter(":", "serve", "--json", ...args);
  await started.said(/\n/);
  return { ...started, ready: JSON.parse(started.stdout()) };
}

/** Ends a process with a signal. */
export function stop(command: RunningCommand, signal: NodeJS.Signals = "SIGTERM"): Promise<CommandResult> {
  command.send(signal, "itself");
  return command.ended;
}
