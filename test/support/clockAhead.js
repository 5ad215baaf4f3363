// Preloaded into Node.js by tests: the clock of the process runs ahead by as many milliseconds as a file says.
const { readFileSync } = require("node:fs");

const ahead = Number(readFileSync(process.env.TEST_CLOCK_FILE ?? "", "utf8"));

/** @param {DateConstructor} real */
const nowOf = (real) => real.now() + ahead;

globalThis.Date = new Proxy(Date, {
  construct: (real, parts, target) => Reflect.construct(real, parts.length === 0 ? [nowOf(real)] : parts, target),
  apply: (real) => new real(nowOf(real)).toString(),
  get: (real, key) => (key === "now" ? () => nowOf(real) : Reflect.get(real, key)),
});
