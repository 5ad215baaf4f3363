// Preloaded into Node.js by tests: sets the clock ahead by the milliseconds that a file contains.
const { readFileSync } = require("node:fs");
const { performance } = require("node:perf_hooks");

// Milliseconds between two reads of the file.
const keptMs = 20;
let readAt = Number.NEGATIVE_INFINITY;
let ahead = 0;
const realNow = performance.now.bind(performance);

function currentAhead() {
  if (realNow() - readAt < keptMs) return ahead;
  readAt = realNow();
  // A file that is being written is empty for a moment.
  const text = readFileSync(process.env.TEST_CLOCK_FILE ?? "", "utf8");
  if (text !== "") ahead = Number(text);
  return ahead;
}

/** @param {DateConstructor} real */
const nowOf = (real) => real.now() + currentAhead();

globalThis.Date = new Proxy(Date, {
  construct: (real, parts, target) => Reflect.construct(real, parts.length === 0 ? [nowOf(real)] : parts, target),
  apply: (real) => new real(nowOf(real)).toString(),
  get: (real, key) => (key === "now" ? () => nowOf(real) : Reflect.get(real, key)),
});
// Deadlines refer to this clock.
performance.now = () => realNow() + currentAhead();
