// npm run mutation -- [FILE or FOLDER of provider/]…: changes the provider in thousands of places
// and runs the tests that cover each.
// Without arguments it takes the folders with a goal. Results are kept: the next run tries only
// what changed.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "./setup/failure.js";
import { cacheFolder, root } from "./setup/paths.js";
import { onExit } from "./setup/processes.js";

/**
 * @param folder below test/provider/adapters
 * @param names of test files, without their ending
 */
const adapters = (folder: string, ...names: string[]) => names.map((name) => `adapters/${folder}/${name}.`);

/**
 * The folders with a goal: the percentage of mutants that these tests have to kill. The tests are
 * those of the folder itself and those of the adapters that reach it, as beginnings of paths below
 * test/provider.
 */
const watched: Record<string, { goal: number; tests: string[] }> = {
  "provider/api": {
    goal: 94,
    tests: ["api/", ...adapters("contract", "lists", "platforms"), ...adapters("plugin", "keyLookups")],
  },
  "provider/engine": {
    goal: 86.2,
    tests: [
      "engine/",
      ...adapters("contract", "read", "refusals", "secrets"),
      ...adapters("dynamic", "dynamicAdapter"),
      ...adapters("plugin", "configuration", "detailedDiff", "engineLog", "importedCode", "imports"),
      ...adapters("plugin", "lookupMethods", "miswrittenTexts", "pluginAdapter", "previews"),
    ],
  },
  "provider/objects": {
    goal: 96.5,
    tests: [
      "objects/",
      ...adapters("contract", "secrets"),
      "adapters/contract/",
      ...adapters("plugin", "importedCode", "imports", "keyLookups", "lookupMethods", "miswrittenTexts"),
      ...adapters("shared", "declarations"),
    ],
  },
};

/** The path of a file or folder of provider/, relative to the repo. */
function nameOf(target: string) {
  const name = path.relative(root, path.resolve(target)).split(path.sep).join("/");
  if (/^provider\/./.test(name) && existsSync(path.join(root, name))) return name;
  throw new Failure(`${target} is no file or folder of provider/.`);
}

/** The folder below provider/ that a name is in. */
const folderOf = (name: string) => name.split("/").slice(0, 2).join("/").replace(/\.ts$/, "");

async function mutate(folder: string, names: string[]) {
  const kept = path.join(cacheFolder(), "mutation", folder.replaceAll("/", "-"));
  mkdirSync(kept, { recursive: true });
  const scratch = mkdtempSync(path.join(os.tmpdir(), "pulumi-vcluster-platform-mutation-"));
  onExit(() => rmSync(scratch, { recursive: true, force: true }));
  const { goal, tests = [`${folder.replace("provider/", "")}/`] } = watched[folder] ?? {};
  process.env.TEST_PAIRS = "adapters";
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  // An ES module.
  const { Stryker } = await import("@stryker-mutator/core");
  const mutants = await new Stryker({
    mutate: names.map((name) => (name.endsWith(".ts") ? name : `${name}/**/*.ts`)),
    plugins: ["@stryker-mutator/jest-runner"],
    testRunner: "jest",
    jest: {
      projectType: "custom",
      enableFindRelatedTests: false,
      configFile: "scripts/mutation/jest.config.js",
    },
    coverageAnalysis: "perTest",
    // Tables and patterns are made once while a file loads: each of these mutants needs all tests.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: path.join(kept, "results.json"),
    htmlReporter: { fileName: path.join(kept, "report.html") },
    reporters: ["progress-append-only", "clear-text", "html"],
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    thresholds: { high: 100, low: goal ?? 0, break: goal ?? null },
    concurrency: os.availableParallelism(),
    dryRunTimeoutMinutes: 30,
    timeoutMS: 20_000,
    disableTypeChecks: false,
    ignorePatterns: ["examples", "test/e2e/states"],
    tempDirName: scratch,
  }).runMutationTest();
  if (mutants.length === 0) throw new Failure(`No mutant of ${names.join(", ")} was tried.`);
  console.log(`The survivors of ${folder}: ${path.join(kept, "report.html")}`);
}

/** The command `npm run mutation`. */
export async function main(targets: string[]) {
  const names = (targets.length > 0 ? targets : Object.keys(watched)).map(nameOf);
  for (const folder of new Set(names.map(folderOf))) {
    await mutate(
      folder,
      names.filter((name) => folderOf(name) === folder),
    );
  }
  // Stryker sets it if a score is below its goal.
  return process.exitCode === undefined ? 0 : Number(process.exitCode);
}
