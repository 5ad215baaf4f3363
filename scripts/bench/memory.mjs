// How much memory another process holds.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Failure } from "../setup/failure.js";

/**
 * The resident memory of a process, in bytes.
 * @param {number} pid
 */
export function memoryOf(pid) {
  const kilobytes = process.platform === "linux" ? fromProc(pid) : fromPs(pid);
  if (!(kilobytes > 0)) throw new Failure(`The memory of process ${pid} cannot be read.`);
  return kilobytes * 1024;
}

/** @param {number} pid */
function fromProc(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** @param {number} pid */
function fromPs(pid) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));
}
