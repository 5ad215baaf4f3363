import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Block } from "./pageUnderTest";

type TypedBlock = Pick<Block, "text" | "place">;

export interface ShellSettings {
  cwd: string;
  env: Record<string, string>;
}

type Failure = readonly [command: string, exitCode: number];

/** The commands of a block that must end with another exit code than 0, by how they begin. */
export interface Expected {
  fails?: readonly Failure[];
}

/** A shell for the blocks of a page. Variables, functions and the folder persist between blocks. */
export interface Shell {
  /** Runs a block to its end and returns what a terminal would show. */
  run(block: TypedBlock, expected?: Expected): Promise<string>;
  /** Starts a block in a shell of its own and returns once its output matches. */
  start(block: TypedBlock, ready: RegExp): Promise<string>;
  /** Ends the shell and all processes that it has started. */
  close(): Promise<void>;
}

const pollMs = 50;

/** Starts a shell in which Pulumi asks no questions. */
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

/** A PATH whose `pulumi` asks no questions. Pulumi refuses that with --preview-only. */
function withSilentPulumi(folder: string, usual: string): string {
  const pulumi = usual.split(path.delimiter).find((each) => existsSync(path.join(each, "pulumi")));
  if (pulumi === undefined) return usual;
  const lines = [
    "#!/bin/sh",
    'case " $* " in *" --preview-only "*) ;; *) export PULUMI_SKIP_CONFIRMATIONS=true ;; esac',
    `exec "${path.join(pulumi, "pulumi")}" "$@"`,
  ];
  const own = path.join(folder, "bin");
  mkdirSync(own);
  writeFileSync(path.join(own, "pulumi"), `${lines.join("\n")}\n`, { mode: 0o755 });
  return [own, usual].join(path.delimiter);
}

/** Bash as the head of a process group, so that background processes of a block end with it. */
function startBash({ cwd, env }: ShellSettings, searchPath: string): ChildProcessWithoutNullStreams {
  const bash = spawn("bash", ["--noprofile", "--norc"], { cwd, env: { ...env, PATH: searchPath }, detached: true });
  bash.stdin.write("set -Euo pipefail\n");
  return bash;
}

/** Runs a text from a file, so that its commands cannot read the next input of bash. */
function enter(bash: ChildProcessWithoutNullStreams, stem: string, text: string) {
  const typed = { script: `${stem}.sh`, printed: `${stem}.out`, failures: `${stem}.failures` };
  for (const each of Object.values(typed)) writeFileSync(each, "");
  writeFileSync(typed.script, `${text}\n`);
  bash.stdin.write(`trap 'printf "%s\\t%s\\0" "$?" "$BASH_COMMAND" >> "${typed.failures}"' ERR\n`);
  bash.stdin.write(`. "${typed.script}" > "${typed.printed}" 2>&1 < /dev/null\necho done\n`);
  return typed;
}

/** The commands of a script that failed, without the command that ran the script. */
function failuresIn(file: string, script: string): Failure[] {
  const entries = readFileSync(file, "utf8").split("\0").slice(0, -1);
  const failed = entries.map((entry): Failure => {
    const [exitCode = "", command = ""] = entry.split("\t");
    return [command, Number(exitCode)];
  });
  return failed.filter(([command]) => !command.startsWith(`. "${script}"`));
}

/** Whether exactly the expected commands failed, in this order. */
function isAsExpected(failed: readonly Failure[], expected: readonly Failure[]): boolean {
  const isExpected = ([command, exitCode]: Failure, index: number) =>
    command.startsWith(expected[index]?.[0] ?? "\0") && exitCode === expected[index]?.[1];
  return failed.length === expected.length && failed.every(isExpected);
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

/** Ends a process group and waits until it is gone, because the next test may need its ports. */
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
