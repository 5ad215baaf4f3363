import { summary } from "../../scripts/testing/summary.js";

const empty = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};
const good = { code: 0, report: { ...empty, numPassedTests: 2 } };
const withoutKubectl = {
  code: 0,
  report: {
    ...empty,
    numPassedTests: 1,
    numPendingTests: 1,
    testResults: [{ assertionResults: [{ status: "pending", title: "applies (skipped: no kubectl)" }] }],
  },
};

test("all runs are added up", () => {
  expect(summary([good, good], [], true)).toEqual({ lines: ["4 passed, 0 failed"], exitCode: 0 });
});

test("a failed check is a failure", () => {
  const { lines, exitCode } = summary([good], ["Types"], false);
  expect(lines).toEqual(["Failed checks: Types", "2 passed, 0 failed"]);
  expect(exitCode).toBe(1);
});

test("a file that cannot run is a failed test", () => {
  const broken = { code: 1, report: { ...empty, numRuntimeErrorTestSuites: 1 } };
  expect(summary([good, broken], [], false)).toEqual({ lines: ["2 passed, 1 failed"], exitCode: 1 });
});

test("a run that ends without a report is a failed test", () => {
  expect(summary([good, { code: 137, report: undefined }], [], false).lines).toEqual(["2 passed, 1 failed"]);
});

test("it is a failure when no test ran", () => {
  const filtered = { code: 0, report: { ...empty, numPendingTests: 5 } };
  expect(summary([filtered], [], false)).toEqual({
    lines: ["No test ran.", "0 passed, 0 failed, 5 skipped"],
    exitCode: 1,
  });
});

test("a missing tool is named, and is a failure in CI only", () => {
  const lines = ["Skipped: no kubectl (1 test)", "1 passed, 0 failed, 1 skipped"];
  expect(summary([withoutKubectl], [], false)).toEqual({ lines, exitCode: 0 });
  expect(summary([withoutKubectl], [], true)).toEqual({ lines, exitCode: 1 });
});

test("jest's own exit code counts", () => {
  expect(summary([{ ...good, code: 1 }], [], false).exitCode).toBe(1);
});
