import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** The command line in a process of its own. */
export type Program = ChildProcessByStdio<null, Readable, Readable>;

/** What a process printed, and how it ended. */
export interface Result {
  code: number | null;
  out: string;
  err: string;
}

/** What `serve --json` prints. */
export interface Ready {
  baseUrl: string;
  accessKey: string;
  caFile: string | null;
  faultsUrl: string;
}

// A failed test leaves its processes running, and jest would wait for them.
const running = new Set<Program>();
afterEach(() => {
  for (const program of running) program.kill("SIGKILL");
});

function tracked(program: Program): Program {
  running.add(program);
  program.once("close", () => running.delete(program));
  return program;
}

const fromSource = join(__dirname, "fromSource.js");
const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];

/** Starts `pulumi-platform` with these arguments. */
export function start(...args: string[]): Program {
  return tracked(spawn(process.execPath, [fromSource, ...args], { stdio }));
}

/** The same, after a command of the shell, such as one that sets a limit. */
export function startAfter(command: string, ...args: string[]): Program {
  const script = ["-c", `${command}; exec "$@"`, "sh", process.execPath, fromSource, ...args];
  return tracked(spawn("sh", script, { stdio }));
}

/** Collects what a process prints until it ends. */
export async function finish(program: Program): Promise<Result> {
  const result: Result = { code: null, out: "", err: "" };
  program.stdout.on("data", (chunk) => {
    result.out += chunk;
  });
  program.stderr.on("data", (chunk) => {
    result.err += chunk;
  });
  result.code = await new Promise((resolve) => program.once("close", resolve));
  return result;
}

/** Ends a process with a signal. */
export async function stop(program: Program, signal: NodeJS.Signals = "SIGTERM"): Promise<Result> {
  const finished = finish(program);
  program.kill(signal);
  return finished;
}

/** Waits for the first thing that a process prints. */
export async function firstOutput(program: Program): Promise<string> {
  return new Promise((resolve, reject) => {
    let errors = "";
    program.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    program.stdout.once("data", (chunk) => resolve(String(chunk)));
    program.once("close", () => reject(new Error(`ended without a word: ${errors}`)));
  });
}

/** Starts `serve --json` and waits until it listens. */
export async function startServe(...args: string[]): Promise<{ program: Program; ready: Ready }> {
  const program = start("serve", "--json", ...args);
  return { program, ready: JSON.parse(await firstOutput(program)) as Ready };
}
