// The last lines of a test run and its exit code.
import path from "node:path";
import { root } from "../setup/paths.js";
import { duration } from "../setup/step.js";

/** what `jest --json` writes */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: number;
  testResults: TestFile[];
}

export interface TestFile {
  /** Absolute path. */
  name: string;
  /** Milliseconds since 1970. */
  startTime: number;
  endTime: number;
  /** `failed` also if the file failed before its first test. */
  status: string;
  assertionResults: { status: string; title: string; fullName: string }[];
}

export interface Run {
  /** Undefined if jest ended without one. */
  report: JestReport | undefined;
  /** Jest's exit code. */
  code: number;
  /** Runs the same tests; arguments of jest follow. */
  command: string;
}

/** Number of slowest files that are shown. A run of less than twice as many shows no times. */
const slowestCount = 10;

const missingTool = /\(skipped: no (.+)\)$/;

export interface Result {
  passed: number;
  failed: number;
  skipped: number;
  isGood: boolean;
}

/**
 * The result of a run, and the lines that explain it.
 * @param isCi CI has every tool, so a test skipped for a missing tool is a failure there
 */
export function summary(run: Run, failedChecks: readonly string[], isCi: boolean): Result & { lines: string[] } {
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

/** The times of a run: of all files, of each folder, and of the slowest files. */
export function times({ report }: Pick<Run, "report">): string[] {
  const files = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: path.relative(root, name),
    folder: path.relative(root, name).split(path.sep).slice(0, 2).join("/"),
    ms: endTime - startTime,
  }));
  if (files.length < 2 * slowestCount) return [];
  const sum = (chosen: typeof files) => duration(chosen.reduce((all, { ms }) => all + ms, 0));
  const folders = [...new Set(files.map(({ folder }) => folder))];
  const perFolder = folders.map((folder) => `${folder} ${sum(files.filter((each) => each.folder === folder))}`);
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, slowestCount);
  return [
    `Sum of the times of ${files.length} files: ${sum(files)} (${perFolder.join(", ")}). Slowest files:`,
    ...slowest.map(({ name, ms }) => `${duration(ms).padStart(13)}  ${name}`),
  ];
}

export const closingLine = ({ passed, failed, skipped }: Result) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

export function total(results: readonly Result[]): Result {
  const sum = (name: "passed" | "failed" | "skipped") => results.reduce((all, each) => all + each[name], 0);
  const isGood = results.every((each) => each.isGood);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), isGood };
}

/** How many tests each missing tool kept from running. */
function missingTools({ report }: Run): Map<string, number> {
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults);
  const tools = tests.flatMap((test) => (test.status === "pending" ? (missingTool.exec(test.title)?.[1] ?? []) : []));
  const names = [...new Set(tools)].sort();
  return new Map(names.map((name) => [name, tools.filter((tool) => tool === name).length]));
}

/** The command that repeats each failed test, or each file that failed before its first test. */
function repeatCommands({ report, command }: Run) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults, status }) => {
    const file = `${command} ${path.relative(root, name)}`;
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`Repeat: ${file}`] : [];
    return failed.map(({ fullName }) => `Repeat: ${file} -t ${quoted(`^${escaped(fullName)}$`)}`);
  });
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
