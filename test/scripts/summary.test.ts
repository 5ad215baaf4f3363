import path from "node:path";
import { root } from "../../scripts/setup/paths.js";
import { closingLine, summary, total } from "../../scripts/testing/summary.js";

const empty = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};
const runOf = (report: object, code = 0) => ({ code, report: { ...empty, ...report }, command: "npm test --" });
const fileOf = (name: string, assertionResults: object[], more = {}) => ({
  name: path.join(root, name),
  status: "passed",
  assertionResults: assertionResults.map((each) => ({ title: "", fullName: "", ...each })) as never,
  ...more,
});
const good = runOf({ numPassedTests: 2 });
const withoutKubectl = runOf({
  numPassedTests: 1,
  numPendingTests: 1,
  testResults: [fileOf("a.test.ts", [{ status: "pending", title: "applies (skipped: no kubectl)" }])],
});

test("a run is good if all tests and checks passed, and in CI only if no tool was missing", () => {
  expect(summary(good, [], true)).toEqual({ lines: [], passed: 2, failed: 0, skipped: 0, isGood: true });
  expect(summary(good, ["Types"], false)).toMatchObject({ lines: ["Failed checks: Types"], isGood: false });
  const lines = ["Skipped: no kubectl (1 test)"];
  expect(summary(withoutKubectl, [], false)).toMatchObject({ lines, skipped: 1, isGood: true });
  expect(summary(withoutKubectl, [], true)).toMatchObject({ lines, isGood: false });
});

test("a run without a report, without a test or with another exit code has failed", () => {
  expect(summary({ ...good, report: undefined }, [], false)).toMatchObject({ failed: 1, isGood: false });
  expect(summary(runOf({}), [], false)).toMatchObject({ lines: ["No test ran."], isGood: false });
  expect(summary(runOf({ numPassedTests: 1 }, 1), [], false)).toMatchObject({ failed: 0, isGood: false });
});

test("results add up, and one bad result spoils the sum", () => {
  const one = { passed: 1, failed: 0, skipped: 0, isGood: true };
  expect(total([one, one])).toEqual({ ...one, passed: 2 });
  expect(total([one, { ...one, failed: 1, isGood: false }]).isGood).toBe(false);
  expect(closingLine(one)).toBe("1 passed, 0 failed");
  expect(closingLine({ ...one, skipped: 3 })).toBe("1 passed, 0 failed, 3 skipped");
});
