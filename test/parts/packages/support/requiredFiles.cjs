// Loaded into every Node.js process of a test: logs the file of each `require`.
const { appendFileSync } = require("node:fs");
const path = require("node:path");

const log = /** @type {string} */ (process.env.REQUIRED_FILES);
const Module = /** @type {any} */ (require("node:module"));

const resolve = Module._resolveFilename;
Module._resolveFilename = function (/** @type {unknown[]} */ ...args) {
  const file = resolve.apply(this, args);
  if (path.isAbsolute(file)) appendFileSync(log, `${file}\n`);
  return file;
};
