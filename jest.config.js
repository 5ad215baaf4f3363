/** @type {import("jest").Config} */
const shared = {
  testEnvironment: "node",
  // Sources name the compiled file, as Node.js wants it.
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: { "^.+\\.ts$": ["ts-jest", { diagnostics: false }] },
};

/** @type {import("jest").Config} */
module.exports = {
  // The engine waits more than it works, so every core is used.
  maxWorkers: "100%",
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      testPathIgnorePatterns: ["<rootDir>/test/e2e/"],
      setupFilesAfterEnv: ["<rootDir>/test/support/propertyRuns.ts", "<rootDir>/test/support/unitTimeout.ts"],
    },
    {
      ...shared,
      displayName: "e2e",
      testMatch: ["<rootDir>/test/e2e/**/*.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/test/support/engineTimeout.ts"],
    },
  ],
};
