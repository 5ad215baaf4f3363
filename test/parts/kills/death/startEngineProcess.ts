import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { root, testEnvironment } from "../../../support/environment";
import { signal } from "../../../support/kills/processes";

/** Who starts the plugin: the engine, or a language host of it that lives on when the engine is killed. */
export type Starter = "engine" | "language host";

/** An engine that can be killed, and the plugin that it has started. */
export interface EngineProcess {
  /** Process of the plugin. */
  pid: number;
  /** Where the plugin listens. */
  port: number;
  /** What the plugin has printed on stderr. */
  stderr(): string;
  /** The plugin's exit code, or the signal that ended it; for as long as who started it lives. */
  ended: Promise<number | string>;
  kill(): void;
  /** Closes what the plugin reads, and does nothing else. */
  closeStdin(): void;
  close(): void;
}

/** Starts an engine in a process of its own. */
export async function startEngineProcess(starter: Starter, temporary: string): Promise<EngineProcess> {
  const script = path.join(__dirname, "engineProcess.cjs");
  const plugin = path.join(root, "bin", "pulumi-resource-platform");
  const env = { ...testEnvironment(temporary), TMPDIR: temporary };
  const engine = spawn(process.execPath, [script, "engine", plugin, starter], { env });
  let stderr = "";
  engine.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const lines = createInterface(engine.stdout)[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The engine ended: ${stderr}`);
    return JSON.parse(value);
  };
  const [pid, port, parent] = (await line()) as [number, number, number];
  const ended = line();
  // Where nobody lives who can tell, nobody asks.
  ended.catch(() => {});
  return {
    pid,
    port,
    stderr: () => stderr,
    ended,
    kill: () => void engine.kill("SIGKILL"),
    closeStdin: () => void engine.stdin.write("close"),
    close: () => {
      engine.kill("SIGKILL");
      for (const left of [pid, parent]) signal(left, "SIGKILL");
    },
  };
}

const pollMs = 20;
const patienceMs = 15_000;

/** After how many milliseconds a process was there no more; it is given much longer than it should take. */
export async function goneAfter(pid: number): Promise<number> {
  const started = performance.now();
  while (isRunning(pid) && performance.now() - started < patienceMs) await sleep(pollMs);
  return performance.now() - started;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isUnburied(pid);
  } catch {
    return false;
  }
}

/** Whether a process has ended, and nobody has asked for its exit code yet; who inherits orphans may take seconds for that. */
function isUnburied(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && / Z \d+ [^)]*$/.test(readFileSync(file, "utf8"));
}
