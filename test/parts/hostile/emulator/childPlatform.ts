import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Server } from "../../../emulator/request";

/** A platform in a process of its own, whose memory can be looked at. */
export interface ChildPlatform extends Server {
  /** The most memory that the process ever held, in bytes. */
  peakMemory: () => number;
  isAlive: () => boolean;
  stop: () => Promise<void>;
}

/** Starts `pulumi-platform serve` with a JavaScript heap of so many megabytes. */
export async function startChild(heapMegabytes: number): Promise<ChildPlatform> {
  const program = join(__dirname, "../../../cli/fromSource.js");
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, program, "serve", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return {
    ...(JSON.parse(line) as Server),
    peakMemory: () => peakMemoryOf(child),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

function peakMemoryOf({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}
