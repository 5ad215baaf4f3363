const { printed } = require("../setup/printed");

/**
 * The files of a commit, whatever becomes of the clone's own meanwhile.
 * @typedef {object} CommittedFiles
 * @property {string} id the commit's
 * @property {(file: string) => Promise<string>} read
 * @property {(file: string) => Promise<string>} versionIn what a JSON file calls its version
 */

/**
 * Reads files of a commit of a clone.
 * @param {string} clone
 * @param {string} id
 * @returns {CommittedFiles}
 */
function committedFiles(clone, id) {
  const read = (/** @type {string} */ file) => printed("git", ["show", `${id}:${file}`], { cwd: clone });
  return { id, read, versionIn: async (file) => String(JSON.parse(await read(file)).version) };
}

module.exports = { committedFiles };
