// How much memory another process holds.
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Failure } from "../setup/failure.js";

/**
 * The resident memory of a process, in bytes.
 * @param {number} pid
 */
export const memoryOf = (pid) => (process.platform === "linux" ? memoryInProc(pid, "VmRSS") : memoryFromPs(pid));

/**
 * Memory of a process as Linux reports it, in bytes.
 * @param {number} pid
 * @param {"VmRSS" | "VmHWM"} field resident now, or at most so far
 */
export function memoryInProc(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return bytesOf(pid, new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]);
}

/** @param {number} pid */
const memoryFromPs = (pid) => bytesOf(pid, execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));

/**
 * @param {number} pid
 * @param {string} [kilobytes]
 */
function bytesOf(pid, kilobytes) {
  if (!(Number(kilobytes) > 0)) throw new Failure(`The memory of process ${pid} cannot be read.`);
  return Number(kilobytes) * 1024;
}

const pollMs = 250;

/** Watches what the children of this process, and theirs, hold together, until it is told to end. */
export function peakMemory() {
  let peak = 0;
  const watching = new AbortController();
  const watch = async () => {
    for (;;) {
      await sleep(pollMs, undefined, { signal: watching.signal });
      peak = Math.max(peak, descendantsIn(await allProcesses(), process.pid));
    }
  };
  watch().catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
  return {
    /** Bytes, at most. */
    end: () => {
      watching.abort();
      return peak;
    },
  };
}

/** @returns {Promise<string[][]>} the id, the parent's id and the kilobytes of each */
async function allProcesses() {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid=,rss="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
}

/**
 * @param {readonly string[][]} processes
 * @param {number} ancestor
 */
function descendantsIn(processes, ancestor) {
  const below = new Set([String(ancestor)]);
  let kilobytes = 0;
  // A child may be listed before its parent.
  for (let count = 0; count < below.size; ) {
    count = below.size;
    for (const [pid = "", ppid = "", rss] of processes) {
      if (below.has(pid) || !below.has(ppid)) continue;
      below.add(pid);
      kilobytes += Number(rss);
    }
  }
  return kilobytes * 1024;
}
