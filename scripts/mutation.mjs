// npm run mutation: changes the provider in thousands of small ways and looks whether a unit test notices each. Arguments are files or
// folders of provider/, those with a goal unless told. What was found is kept, so that the next run tries only what changed.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { filesIn } from "./mutation/filesIn.mjs";
import { folderOf, report, scores, watched } from "./mutation/scores.js";
import { Failure } from "./setup/failure.js";
import { cacheFolder, root } from "./setup/paths.js";
import { onExit } from "./setup/processes.js";
import { runMain } from "./setup.mjs";

const script = (/** @type {string} */ name) => fileURLToPath(new URL(`./mutation/${name}`, import.meta.url));

/**
 * @param {string[]} mutate
 * @param {string} kept where results are kept for the next run
 * @param {string} scratch
 * @returns {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
const options = (mutate, kept, scratch) => ({
  mutate,
  testRunner: "circus",
  plugins: [script("circusRunner.mjs")],
  buildCommand: [process.execPath, script("transpile.mjs")].map((part) => part.replaceAll(" ", "\\ ")).join(" "),
  coverageAnalysis: "perTest",
  // Tables and patterns are made once while a file loads: for each of these mutants all tests would have to be loaded again.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: path.join(kept, "results.json"),
  jsonReporter: { fileName: path.join(kept, "report.json") },
  htmlReporter: { fileName: path.join(kept, "report.html") },
  reporters: ["progress-append-only", "clear-text", "json", "html"],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false, logTests: false },
  // Tests wait more than they work.
  concurrency: os.availableParallelism() + 1,
  dryRunTimeoutMinutes: 30,
  timeoutMS: 60_000,
  disableTypeChecks: false,
  ignorePatterns: ["dist", "examples", "test/e2e/states"],
  tempDirName: scratch,
  allowEmpty: true,
  logLevel: /** @type {import("@stryker-mutator/api/core").LogLevel} */ ("warn"),
});

/**
 * The files of a file's or folder's name; a folder brings the file beside it that has its name.
 * @param {string} target
 */
function filesOf(target) {
  const name = path.relative(root, path.resolve(target)).split(path.sep).join("/");
  const inFolder = existsSync(path.join(root, name)) && !name.endsWith(".ts") ? filesIn(name, ".ts") : [];
  const files = [...inFolder, name, `${name}.ts`].filter((file) => /^provider\/.*\.ts$/.test(file));
  const there = files.filter((file) => existsSync(path.join(root, file)));
  if (there.length === 0) throw new Failure(`${target} is no file or folder of provider/.`);
  return there;
}

/**
 * Tries the mutants of some files of one folder on the tests that watch it.
 * @param {string} folder
 * @param {string[]} files
 */
async function mutate(folder, files) {
  const kept = path.join(cacheFolder(), "mutation", folder.replaceAll("/", "-"));
  mkdirSync(kept, { recursive: true });
  const scratch = mkdtempSync(path.join(os.tmpdir(), "pulumi-vcluster-platform-mutation-"));
  onExit(() => rmSync(scratch, { recursive: true, force: true }));
  const tests = watched[folder]?.tests ?? [""];
  process.env.MUTATION_TESTS = tests.map((name) => `test/provider/${name}`).join(",");
  const mutants = await new Stryker(options(files, kept, scratch)).runMutationTest();
  console.log(`The survivors of ${folder}: ${path.join(kept, "report.html")}`);
  return mutants;
}

await runMain(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const targets = positionals.length > 0 ? positionals : Object.keys(watched);
  const files = targets.flatMap(filesOf);
  const start = Date.now();
  const mutants = [];
  const folders = [...new Set(files.map((file) => folderOf(file, root)))];
  for (const folder of folders) {
    const own = files.filter((file) => folderOf(file, root) === folder);
    mutants.push(...(await mutate(folder, own)));
  }
  const { lines, exitCode } = report(scores(mutants, root), folders);
  console.log(`${lines.join("\n")}\nIn ${Math.round((Date.now() - start) / 60_000)} minutes.`);
  return exitCode;
});
