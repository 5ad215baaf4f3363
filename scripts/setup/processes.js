// Child processes in their own process groups. They end with this process.
const { spawn } = require("node:child_process");
const { Failure, tail } = require("./failure");

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
 * @property {boolean} [show] pass the output on to the terminal instead of collecting it
 * @property {AbortSignal} [signal] ends the child and all its children
 */

/**
 * Runs a program to its end; an exit code is never an exception, a program that cannot start is.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, { cwd, env = process.env, show, signal } = {}) {
  const out = show ? "inherit" : "pipe";
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", out, out], detached: !isWindows });
  children.add(child);
  signal?.addEventListener("abort", () => kill(child, "SIGKILL"), { once: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
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

/**
 * The output of a program that must succeed.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
async function printed(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Failure(`${command} ${args.join(" ")} failed:\n${tail(output)}`);
  return output;
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
 * Runs when this process ends in any way that it can notice; the returned function takes it back.
 * @param {() => void} cleanup
 */
function onExit(cleanup) {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Makes Ctrl-C and a polite kill end all children, then this process. Call once, first. */
function endTogether() {
  const end = (/** @type {number} */ code) => {
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

module.exports = { run, printed, onExit, endTogether };
