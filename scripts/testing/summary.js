// What a test run comes to: the last lines that it prints, and its exit code.

/**
 * @typedef {object} JestReport the part that counts of what jest writes with `--json`
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites files that failed before their first test
 * @property {{ assertionResults: { status: string, title: string }[] }[]} testResults
 */

/**
 * @typedef {object} Run
 * @property {JestReport | undefined} report undefined where jest ended without one
 * @property {number} code jest's exit code
 */

const missingTool = /\(skipped: no (.+)\)$/;

/**
 * @param {Run[]} runs
 * @param {string[]} failedChecks
 * @param {boolean} isCi CI has every tool: a test skipped for the want of one is a failure there
 */
function summary(runs, failedChecks, isCi) {
  const passed = total(runs, (report) => report.numPassedTests);
  const failed = total(runs, (report) => report.numFailedTests + report.numRuntimeErrorTestSuites, 1);
  const skipped = total(runs, (report) => report.numPendingTests + report.numTodoTests);
  const missing = missingTools(runs);
  const lines = [
    ...(failedChecks.length > 0 ? [`Failed checks: ${failedChecks.join(", ")}`] : []),
    ...[...missing].map(([tool, tests]) => `Skipped: no ${tool} (${tests} ${tests === 1 ? "test" : "tests"})`),
    ...(passed + failed === 0 ? ["No test ran."] : []),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  ];
  const isGood =
    passed > 0 &&
    failed === 0 &&
    failedChecks.length === 0 &&
    runs.every((run) => run.code === 0) &&
    !(isCi && missing.size > 0);
  return { lines, exitCode: isGood ? 0 : 1 };
}

/**
 * @param {Run[]} runs
 * @param {(report: JestReport) => number} count
 * @param {number} [withoutReport]
 */
function total(runs, count, withoutReport = 0) {
  return runs.reduce((sum, { report }) => sum + (report ? count(report) : withoutReport), 0);
}

/**
 * How many tests each missing tool kept from running.
 * @param {Run[]} runs
 * @returns {Map<string, number>}
 */
function missingTools(runs) {
  const tests = runs.flatMap(({ report }) => report?.testResults ?? []).flatMap((file) => file.assertionResults);
  const tools = tests.flatMap((test) => (test.status === "pending" ? (missingTool.exec(test.title)?.[1] ?? []) : []));
  const names = [...new Set(tools)].sort();
  return new Map(names.map((name) => [name, tools.filter((tool) => tool === name).length]));
}

module.exports = { summary };
