// The environment of tests for mutants: after the first failure, the mutant is found.
const { TestEnvironment } = require("jest-environment-node");

module.exports = class extends TestEnvironment {
  hasFailed = false;

  /** @param {import("@jest/types").Circus.AsyncEvent} event */
  async handleTestEvent(event) {
    if (event.name === "test_fn_failure" || event.name === "hook_failure") this.hasFailed = true;
    if (event.name === "test_start" && this.hasFailed) event.test.mode = "skip";
  }
};
