// jest's configuration for mutants.
const path = require("node:path");
const { projects = [] } = require("../../jest.config.js");

const unit = projects.find((project) => typeof project === "object" && project.displayName === "unit");
if (typeof unit !== "object") throw new Error("jest.config.js has no project unit.");

module.exports = {
  ...unit,
  rootDir: path.join(__dirname, "..", ".."),
  testEnvironment: path.join(__dirname, "environment.js"),
  testMatch: [path.join(__dirname, "tests.js")],
};
