// Paths: the repo, the machine's cache, the file that set-up leaves for the tests, programs on
// PATH.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

/** The folder of this clone. */
const root = path.resolve(__dirname, "..", "..");

/** Its npm packages. */
const packages = path.join(root, "node_modules");

/**
 * The file with the findings of set-up in a clone.
 * @param {string} clone
 */
const environmentFileOf = (clone) =>
  path.join(clone, "node_modules", ".cache", "pulumi-vcluster-platform", "environment.json");

/** The findings of set-up, for the tests of this clone. */
const environmentFile = environmentFileOf(root);

/** @type {Partial<Record<NodeJS.Platform, (env: NodeJS.ProcessEnv, home: string) => string>>} */
const userCaches = {
  darwin: (_env, home) => path.join(home, "Library", "Caches"),
  win32: (env, home) => env.LOCALAPPDATA || path.join(home, "AppData", "Local"),
};

/**
 * The folder for what is obtained once per machine: `VCLUSTER_PLATFORM_CACHE`, or the usual place
 * for caches.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @param {string} home
 */
function cacheFolder(env = process.env, platform = process.platform, home = os.homedir()) {
  const own = env.VCLUSTER_PLATFORM_CACHE;
  if (own) return path.resolve(own);
  const usual = userCaches[platform]?.(env, home) ?? (env.XDG_CACHE_HOME || path.join(home, ".cache"));
  return path.join(usual, "pulumi-vcluster-platform");
}

/**
 * The file name of a program on this system.
 * @param {string} name
 */
const programFile = (name) => (process.platform === "win32" ? `${name}.exe` : name);

/** How npm is called here; it is a script, so its name has another ending than a program's. */
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/**
 * The folders of PATH without those that npm adds: their `pulumi` is a launcher that may start a
 * download.
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

module.exports = {
  root,
  packages,
  environmentFile,
  environmentFileOf,
  cacheFolder,
  programFile,
  npm,
  searchPath,
  findProgram,
};
