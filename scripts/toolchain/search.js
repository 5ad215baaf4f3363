const fs = require("node:fs");
const path = require("node:path");
const { programFile } = require("../setup/paths");

/**
 * The folders of PATH without those that npm adds: their `pulumi` is a launcher that may start a download.
 * @param {string} [value]
 */
function searchPath(value = process.env.PATH ?? "") {
  return value.split(path.delimiter).filter((folder) => folder && !isBinFolder(folder));
}

/** @param {string} folder */
const isBinFolder = (folder) => path.resolve(folder).endsWith(path.join("node_modules", ".bin"));

/**
 * The first executable of this name in the folders; undefined if there is none.
 * @param {string} name
 * @param {string[]} folders
 */
function findProgram(name, folders) {
  return folders.map((folder) => path.join(folder, programFile(name))).find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile() && fs.statSync(file).size > 0;
  } catch {
    return false;
  }
}

module.exports = { searchPath, findProgram };
