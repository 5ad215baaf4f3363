const { default: TestSequencer } = require("@jest/test-sequencer");

/** Starts with end-to-end tests. They take longest, so none should begin when the others end. */
module.exports = class EndToEndFirst extends TestSequencer {
  /**
   * @override
   * @param {Parameters<TestSequencer["sort"]>[0]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const endToEnd = sorted.filter(({ context }) => context.config.displayName?.name === "e2e");
    return [...endToEnd, ...sorted.filter((test) => !endToEnd.includes(test))];
  }
};
