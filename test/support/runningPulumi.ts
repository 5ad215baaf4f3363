import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { CommandResult } from "./command";
import type { Stack } from "./stack";

/** A command of `pulumi` that is under way. */
export interface RunningPulumi {
  /** Resolves when it has printed this; rejects when it ends without. */
  said(what: RegExp): Promise<void>;
  /** Resolves when this is so; rejects when it ends before. */
  until(isSo: () => boolean): Promise<void>;
  /** What Ctrl-C in a terminal does. */
  interrupt(): void;
  ended: Promise<CommandResult>;
}

const pollMs = 20;

/** Starts a command in a stack, and does not wait for its end. */
export function startPulumi(stack: Stack, args: string[]): RunningPulumi {
  const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd: stack.dir, env: stack.env });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  child.stdin.end();
  const ended = new Promise<CommandResult>((resolve) => {
    child.on("close", (code) => resolve({ exitCode: code ?? -1, ...output }));
  });
  const failure = (missing: string) => new Error(`It ended without ${missing}:\n${output.stdout}${output.stderr}`);
  const until = async (isSo: () => boolean) => {
    for (; !isSo(); await sleep(pollMs)) if (child.exitCode !== null) throw failure(String(isSo));
  };
  const said = (what: RegExp) =>
    until(() => what.test(output.stdout + output.stderr)).catch(() => {
      throw failure(`saying ${what}`);
    });
  return { said, until, interrupt: () => child.kill("SIGINT"), ended };
}
