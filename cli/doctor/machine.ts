import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { systemFiles } from "../../provider/config/config";
import type { Files } from "../../provider/config/login";
import { npmName } from "../../provider/identity.js";

/** What the checks look at of this machine. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly files: Files;
  readonly nodeVersion: string;
  /** The folder whose packages a program would use, and whose Pulumi project is meant. */
  readonly cwd: string;
  /** How long one request, or one program, may take. */
  readonly timeoutMs: number;
  now(): number;
}

/** The machine that this runs on. */
export const thisMachine = (cwd: string): Machine => ({
  env: process.env,
  files: systemFiles,
  nodeVersion: process.versions.node,
  cwd,
  timeoutMs: 15_000,
  now: Date.now,
});

/** What a package.json says that is asked for here. */
interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The package that this command is part of. */
export const ownPackage = require(`${npmName}/package.json`) as PackageFile;

/** The oldest version that a range such as `>=20.18.1` or `^3.216.0` takes. */
export const oldestIn = (range = ""): string => range.replace(/^[^\d]*/, "");

/** The package that a file belongs to, by the package.json next to it or above; undefined for a file of none. */
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
    // One that is not there, or cannot be read, names no package.
    return undefined;
  }
}

/** Whether a version, such as `v3.259.0-dev`, comes before another by its three numbers. */
export function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  const differing = ours.findIndex((number, at) => number !== theirs[at]);
  return differing >= 0 && (ours[differing] ?? 0) < (theirs[differing] ?? 0);
}

const numbersOf = (version: string): number[] => (/(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number);

/** The PATH that npx, or npm run, was called with: they put folders before it that a plain `pulumi up` does not have. */
export function pathOutsideNpm({ PATH = "" }: NodeJS.ProcessEnv): string {
  const folders = PATH.split(delimiter);
  // The last folder that they put there; one may run the other.
  const last = folders.findLastIndex((folder) => basename(folder) === "node-gyp-bin");
  return folders.slice(last + 1).join(delimiter);
}

const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];

/** Where a program is on the PATH, by the first folder that has it. */
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
