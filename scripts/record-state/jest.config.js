// jest runs the recorder, since it uses test support; only this configuration finds it.
const path = require("node:path");
const { projects = [] } = require("../../jest.config.js");

const e2e = projects.find((project) => typeof project === "object" && project.displayName === "e2e");
if (typeof e2e !== "object") throw new Error("jest.config.js has no project e2e.");

module.exports = {
  ...e2e,
  displayName: "record",
  rootDir: path.join(__dirname, "..", ".."),
  testMatch: ["<rootDir>/scripts/record-state/record.ts"],
};
