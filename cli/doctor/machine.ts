import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { type Files, systemFiles } from "../../provider/cliFacade";
import { npmName } from "../../provider/packageNames.js";

/** This machine, as the checks see it. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly files: Files;
  readonly nodeVersion: string;
  /** Folder of the packages and of the Pulumi project. */
  readonly cwd: string;
  /** Limit for one request or one program. */
  readonly timeoutMs: number;
  now(): number;
}

/** The machine that runs the command. */
export const thisMachine = (cwd: string): Machine => ({
  env: process.env,
  files: systemFiles,
  nodeVersion: process.versions.node,
  cwd,
  timeoutMs: 15_000,
  now: Date.now,
});

/** Fields of a package.json. */
interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The package of this command. */
export const ownPackage = require(`${npmName}/package.json`) as PackageFile;

/** The oldest version of a range such as `>=20.18.1` or `^3.216.0`. */
export const oldestIn = (range = ""): string => range.replace(/^[^\d]*/, "");

/** The package of a file, by the nearest package.json in its folder or above. */
export function packageAround(file: string): PackageFile | undefined {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const found = packageIn(folder);
    if (found) return found;
  }
  return undefined;
}

function packageIn(folder: string): PackageFile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageFile;
  } catch {
    // Missing or unreadable.
    return undefined;
  }
}

/** Compares versions such as `v3.259.0-dev` by their three numbers. */
export const isOlder = (version: string, than: string): boolean =>
  numbersOf(version).localeCompare(numbersOf(than), "en", { numeric: true }) < 0;

const numbersOf = (version: string): string => /\d+\.\d+\.\d+/.exec(version)?.[0] ?? "";

/** The PATH without the folders that npx and npm run prepend, as a plain `pulumi up` has it. */
export function pathOutsideNpm({ PATH = "" }: NodeJS.ProcessEnv): string {
  const folders = PATH.split(delimiter);
  // The last folder that they prepend; one may run the other.
  const last = folders.findLastIndex((folder) => basename(folder) === "node-gyp-bin");
  return folders.slice(last + 1).join(delimiter);
}

const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];

/** File of a program on the PATH. */
export function programOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
