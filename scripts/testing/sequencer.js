const Sequencer = require("@jest/test-sequencer").default;

/** Runs the files of the real engine first: jest knows no durations in a fresh clone, and they are the longest. */
class EngineFirst extends Sequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    const isEngine = (/** @type {import("@jest/test-result").Test} */ { context }) =>
      context.config.displayName?.name === "e2e";
    const sorted = super.sort(tests);
    return [...sorted.filter(isEngine), ...sorted.filter((test) => !isEngine(test))];
  }
}

module.exports = EngineFirst;
