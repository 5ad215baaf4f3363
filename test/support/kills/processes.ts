import { execFileSync, spawnSync } from "node:child_process";

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The processes that a process started, and those that they started. */
export function descendantsOf(pid: number): Process[] {
  const all = running();
  const below = (parent: number): Process[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}

function running(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 1 << 26 }).split(
    "\n",
  );
  return lines.flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Sends a signal; a process that is gone already needs none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

// An idle machine suspends a process within a millisecond.
const suspendLimitMs = 10_000;

/**
 * Suspends a process; returns when it is suspended or has ended, and throws after ten seconds.
 * On a busy machine, its threads run until one of them receives the signal.
 */
export function suspend(pid: number): void {
  signal(pid, "SIGSTOP");
  const end = Date.now() + suspendLimitMs;
  while (!isSuspended(pid)) if (Date.now() > end) throw new Error(`Process ${pid} was not suspended.`);
}

function isSuspended(pid: number): boolean {
  const { error, stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  if (error) throw error;
  // Stopped, a zombie, or gone.
  return /^[TZ]|^$/.test(stdout.trim());
}
