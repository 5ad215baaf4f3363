import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Block } from "./pageUnderTest";

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
  run(block: Pick<Block, "text" | "place">, expected?: Expected): Promise<string>;
  /** Runs a block that goes on in a shell of its own, until it has printed this. */
  start(block: Pick<Block, "text" | "place">, ready: RegExp): Promise<string>;
  /** Ends it, and all that it has started. */
  close(): Promise<void>;
}

const pollMs = 50;

/** Starts a shell; nobody is there to answer questions, so Pulumi asks none. */
export function startShell(settings: ShellSettings): Shell {
  const folder = mkdtempSync(path.join(settings.env.TMPDIR ?? tmpdir(), "shell-"));
  const env = { ...settings.env, PATH: withSilentPulumi(folder, settings.env.PATH ?? "") };
  // The head of a group of processes, so that what a block leaves in the background ends with it.
  const child = spawn("bash", ["--noprofile", "--norc"], { cwd: settings.cwd, env, detached: true });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const others: Shell[] = [];
  let ran = 0;
  child.stdin.write("set -Euo pipefail\n");
  const enter = (text: string) => {
    const file = (name: string) => path.join(folder, `${ran}.${name}`);
    const typed = { script: file("sh"), printed: file("out"), failures: file("failures") };
    ran++;
    for (const each of Object.values(typed)) writeFileSync(each, "");
    writeFileSync(typed.script, `${text}\n`);
    child.stdin.write(`trap 'printf "%s\\t%s\\0" "$?" "$BASH_COMMAND" >> "${typed.failures}"' ERR\n`);
    child.stdin.write(`. "${typed.script}" > "${typed.printed}" 2>&1 < /dev/null\necho done\n`);
    return typed;
  };
  return {
    run: async ({ text, place }, { fails = [] } = {}) => {
      const typed = enter(text);
      const { done } = await answers.next();
      const printed = readFileSync(typed.printed, "utf8");
      if (done) throw new Error(`${place} ended the shell:\n${printed}`);
      const failed = failuresIn(typed.failures, typed.script);
      if (!isAsExpected(failed, fails)) {
        throw new Error(`${place}: these commands failed: ${JSON.stringify(failed)}\n${printed}`);
      }
      return printed;
    },
    start: async ({ text, place }, ready) => {
      const other = startShell(settings);
      others.push(other);
      const log = path.join(folder, `${ran++}.out`);
      const ended = other.run({ text: `{ ${text}\n} > "${log}" 2>&1`, place }).then(() => {
        throw new Error(`${place} ended:\n${readFileSync(log, "utf8")}`);
      });
      ended.catch(() => undefined);
      const printed = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
      while (!ready.test(printed())) await Promise.race([ended, sleep(pollMs)]);
      return printed();
    },
    close: async () => {
      for (const other of others) await other.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, "close");
      process.kill(-Number(child.pid), "SIGTERM");
      await closed;
    },
  };
}

/** A PATH with a `pulumi` in front that asks no questions. Pulumi itself refuses that together with --preview-only. */
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

/** The commands of a script that failed, without the one that ran the script. */
function failuresIn(file: string, script: string): [command: string, exitCode: number][] {
  const entries = readFileSync(file, "utf8").split("\0").slice(0, -1);
  const failed = entries.map((entry): [string, number] => {
    const [exitCode = "", command = ""] = entry.split("\t");
    return [command, Number(exitCode)];
  });
  return failed.filter(([command]) => !command.startsWith(`. "${script}"`));
}

function isAsExpected(
  failed: readonly (readonly [string, number])[],
  expected: NonNullable<Expected["fails"]>,
): boolean {
  const isExpected = ([command, exitCode]: readonly [string, number], index: number) =>
    command.startsWith(expected[index]?.[0] ?? "\0") && exitCode === expected[index]?.[1];
  return failed.length === expected.length && failed.every(isExpected);
}
