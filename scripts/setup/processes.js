// Child processes in their own process groups. They end with this process, and unfinished files are removed.
const { spawn } = require("node:child_process");

const graceMs = 3000;
const isWindows = process.platform === "win32";

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();

/** @type {Set<() => void>} */
const cleanups = new Set();

/** Set once this process was told to end. */
let ending = false;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine] every line of stdout and stderr as it comes
 * @property {boolean} [show] pass the output on to the terminal in place of collecting it
 * @property {AbortSignal | undefined} [signal] ends the child and all its children
 */

/**
 * Runs a program to its end; an exit code is never an exception, a program that cannot start is.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, options = {}) {
  const { cwd, env, onLine, show, signal } = options;
  const out = show ? "inherit" : "pipe";
  const child = spawn(command, args, {
    cwd,
    env: env ?? process.env,
    stdio: ["ignore", out, out],
    detached: !isWindows,
  });
  children.add(child);
  const abort = () => kill(child, "SIGKILL");
  signal?.addEventListener("abort", abort);
  const output = collect(child, onLine);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", abort);
      children.delete(child);
      // A child that is ended with this process did not fail.
      if (!ending) resolve({ code: code ?? 1, output: output() });
    });
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {(line: string) => void} [onLine]
 */
function collect(child, onLine) {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
      text += chunk;
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      if (onLine) lines.forEach(onLine);
    });
  }
  return () => text;
}

/**
 * Signals a child and everything it started.
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function kill(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It is gone already.
  }
}

/**
 * Runs when this process ends in whatever way it can notice; the returned function takes it back.
 * @param {() => void} cleanup
 */
function onExit(cleanup) {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** @param {NodeJS.Signals} signal */
function endAll(signal) {
  for (const child of children) kill(child, signal);
}

/**
 * Makes Ctrl-C and a polite kill end all children, then this process. Call once, first.
 */
function endTogether() {
  for (const [signal, code] of /** @type {const} */ ([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])) {
    process.on(signal, () => {
      // npm and the terminal may both deliver the same Ctrl-C; the children get it once.
      if (ending) return;
      ending = true;
      // Not SIGINT: a shell in the background makes its children ignore that one.
      endAll("SIGTERM");
      const started = Date.now();
      setInterval(() => {
        if (children.size === 0 || Date.now() - started > graceMs) process.exit(code);
      }, 20);
    });
  }
  process.on("exit", () => {
    endAll("SIGKILL");
    for (const cleanup of cleanups) cleanup();
    if (process.stderr.isTTY) process.stderr.write("\u001b[?25h");
  });
}

module.exports = { run, onExit, endTogether };
