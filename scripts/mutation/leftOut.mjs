/**
 * Tests that are not run on mutants, by file: all of it, or those that match.
 * @type {Record<string, { because: string, tests?: RegExp }>}
 */
export const leftOut = {
  "test/provider/faces/badSettings.test.ts": { because: "needs an environment of its own", tests: /^the plugin/ },
  "test/provider/faces/engineGone.test.ts": { because: "kills the process that it tests" },
  "test/provider/faces/exactlyOneKey.test.ts": { because: "takes a minute: hundreds of lost answers" },
  "test/provider/faces/dynamicWaits.test.ts": { because: "waits while the clock is turned" },
  "test/provider/faces/lostAnswer.test.ts": { because: "waits for answers that do not come" },
  "test/provider/faces/plugin/engineLog.test.ts": { because: "stops the clock of the whole process" },
  "test/provider/faces/twoWriters.test.ts": { because: "takes a minute: thousands of writes" },
  "test/provider/faces/unreachable.test.ts": { because: "waits for platforms that do not answer" },
};
