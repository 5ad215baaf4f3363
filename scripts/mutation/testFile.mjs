// One test file that is loaded once and run many times, each time with some of its tests.
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);

/** @type {typeof import("jest-circus")} */
const circus = require("jest-circus");

/** @typedef {import("@jest/types").Circus.TestEntry} TestEntry */
/** @typedef {import("@jest/types").Circus.DescribeBlock} DescribeBlock */
/** @typedef {import("@jest/types").Circus.State} State */

/** @typedef {{ id: string, name: string, entry: TestEntry }} LoadedTest */
/** @typedef {{ file: string, tests: LoadedTest[], state: State, testTimeout: number }} LoadedFile */

const timeoutSymbol = Symbol.for("TEST_TIMEOUT_SYMBOL");

/**
 * Milliseconds for a test. More than jest's 5,000, since a mutant that waits costs less than a wrong verdict; without a mutant there
 * is nothing to wait for in vain.
 */
const timeouts = { mutant: 15_000, none: 120_000 };

/**
 * Loads a file, which is compiled beside its source, and finds its tests.
 * @param {string} file
 * @param {RegExp} [without] the tests to leave out
 * @returns {LoadedFile}
 */
export function loadTestFile(file, without) {
  circus.resetState();
  const own = /** @type {Record<symbol, number | undefined>} */ (/** @type {unknown} */ (globalThis));
  // Circus would take what another file has set for every file.
  own[timeoutSymbol] = undefined;
  require(path.resolve(file.replace(/\.ts$/, ".js")));
  const state = circus.getState();
  const testTimeout = own[timeoutSymbol] ?? 0;
  const entries = testsOf(state.rootDescribeBlock).filter(({ mode }) => mode !== "skip" && mode !== "todo");
  const names = entries.map(nameOf);
  const tests = entries.map((entry, index) => {
    const before = names.slice(0, index).filter((name) => name === names[index]).length;
    const name = `${names[index]}${before > 0 ? ` (${before + 1})` : ""}`;
    return { id: `${file} ${name}`, name, entry };
  });
  const isLeftOut = (/** @type {LoadedTest} */ { name }) => without?.test(name) ?? false;
  skipAll(tests.filter(isLeftOut));
  return {
    file,
    tests: tests.filter((test) => !isLeftOut(test)),
    state,
    testTimeout,
  };
}

/**
 * Runs the chosen tests of a file, all its hooks around them; the rest of the file is skipped after the first failure when asked.
 * @param {LoadedFile} loaded
 * @param {{ wants: (test: LoadedTest) => boolean, bail: boolean, onEntry: (id: string) => void }} options
 * @returns {Promise<LoadedTest[]>} the tests that ran
 */
export async function runTestFile({ tests, state, testTimeout }, { wants, bail, onEntry }) {
  const chosen = tests.filter(wants);
  if (chosen.length === 0) return [];
  for (const { entry } of tests) Object.assign(entry, { mode: "skip", errors: [], status: null });
  for (const { entry } of chosen) entry.mode = undefined;
  Object.assign(state, { hasStarted: false, unhandledErrors: [], currentlyRunningTest: null });
  state.testTimeout = Math.max(testTimeout, bail ? timeouts.mutant : timeouts.none);
  circus.setState(state);
  const idOf = new Map(tests.map(({ entry, id }) => [entry, id]));
  /** @type {import("@jest/types").Circus.EventHandler} */
  const listen = (event) => {
    if (event.name === "test_started") onEntry(idOf.get(event.test) ?? "");
    if (event.name === "hook_start" && /All$/.test(event.hook.type)) onEntry(blockId(event.hook.parent));
    if (event.name === "test_done" && bail && event.test.errors.length > 0) skipAll(tests);
  };
  circus.addEventHandler(listen);
  try {
    await circus.run();
  } finally {
    circus.removeEventHandler(listen);
  }
  return chosen.filter(({ entry }) => entry.status === "done");
}

/** @param {unknown} error */
export function failCurrentTest(error) {
  circus.getState().currentlyRunningTest?.errors.push([error, undefined]);
}

/** @param {LoadedTest[]} tests */
function skipAll(tests) {
  for (const { entry } of tests) entry.mode = "skip";
}

/**
 * The tests of a block and of the blocks in it.
 * @param {DescribeBlock} block
 * @returns {TestEntry[]}
 */
function testsOf(block) {
  return block.children.flatMap((child) => (child.type === "describeBlock" ? testsOf(child) : [child]));
}

/** @type {WeakMap<DescribeBlock, string>} */
const blockIds = new WeakMap();
/** @type {Map<string, DescribeBlock>} */
const blocks = new Map();

/** @param {DescribeBlock} block */
function blockId(block) {
  const known = blockIds.get(block);
  if (known) return known;
  const id = `hooks ${blocks.size}`;
  blockIds.set(block, id);
  blocks.set(id, block);
  return id;
}

/**
 * The tests that the hooks around a block serve, if this is the id of such hooks.
 * @param {string} id
 */
export function servedBy(id) {
  const block = blocks.get(id);
  return block && testsOf(block);
}

/** @param {TestEntry} test */
function nameOf(test) {
  const names = [test.name];
  for (let block = test.parent; block.parent; block = block.parent) names.unshift(block.name);
  return names.join(" ");
}
