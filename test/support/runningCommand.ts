import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { CommandResult, CommandSettings } from "./command";

/** A command that is under way. */
export interface RunningCommand {
  /** Resolves when it has printed this; rejects when it ends without. */
  said(what: RegExp): Promise<void>;
  /** Resolves when this is so; rejects when it ends before. */
  until(isSo: () => boolean): Promise<void>;
  /** Sends a signal to the command alone, or to its process group, as a terminal does. */
  send(signal: NodeJS.Signals, to: "itself" | "all"): void;
  /** Output so far. */
  stdout(): string;
  /** Undefined where it could not be started. */
  pid: number | undefined;
  ended: Promise<CommandResult>;
}

const pollMs = 20;

/** Starts a command as the leader of a process group, and does not wait for its end. */
export function startCommand(command: string, args: readonly string[], settings: CommandSettings): RunningCommand {
  const child = spawn(command, args, { cwd: settings.cwd, env: settings.env, detached: true });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  child.stdin.end(settings.input ?? "");
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
  return {
    said,
    until,
    send: (signal, to) => void process.kill(to === "all" ? -Number(child.pid) : Number(child.pid), signal),
    stdout: () => output.stdout,
    pid: child.pid,
    ended,
  };
}
