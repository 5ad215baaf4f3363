import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a package.json says that is asked for here. */
export interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The package that this command is part of. */
export const ownPackage = require("pulumi-platform/package.json") as PackageFile;

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
