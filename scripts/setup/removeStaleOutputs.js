const fs = require("node:fs");
const path = require("node:path");

/** Endings of the compiler's outputs for a source. */
const outputEnding = /(\.d\.ts|\.js(\.map)?)$/;

/**
 * Removes compiled files whose source is gone: the compiler leaves them, and they would be packed and could be imported.
 * @param {string} clone
 */
function removeStaleOutputs(clone) {
  const dist = path.join(clone, "dist");
  if (!fs.existsSync(dist)) return;
  const files = fs.readdirSync(dist, { recursive: true, encoding: "utf8" });
  const outputs = files.filter((file) => outputEnding.test(file));
  for (const file of outputs) {
    const source = path.join(clone, file.replace(outputEnding, ".ts"));
    if (!fs.existsSync(source)) fs.rmSync(path.join(dist, file), { force: true });
  }
}

module.exports = { removeStaleOutputs };
