// Child processes in their own process groups. They end with this process.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { Failure, tail } from "./failure.js";

const graceMs = 3000;
const isWindows = process.platform === "win32";

const children: Set<ChildProcess> = new Set();

const cleanups: Set<() => void> = new Set();

/** Set once this process was told to end. */
let ending = false;

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Pass the output on to the terminal instead of collecting it. */
  show?: boolean;
  /** Ends the child and all its children. */
  signal?: AbortSignal;
}

/**
 * Runs a program to its end; an exit code is never an exception, a program that cannot start is.
 */
export function run(
  command: string,
  args: string[],
  { cwd, env = process.env, show, signal }: RunOptions = {},
): Promise<{ code: number; output: string }> {
  const out = show ? "inherit" : "pipe";
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", out, out], detached: !isWindows });
  children.add(child);
  signal?.addEventListener("abort", () => kill(child, "SIGKILL"), { once: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      children.delete(child);
      // A child that is ended with this process did not fail.
      if (!ending) resolve({ code: code ?? 1, output });
    });
  });
}

/** The output of a program that must succeed. */
export async function printed(command: string, args: string[], options?: RunOptions) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Failure(`${command} ${args.join(" ")} failed:\n${tail(output)}`);
  return output;
}

/** Signals a child and everything it started. */
function kill(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It is gone already.
  }
}

/**
 * Runs when this process ends in any way that it can notice; the returned function takes it back.
 */
export function onExit(cleanup: () => void) {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Makes Ctrl-C and a polite kill end all children, then this process. Call once, first. */
export function endTogether() {
  const end = (code: number) => {
    // npm and the terminal may both deliver the same Ctrl-C; the children get it once.
    if (ending) return;
    ending = true;
    // Not SIGINT: a shell in the background makes its children ignore that one.
    for (const child of children) kill(child, "SIGTERM");
    const started = Date.now();
    setInterval(() => {
      if (children.size === 0 || Date.now() - started > graceMs) process.exit(code);
    }, 20);
  };
  process.on("SIGINT", () => end(130));
  process.on("SIGTERM", () => end(143));
  process.on("SIGHUP", () => end(129));
  process.on("exit", () => {
    for (const child of children) kill(child, "SIGKILL");
    for (const cleanup of cleanups) cleanup();
  });
}
