/**
 * Tests that are not run on mutants, by file: all of it, or those that match.
 * @type {Record<string, { because: string, tests?: RegExp }>}
 */
export const leftOut = {
  "test/provider/adapters/plugin/configuration.test.ts": {
    because: "needs an environment of its own",
    tests: /^a bad (var|log)/,
  },
  "test/provider/adapters/plugin/engineLog.test.ts": {
    because: "stops the clock of the whole process",
    tests: /the clock is set/,
  },
  "test/provider/adapters/plugin/sessions.test.ts": { because: "needs plugins as processes", tests: /^the process/ },
};
