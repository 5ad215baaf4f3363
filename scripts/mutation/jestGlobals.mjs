// What jest gives a test file without asking, for tests that run without jest's own runner.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { describe, test, it, beforeAll, beforeEach, afterAll, afterEach } = require("jest-circus");
const { jestExpect: expect } = createRequire(require.resolve("jest-circus"))("@jest/expect");
const { ModuleMocker } = require("jest-mock");

const mocker = new ModuleMocker(globalThis);

const jest = {
  setTimeout: (/** @type {number} */ milliseconds) =>
    Object.assign(globalThis, { [Symbol.for("TEST_TIMEOUT_SYMBOL")]: milliseconds }),
  spyOn: mocker.spyOn.bind(mocker),
  fn: mocker.fn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
};

/** Puts jest's globals in place. */
export function installGlobals() {
  Object.assign(globalThis, { describe, test, it, beforeAll, beforeEach, afterAll, afterEach, expect, jest });
}

/** Takes back what a file of tests replaced: jest gives each a world of its own. */
export function restoreMocks() {
  mocker.restoreAllMocks();
}
