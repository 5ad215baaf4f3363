// Where things are: the repo, the cache shared by every clone on this machine, the note that set-up leaves for the tests.
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
 * The folder for what is obtained once per machine: `VCLUSTER_PLATFORM_CACHE`, or the usual place for caches.
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

module.exports = { root, packages, environmentFile, environmentFileOf, cacheFolder, programFile, npm };
