const { availableParallelism } = require("node:os");
const { parts } = require("./scripts/testing/parts");

/** @type {import("jest").Config} */
const shared = {
  testEnvironment: "node",
  // Sources name the compiled file, as Node.js wants it.
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: { "^.+\\.ts$": ["ts-jest", { diagnostics: false }] },
  setupFilesAfterEnv: ["<rootDir>/test/support/setup.ts"],
};

/**
 * @param {string} displayName
 * @param {string[]} folders below `test`
 * @returns {import("jest").Config}
 */
const project = (displayName, folders) => ({
  ...shared,
  displayName,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
});

/** @type {import("jest").Config} */
module.exports = {
  // Tests wait for processes: with one file for each core, a quarter of the CPU time is unused.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testSequencer: "<rootDir>/scripts/testing/endToEndFirst.js",
  projects: [
    project("unit", ["cli", "emulator", "provider", "repo", "scripts", "sdk"]),
    project("e2e", ["e2e"]),
    ...parts.filter(({ folders }) => folders.length > 0).map(({ name, folders }) => project(name, folders)),
  ],
};
