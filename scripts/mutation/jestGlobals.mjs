// Jest's globals for tests that run without its runner.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { describe, test, it, beforeAll, beforeEach, afterAll, afterEach } = require("jest-circus");
const { jestExpect: expect } = createRequire(require.resolve("jest-circus"))("@jest/expect");
const { ModuleMocker } = require("jest-mock");
const { ModernFakeTimers } = createRequire(require.resolve("jest-environment-node"))("@jest/fake-timers");

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  global: globalThis,
  config: /** @type {import("@jest/types").Config.ProjectConfig} */ ({ fakeTimers: {} }),
});

const jest = {
  setTimeout: (/** @type {number} */ milliseconds) =>
    Object.assign(globalThis, { [Symbol.for("TEST_TIMEOUT_SYMBOL")]: milliseconds }),
  spyOn: mocker.spyOn.bind(mocker),
  fn: mocker.fn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (/** @type {object} */ options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  getTimerCount: timers.getTimerCount.bind(timers),
  setSystemTime: timers.setSystemTime.bind(timers),
};

/** Puts jest's globals in place. */
export function installGlobals() {
  Object.assign(globalThis, { describe, test, it, beforeAll, beforeEach, afterAll, afterEach, expect, jest });
}

/** Takes back what a file of tests replaced: jest gives each a world of its own. */
export function restoreMocks() {
  mocker.restoreAllMocks();
  timers.useRealTimers();
}
