// The last lines of a test run and its exit code.
const path = require("node:path");
const { root } = require("../setup/paths");

/**
 * @typedef {object} JestReport what `jest --json` writes
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites files that failed before their first test
 * @property {TestFile[]} testResults
 */

/**
 * @typedef {object} TestFile
 * @property {string} name absolute path
 * @property {string} status `failed` also if the file failed before its first test
 * @property {{ status: string, title: string, fullName: string }[]} assertionResults
 */

/**
 * @typedef {object} Run
 * @property {JestReport | undefined} report undefined if jest ended without one
 * @property {number} code jest's exit code
 * @property {string} command runs the same tests; arguments of jest follow
 */

const missingTool = /\(skipped: no (.+)\)$/;

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {boolean} isGood
 */

/**
 * The result of a run, and the lines that explain it.
 * @param {Run} run
 * @param {readonly string[]} failedChecks
 * @param {boolean} isCi CI has every tool, so a test skipped for a missing tool is a failure there
 * @returns {Result & { lines: string[] }}
 */
function summary(run, failedChecks, isCi) {
  const { report, code } = run;
  const passed = report?.numPassedTests ?? 0;
  const failed = report ? report.numFailedTests + report.numRuntimeErrorTestSuites : 1;
  const skipped = report ? report.numPendingTests + report.numTodoTests : 0;
  const missing = missingTools(run);
  const lines = [
    ...(failedChecks.length > 0 ? [`Failed checks: ${failedChecks.join(", ")}`] : []),
    ...repeatCommands(run),
    ...[...missing].map(([tool, tests]) => `Skipped: no ${tool} (${tests} ${tests === 1 ? "test" : "tests"})`),
    ...(passed + failed === 0 ? ["No test ran."] : []),
  ];
  const hasFailed = failed > 0 || failedChecks.length > 0 || code !== 0;
  const isGood = passed > 0 && !hasFailed && !(isCi && missing.size > 0);
  return { lines, passed, failed, skipped, isGood };
}

/** @param {Result} result */
const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/**
 * @param {readonly Result[]} results
 * @returns {Result}
 */
function total(results) {
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ name) =>
    results.reduce((all, each) => all + each[name], 0);
  const isGood = results.every((each) => each.isGood);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), isGood };
}

/**
 * How many tests each missing tool kept from running.
 * @param {Run} run
 * @returns {Map<string, number>}
 */
function missingTools({ report }) {
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults);
  const tools = tests.flatMap((test) => (test.status === "pending" ? (missingTool.exec(test.title)?.[1] ?? []) : []));
  const names = [...new Set(tools)].sort();
  return new Map(names.map((name) => [name, tools.filter((tool) => tool === name).length]));
}

/**
 * The command that repeats each failed test, or each file that failed before its first test.
 * @param {Run} run
 */
function repeatCommands({ report, command }) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults, status }) => {
    const file = `${command} ${path.relative(root, name)}`;
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`Repeat: ${file}`] : [];
    return failed.map(({ fullName }) => `Repeat: ${file} -t ${quoted(`^${escaped(fullName)}$`)}`);
  });
}

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

module.exports = { summary, closingLine, total };
