// CPU time and memory of another process. Linux only.
import { readFileSync } from "node:fs";
import { memoryInProc } from "../memory.mjs";

// The kernel tells of CPU time in hundredths of a second.
const msPerTick = 10;

/** Whether this system tells. */
export const tellsOfProcesses = process.platform === "linux";

/**
 * The CPU time that a process has used, in milliseconds.
 * @param {number} pid
 */
export function cpuMsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses, and may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * msPerTick;
}

/**
 * The most memory that a process has held at once, in megabytes of a million bytes.
 * @param {number} pid
 */
export const peakMemoryOf = (pid) => memoryInProc(pid, "VmHWM") / 1e6;
