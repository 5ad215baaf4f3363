// The packages that ship with this one: names, licenses, and which ones the archives contain.
import fs from "node:fs";
import path from "node:path";
import { Failure } from "../setup/failure.js";
import { archivedPackages } from "./pluginFiles.js";

/** Licenses that allow use and distribution in any product that includes license and notice. */
const accepted = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  // Python's own, of a part that was ported from there.
  "PSF-2.0",
]);

/**
 * The accepted licenses among those that a package.json offers: all of `a AND b`, the first
 * accepted one of `a OR b`.
 * @returns undefined if none of them is accepted, or none is offered
 */
export function takenLicenses(offered: unknown): string[] | undefined {
  if (typeof offered !== "string") return undefined;
  const expression = offered.replace(/^\((.*)\)$/, "$1");
  const choices = expression.split(" OR ").map((choice) => choice.split(" AND "));
  return choices.find((choice) => choice.every((license) => accepted.has(license)));
}

export interface ShippedPackage {
  name: string;
  version: string;
  /** Its license, as its package.json says it. */
  offered: string;
  /** The licenses that it is taken under. */
  taken: string[];
  /** The files in its folder that hold licenses and notices. */
  texts: string[];
  /** Whether the plugin's archives hold it, or a part of it. */
  archived: boolean;
}

const licenseFile = /^(licen[cs]e|copying)([.-].*)?$/i;
const noticeFile = /^notice([.-].*)?$/i;

/**
 * All of them by name, from a folder where the packages are installed and the provider is compiled.
 */
export async function shippedPackages(root: string): Promise<ShippedPackage[]> {
  const lockfile: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    fs.readFileSync(path.join(root, "package-lock.json"), "utf8"),
  );
  const installed = Object.keys(lockfile.packages).filter((folder) => folder && !lockfile.packages[folder]?.dev);
  const archived = await archivedPackages(root);
  const folders = [...new Set([...installed, ...archived])].sort();
  return folders.map((folder) => described(root, folder, archived.includes(folder)));
}

function described(root: string, folder: string, archived: boolean): ShippedPackage {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const taken = takenLicenses(license);
  if (!taken)
    throw new Failure(
      `${folder} is under ${JSON.stringify(license)}: scripts/release/shippedPackages.js accepts no such license.`,
    );
  const files = fs.readdirSync(path.join(root, folder));
  if (!files.some((file) => licenseFile.test(file)))
    throw new Failure(`${folder} has no file with its license, which has to go with it.`);
  const texts = files.filter((file) => licenseFile.test(file) || noticeFile.test(file));
  return { name, version, offered: license, taken, texts: texts.sort(), archived };
}
