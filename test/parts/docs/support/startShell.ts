import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { failuresIn, isAsExpected } from "./failuresIn";
import type { Block } from "./pageUnderTest";
import { withSilentPulumi } from "./withSilentPulumi";

type TypedBlock = Pick<Block, "text" | "place">;

/** Where a shell runs. */
export interface ShellSettings {
  cwd: string;
  env: Record<string, string>;
}

/** What is expected of a block: the commands that end with another exit code than 0, by how they begin. */
export interface Expected {
  fails?: readonly (readonly [command: string, exitCode: number])[];
}

/** A shell that a user types the blocks of a page into: variables, functions and folders last from one to the next. */
export interface Shell {
  /** Runs a block to its end; yields what a terminal would show. */
  run(block: TypedBlock, expected?: Expected): Promise<string>;
  /** Runs a block that goes on in a shell of its own, until it has printed this. */
  start(block: TypedBlock, ready: RegExp): Promise<string>;
  /** Ends it, and all that it has started. */
  close(): Promise<void>;
}

const pollMs = 50;

/** Starts a shell; nobody is there to answer questions, so Pulumi asks none. */
export function startShell(settings: ShellSettings): Shell {
  const folder = mkdtempSync(path.join(settings.env.TMPDIR ?? tmpdir(), "shell-"));
  const bash = startBash(settings, withSilentPulumi(folder, settings.env.PATH ?? ""));
  const answers = createInterface(bash.stdout)[Symbol.asyncIterator]();
  const others: Shell[] = [];
  let ran = 0;
  return {
    run: async ({ text, place }, { fails = [] } = {}) => {
      const typed = enter(bash, path.join(folder, String(ran++)), text);
      const { done } = await answers.next();
      const printed = readFileSync(typed.printed, "utf8");
      if (done) throw new Error(`${place} ended the shell:\n${printed}`);
      const failed = failuresIn(typed.failures, typed.script);
      if (isAsExpected(failed, fails)) return printed;
      throw new Error(`${place}: these commands failed: ${JSON.stringify(failed)}\n${printed}`);
    },
    start: async (block, ready) => {
      const other = startShell(settings);
      others.push(other);
      return startBlock(other, block, path.join(folder, `${ran++}.out`), ready);
    },
    close: async () => {
      for (const other of others) await other.close();
      await end(bash);
    },
  };
}

/** Bash as the head of a group of processes, so that what a block leaves in the background ends with it. */
function startBash({ cwd, env }: ShellSettings, searchPath: string): ChildProcessWithoutNullStreams {
  const bash = spawn("bash", ["--noprofile", "--norc"], { cwd, env: { ...env, PATH: searchPath }, detached: true });
  bash.stdin.write("set -Euo pipefail\n");
  return bash;
}

/** Has bash run this text from a file, so that it cannot read the rest of what is typed. */
function enter(bash: ChildProcessWithoutNullStreams, stem: string, text: string) {
  const typed = { script: `${stem}.sh`, printed: `${stem}.out`, failures: `${stem}.failures` };
  for (const each of Object.values(typed)) writeFileSync(each, "");
  writeFileSync(typed.script, `${text}\n`);
  bash.stdin.write(`trap 'printf "%s\\t%s\\0" "$?" "$BASH_COMMAND" >> "${typed.failures}"' ERR\n`);
  bash.stdin.write(`. "${typed.script}" > "${typed.printed}" 2>&1 < /dev/null\necho done\n`);
  return typed;
}

async function startBlock(shell: Shell, { text, place }: TypedBlock, log: string, ready: RegExp): Promise<string> {
  const printed = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  const ended = shell.run({ text: `{ ${text}\n} > "${log}" 2>&1`, place }).then(() => {
    throw new Error(`${place} ended:\n${printed()}`);
  });
  ended.catch(() => undefined);
  while (!ready.test(printed())) await Promise.race([ended, sleep(pollMs)]);
  return printed();
}

/** Ends a whole group of processes, and waits until each is gone: the next test may want their ports. */
async function end(bash: ChildProcessWithoutNullStreams): Promise<void> {
  const group = -Number(bash.pid);
  for (let signal: NodeJS.Signals | 0 = "SIGTERM"; signalled(group, signal); signal = 0) await sleep(pollMs);
}

function signalled(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}
