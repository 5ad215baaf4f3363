import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { engineFailure } from "../../drift/engine/engineFailure";
import type { Machine } from "../machine";
import { programOnPath } from "../ownPackage";

// The configuration of a stack may hold certificates and whole files, and its state thousands of resources.
const longestOutput = 256 * 1024 * 1024;

/** Where and for how long Pulumi is asked. */
export type Asking = Pick<Machine, "env" | "cwd" | "timeoutMs">;

/** A command of Pulumi that gave no answer; the message is what it calls an error, and never what it printed. */
export class PulumiFailure extends Error {}

/** What a command of Pulumi prints: it asks nobody anything, and is ended when its time is over. */
export async function askPulumi(args: readonly string[], { env, cwd, timeoutMs }: Asking): Promise<string> {
  // One that hangs may not listen to anything milder.
  const bounds = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: longestOutput } as const;
  const options = { cwd, env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, ...bounds };
  const all = [...args, "--non-interactive", "--color", "never"];
  const running = promisify(execFile)(programOnPath("pulumi", env) ?? "pulumi", all, options);
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } catch (error) {
    throw new PulumiFailure(whyNot(args[0] ?? "", error as FailedCommand, timeoutMs));
  }
}

type FailedCommand = Error & { code?: unknown; killed?: boolean; signal?: string; stderr?: string };

function whyNot(command: string, { code, killed, signal, stderr }: FailedCommand, timeoutMs: number): string {
  if (killed) return `pulumi ${command} gave no answer within ${timeoutMs / 1000} s, and was ended`;
  return engineFailure({ commandResult: { err: { exitCode: code, signal, stderr, code } } }).message;
}
