import path from "node:path";
import { root } from "../../scripts/setup/paths.js";
import { readOptions } from "../../scripts/testing/options.js";
import { parts, quick } from "../../scripts/testing/parts.js";
import { closingLine, summary, times, total } from "../../scripts/testing/summary.js";

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

test("each failed test and each broken file has a command that repeats it", () => {
  const failed = [{ status: "failed", fullName: "it's (a) test" }, { status: "passed" }];
  const testResults = [fileOf("test/a.test.ts", failed), fileOf("test/b.test.ts", [], { status: "failed" })];
  const run = runOf({ numFailedTests: 1, numRuntimeErrorTestSuites: 1, testResults }, 1);
  expect(summary(run, [], false)).toMatchObject({
    lines: [`Repeat: npm test -- test/a.test.ts -t '^it'\\''s \\(a\\) test$'`, "Repeat: npm test -- test/b.test.ts"],
    failed: 2,
  });
});

test("a run of many files shows the times of folders and of the slowest files", () => {
  const testResults = Array.from({ length: 20 }, (_, index) =>
    fileOf(`test/${index < 4 ? "e2e" : "cli"}/${index}.test.ts`, [], { startTime: 0, endTime: 1000 * (index + 1) }),
  );
  const [first, second, ...more] = times(runOf({ testResults }));
  expect(first).toBe("Sum of the times of 20 files: 3 min 30 s (test/e2e 10 s, test/cli 3 min 20 s). Slowest files:");
  expect([second?.trim(), more.length]).toEqual(["20 s  test/cli/19.test.ts", 9]);
  expect(times(runOf({ testResults: testResults.slice(1) }))).toEqual([]);
});

test("results add up, and one bad result spoils the sum", () => {
  const one = { passed: 1, failed: 0, skipped: 0, isGood: true };
  expect(total([one, one])).toEqual({ ...one, passed: 2 });
  expect(total([one, { ...one, failed: 1, isGood: false }]).isGood).toBe(false);
  expect(closingLine(one)).toBe("1 passed, 0 failed");
  expect(closingLine({ ...one, skipped: 3 })).toBe("1 passed, 0 failed, 3 skipped");
});

test("arguments of npm test go to jest, and those of test:full choose parts by name or its beginning", () => {
  expect(readOptions(["-t", "drift"])).toEqual({ chosen: [quick], jestArgs: ["-t", "drift"], isList: false });
  const names = (...args: string[]) => readOptions(["--full", ...args]).chosen.map(({ name }) => name);
  expect(names("--part", "mutation")).toEqual(["mutation-api", "mutation-engine", "mutation-objects"]);
  expect(names("--part", "docs", "--part=kills")).toEqual(["docs", "kills"]);
  expect(readOptions(["--full", "--part", "kills", "x.test.ts"]).jestArgs).toEqual(["x.test.ts"]);
  expect(readOptions(["--full"]).chosen).toEqual(parts);
  expect(readOptions(["--full", "--list"])).toMatchObject({ isList: true, jestArgs: [] });
});

test("the name of no part is refused with the names of all", () => {
  expect(() => readOptions(["--full", "--part", "kill"])).toThrow('There is no part "kill". Parts: faults, kills,');
  expect(() => readOptions(["--full", "--part"])).toThrow("--part needs the name of a part");
  expect(() => readOptions(["--full", "test/parts/kills"])).toThrow("Arguments of jest need a --part");
  expect(() => readOptions(["--full", "--part", "mutation", "a.ts"])).toThrow("For one file: npm run mutation -- FILE");
});
