// A reporter of jest: writes what `summary.js` reads into the file that TEST_REPORT names.
const { writeFileSync } = require("node:fs");

/** @typedef {import("@jest/reporters").AggregatedResult} AggregatedResult */

module.exports = class Reporter {
  /**
   * @param {unknown} _contexts
   * @param {AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const testResults = results.testResults.map((file) => ({
      name: file.testFilePath,
      startTime: file.perfStats.start,
      endTime: file.perfStats.end,
      status: file.testExecError || file.numFailingTests > 0 ? "failed" : "passed",
      assertionResults: file.testResults.map(({ status, title, fullName }) => ({ status, title, fullName })),
    }));
    writeFileSync(String(process.env.TEST_REPORT), JSON.stringify({ ...counts(results), testResults }));
  }
};

/** @param {AggregatedResult} results */
const counts = ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites }) => ({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
  numRuntimeErrorTestSuites,
});
