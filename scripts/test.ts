// npm test: checks, unit tests and main paths. npm run test:full: the parts of testing/parts.js.
// Other arguments go to jest; then the checks are left out.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { check } from "./check.js";
import { root } from "./setup/paths.js";
import { onExit, run } from "./setup/processes.js";
import { duration } from "./setup/step.js";
import { setup } from "./setup.js";
import { type Part, readOptions } from "./testing/options.js";
import { quick } from "./testing/parts.js";
import { closingLine, type Result, type Run, summary, times, total } from "./testing/summary.js";

const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
const isCi = Boolean(process.env.CI) && process.env.CI !== "false";

const commandOf = (part: Part) => (part === quick ? "npm test --" : `npm run test:full -- --part ${part.name}`);

/** Runs the tests of a part in one call of jest. */
async function runTests(part: Part, jestArgs: string[], env: NodeJS.ProcessEnv): Promise<Run> {
  const folder = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-report-"));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "report.json");
  const own = ["--passWithNoTests", "--json", "--outputFile", file, "--selectProjects", ...part.projects];
  const { code } = await run(process.execPath, [jest, ...jestArgs, ...own], { cwd: root, env, show: true });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  return { code, report, command: commandOf(part) };
}

/** Runs the tests of a part and explains the result. */
async function test(part: Part, jestArgs: string[], env: NodeJS.ProcessEnv): Promise<Result> {
  const failedChecks = part === quick && jestArgs.length === 0 ? await check() : [];
  const testRun = await runTests(part, jestArgs, env);
  const { lines, ...result } = summary(testRun, failedChecks, isCi);
  const shown = [...times(testRun), ...lines];
  if (shown.length > 0) console.log(["", ...shown].join("\n"));
  return result;
}

/** Mutates a folder. It counts as one test, which passes if the unit tests notice enough faults. */
async function mutate(folder: string, env: NodeJS.ProcessEnv): Promise<Result> {
  const args = [path.join(root, "scripts", "run.js"), "mutation", folder];
  const { code } = await run(process.execPath, args, { cwd: root, env, show: true });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, isGood: code === 0 };
}

/** Sets up and runs a part. */
async function runPart(part: Part, jestArgs: string[]) {
  console.log(`\n${part.name}: ${part.title}`);
  const started = Date.now();
  const env = { ...(await setup(part.tools)).env, ...part.env };
  const result = part.mutants ? await mutate(part.mutants, env) : await test(part, jestArgs, env);
  console.log(`\n${part.name} took ${duration(Date.now() - started)}.`);
  if (part !== quick) console.log(`${part.name}: ${closingLine(result)}`);
  return result;
}

/** The commands `npm test` and `npm run test:full`. */
export async function main(args: string[]) {
  const { chosen, jestArgs, isList } = readOptions(args);
  if (isList) {
    for (const { name, title } of chosen) console.log(`${name.padEnd(18)}${title}`);
    return 0;
  }
  const results = [];
  for (const part of chosen) results.push(await runPart(part, jestArgs));
  const all = total(results);
  console.log(`\n${closingLine(all)}`);
  return all.isGood ? 0 : 1;
}
