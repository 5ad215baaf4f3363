// Paths: the repo, the machine's cache, the file that set-up leaves for the tests, programs on
// PATH.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** The folder of this clone. */
export const root = path.resolve(__dirname, "..", "..");

/** Its npm packages. */
export const packages = path.join(root, "node_modules");

/** The file with the findings of set-up in a clone. */
export const environmentFileOf = (clone: string) =>
  path.join(clone, "node_modules", ".cache", "pulumi-vcluster-platform", "environment.json");

/** The findings of set-up, for the tests of this clone. */
export const environmentFile = environmentFileOf(root);

const userCaches: Partial<Record<NodeJS.Platform, (env: NodeJS.ProcessEnv, home: string) => string>> = {
  darwin: (_env, home) => path.join(home, "Library", "Caches"),
  win32: (env, home) => env.LOCALAPPDATA || path.join(home, "AppData", "Local"),
};

/**
 * The folder for what is obtained once per machine: `VCLUSTER_PLATFORM_CACHE`, or the usual place
 * for caches.
 */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = os.homedir(),
) {
  const own = env.VCLUSTER_PLATFORM_CACHE;
  if (own) return path.resolve(own);
  const usual = userCaches[platform]?.(env, home) ?? (env.XDG_CACHE_HOME || path.join(home, ".cache"));
  return path.join(usual, "pulumi-vcluster-platform");
}

/** The file name of a program on this system. */
export const programFile = (name: string) => (process.platform === "win32" ? `${name}.exe` : name);

/** How npm is called here; it is a script, so its name has another ending than a program's. */
export const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/**
 * The folders of PATH without those that npm adds: their `pulumi` is a launcher that may start a
 * download.
 */
export function searchPath(value: string = process.env.PATH ?? "") {
  return value.split(path.delimiter).filter((folder) => folder && !isBinFolder(folder));
}

const isBinFolder = (folder: string) => path.resolve(folder).endsWith(path.join("node_modules", ".bin"));

/** The first executable of this name in the folders; undefined if there is none. */
export function findProgram(name: string, folders: string[]) {
  return folders.map((folder) => path.join(folder, programFile(name))).find(isExecutable);
}

function isExecutable(file: string) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile() && fs.statSync(file).size > 0;
  } catch {
    return false;
  }
}
