const Sequencer = require("@jest/test-sequencer").default;

/** @typedef {import("@jest/test-result").Test} Test */

/** @param {Test} test */
const isOnEngine = ({ context }) => context.config.displayName?.name === "e2e";

/** Runs the files of the real engine first: jest knows no durations in a fresh clone, and they are the longest. */
class EngineFirst extends Sequencer {
  /**
   * @override
   * @param {Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted.filter(isOnEngine), ...sorted.filter((test) => !isOnEngine(test))];
  }
}

module.exports = EngineFirst;
