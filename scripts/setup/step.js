// Progress: one line that says what runs and how long it usually takes, and one line for each step that is done.
const readline = require("node:readline");

const isLive = () => Boolean(process.stdout.isTTY) && !process.env.CI;
const pipeMs = 60_000;
/** A step that is over sooner needs no progress line in a pipe. */
const shortMs = 10_000;

/**
 * @typedef {object} Progress
 * @property {(title: string) => void} title replaces the step's title
 * @property {(text: string) => void} detail what the step does right now
 */

/**
 * @typedef {object} Running
 * @property {string} title
 * @property {string} detail
 * @property {string} usual how long it usually takes, or an empty text
 * @property {number} started
 */

/**
 * Steps that run, the oldest first.
 * @type {Set<Running>}
 */
const running = new Set();
/** @type {NodeJS.Timeout | undefined} */
let clock;
/** When the progress line was last printed into a pipe; at first, when this process began. */
let printed = Date.now();
let isFirst = true;

/**
 * A time as a person says it: `0.4 s`, `12 s`, `3 min 05 s`.
 * @param {number} ms
 */
function duration(ms) {
  const seconds = Math.round(ms / 1000);
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/**
 * Does one step of work and shows it. Steps may overlap.
 * @template T
 * @param {string} title
 * @param {(progress: Progress) => Promise<T>} work
 * @param {string} [usual] how long it usually takes, such as `4 min`
 * @returns {Promise<T>}
 */
async function step(title, work, usual = "") {
  /** @type {Running} */
  const own = { title, detail: "", usual, started: Date.now() };
  begin(own);
  let mark = "✖";
  try {
    const value = await work({
      title: (text) => Object.assign(own, { title: text }),
      detail: (text) => Object.assign(own, { detail: text }),
    });
    mark = "✔";
    return value;
  } finally {
    end(own, `${mark} ${own.title} (${duration(Date.now() - own.started)})`);
  }
}

/** @param {Running} own */
function begin(own) {
  running.add(own);
  clock ??= setInterval(() => show(), 1000).unref();
  if (own.usual && (isLive() || isFirst)) show(true);
}

/**
 * @param {Running} own
 * @param {string} line
 */
function end(own, line) {
  running.delete(own);
  clearLine();
  console.log(line);
  if (running.size > 0) return;
  clearInterval(clock);
  clock = undefined;
}

/**
 * Shows the progress line: rewritten in place on a terminal, at most once a minute in a pipe.
 * @param {boolean} [isDue]
 */
function show(isDue = Date.now() - printed >= pipeMs && isLong()) {
  if (isLive()) {
    clearLine();
    process.stdout.write(progressLine().slice(0, (process.stdout.columns ?? 80) - 1));
  } else if (isDue) {
    printed = Date.now();
    isFirst = false;
    console.log(`  ${progressLine()}`);
  }
}

const isLong = () => [...running].some(({ started }) => Date.now() - started >= shortMs);

const progressLine = () => [...running].map(describe).join(" · ");

/** @param {Running} step */
function describe({ title, detail, usual, started }) {
  const took = `${duration(Date.now() - started)}${usual && `, usually ${usual}`}`;
  return `${title}${detail && `: ${detail}`} (${took})`;
}

function clearLine() {
  if (!isLive()) return;
  readline.cursorTo(process.stdout, 0);
  readline.clearLine(process.stdout, 0);
}

module.exports = { step, duration };
