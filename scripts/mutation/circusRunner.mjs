// Stryker's runner of our tests. The usual one for jest loads every module again for every mutant and test file; this one loads all
// test files once per process, on jest's own circus and expect, and switches mutants at run time. The price: what a test that timed
// out leaves running can fail a test of the next mutant, which then counts as killed.
import { createRequire } from "node:module";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { installGlobals, restoreMocks } from "./jestGlobals.mjs";
import { leftOut } from "./leftOut.mjs";
import { failCurrentTest, loadTestFile, runTestFile, servedBy } from "./testFile.mjs";
import { testFiles } from "./testFiles.mjs";

/** @typedef {import("./testFile.mjs").LoadedFile} LoadedFile */
/** @typedef {import("./testFile.mjs").LoadedTest} LoadedTest */
/** @typedef {import("@stryker-mutator/api/core").InstrumenterContext} InstrumenterContext */
/** @typedef {import("@stryker-mutator/api/test-runner").TestRunner} TestRunner */

const require = createRequire(import.meta.url);

/** @implements {TestRunner} */
class CircusRunner {
  /** @type {LoadedFile[]} */
  files = [];
  /** @type {InstrumenterContext} */
  stryker = {};
  /** @type {Map<LoadedFile, number>} */
  spent = new Map();

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    const own = /** @type {Record<string, InstrumenterContext>} */ (/** @type {unknown} */ (globalThis));
    own.__stryker__ ??= {};
    this.stryker = own.__stryker__;
    process.env.TEST_PAIRS = "faces";
    installGlobals();
    require(`${process.cwd()}/test/support/setup.js`);
    this.files = testFiles().map((file) => loadTestFile(file, leftOut[file]?.tests));
    // As in jest, what nobody catches fails the test that is running.
    for (const event of ["uncaughtException", "unhandledRejection"]) {
      process.removeAllListeners(event).on(event, failCurrentTest);
    }
  }

  /** @returns {Promise<import("@stryker-mutator/api/test-runner").DryRunResult>} */
  async dryRun() {
    const tests = await this.run(() => true, false);
    const coverage = this.stryker.mutantCoverage;
    if (coverage) {
      shareHooks(coverage, this.files);
      forgetLoading(coverage);
    }
    return { status: DryRunStatus.Complete, tests, ...(coverage ? { mutantCoverage: coverage } : {}) };
  }

  /** @param {import("@stryker-mutator/api/test-runner").MutantRunOptions} options */
  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
    const wanted = testFilter && new Set(testFilter);
    Object.assign(this.stryker, { activeMutant: activeMutant.id, hitCount: hitLimit ? 0 : undefined, hitLimit });
    try {
      const tests = await this.run(({ id }) => !wanted || wanted.has(id), !disableBail);
      if (tests.length === 0) throw new Error("None of the tests that reach this mutant is here.");
      const { hitCount } = this.stryker;
      return toMutantRunResult(
        determineHitLimitReached(hitCount, hitLimit) ?? { status: DryRunStatus.Complete, tests },
        disableBail,
      );
    } finally {
      Object.assign(this.stryker, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    }
  }

  /**
   * Milliseconds that a file took last time; before that, those that run an adapter count as slower.
   * @param {LoadedFile} file
   */
  costOf(file) {
    return this.spent.get(file) ?? (file.file.includes("/adapters/") ? 1000 : 0);
  }

  /**
   * The quickest files first: most mutants die in them.
   * @param {(test: LoadedTest) => boolean} wants
   * @param {boolean} bail
   */
  async run(wants, bail) {
    const results = [];
    for (const file of [...this.files].sort((a, b) => this.costOf(a) - this.costOf(b))) {
      const start = performance.now();
      const onEntry = (/** @type {string} */ id) => Object.assign(this.stryker, { currentTestId: id });
      const ran = await runTestFile(file, { wants, bail, onEntry });
      restoreMocks();
      if (ran.length > 0) this.spent.set(file, performance.now() - start);
      results.push(...ran.map((test) => resultOf(test, file.file)));
      if (bail && ran.some(({ entry }) => entry.errors.length > 0)) break;
    }
    return results;
  }
}

/**
 * @param {LoadedTest} test
 * @param {string} file
 * @returns {import("@stryker-mutator/api/test-runner").TestResult}
 */
function resultOf({ id, name, entry }, file) {
  const common = { id, name, timeSpentMs: entry.duration ?? 0, fileName: file };
  if (entry.errors.length === 0) return { ...common, status: TestStatus.Success };
  const [error] = entry.errors.flat();
  const failureMessage = String(error?.stack ?? error);
  return { ...common, status: TestStatus.Failed, failureMessage };
}

/**
 * Counts the code that the hooks of a block run as covered by each test of the block.
 * @param {import("@stryker-mutator/api/core").MutantCoverage} coverage
 * @param {LoadedFile[]} files
 */
function shareHooks({ perTest }, files) {
  const ids = new Map(files.flatMap(({ tests }) => tests.map(({ entry, id }) => [entry, id])));
  for (const [hooks, hits] of Object.entries(perTest)) {
    const served = servedBy(hooks);
    if (!served) continue;
    for (const entry of served) {
      const id = ids.get(entry);
      if (id) perTest[id] = { ...hits, ...perTest[id] };
    }
    delete perTest[hooks];
  }
}

/**
 * Mutants that both tests and the loading of files cover run on those tests only: otherwise each needs a new process.
 * @param {import("@stryker-mutator/api/core").MutantCoverage} coverage
 */
function forgetLoading({ static: loading, perTest }) {
  const covered = new Set(Object.values(perTest).flatMap((hits) => Object.keys(hits)));
  for (const id of Object.keys(loading)) if (covered.has(id)) delete loading[id];
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "circus", CircusRunner)];
