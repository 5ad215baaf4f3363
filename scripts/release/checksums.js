const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

/**
 * The digests of all files in a folder, as `sha256sum --check` reads them.
 * @param {string} folder
 */
function checksums(folder) {
  const digest = (/** @type {string} */ file) =>
    createHash("sha256")
      .update(fs.readFileSync(path.join(folder, file)))
      .digest("hex");
  const files = fs.readdirSync(folder).sort();
  return files.map((file) => `${digest(file)}  ${file}\n`).join("");
}

module.exports = { checksums };
