// jest's configuration for mutants: the unit tests that match MUTATION_TESTS.
const path = require("node:path");
const { projects = [] } = require("../../jest.config.js");

const unit = projects.find((project) => typeof project === "object" && project.displayName === "unit");
if (typeof unit !== "object") throw new Error("jest.config.js has no project unit.");

/** @type {string[]} */
const tests = JSON.parse(process.env.MUTATION_TESTS ?? "[]");

module.exports = {
  ...unit,
  rootDir: path.join(__dirname, "..", ".."),
  testMatch: tests.map((test) => `<rootDir>/test/provider/${test}`),
};
