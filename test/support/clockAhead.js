// Preloaded into Node.js by tests: the clock of the process runs ahead by as many milliseconds as a file says.
const { readFileSync } = require("node:fs");

const RealDate = Date;
const ahead = Number(readFileSync(process.env.TEST_CLOCK_FILE ?? "", "utf8"));

globalThis.Date = class DateAhead extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
