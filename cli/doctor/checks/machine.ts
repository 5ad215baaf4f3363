import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { npmName, packageName, pluginName } from "../../../provider/packageNames.js";
import { runPulumi } from "../../pulumiProject";
import { type Facts, type Line, ok, problem, type Result, warning } from "../check";
import { type Machine, programOnPath } from "../machine";

/** Fields of a package.json. */
interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const ownPackage = require(`${npmName}/package.json`) as PackageFile;

/** The version of Node.js. */
export function node({ machine: { nodeVersion } }: Facts): Result {
  const oldest = oldestIn(ownPackage.engines?.node);
  if (!isOlder(nodeVersion, oldest)) return ok(`Node.js ${nodeVersion}`);
  return problem(`Node.js ${nodeVersion} is too old`, `Install Node.js ${oldest} or newer.`);
}

const library = "@pulumi/pulumi";
const install = "Install it (https://www.pulumi.com/docs/install/) and put it on the PATH.";

/** The Pulumi CLI. */
export async function pulumi({ machine }: Facts): Promise<Result> {
  const file = programOnPath("pulumi", machine.env);
  if (file === undefined) return problem("there is no pulumi on the PATH", install);
  // The output of another program does not help, and may be long.
  const printed = await runPulumi(["version"], machine).catch(() => "");
  const [version] = /v?\d+\.\d+\.\d+\S*/.exec(printed) ?? [];
  if (version === undefined) return problem(`${file} does not tell its version`, install);
  const oldest = oldestIn(ownPackage.peerDependencies?.[library]);
  if (!isOlder(version, oldest)) return ok(`Pulumi ${version} at ${file}`);
  return warning(`Pulumi ${version} at ${file} is older than the libraries need`, `Install ${oldest} or newer.`);
}

/** The library that TypeScript programs and `drift` need. */
export function sdk({ machine: { cwd } }: Facts): Result {
  const range = ownPackage.peerDependencies?.[library] ?? "";
  const install = `Run npm install "${library}@${range}".`;
  const version = versionFrom(join(cwd, "package.json")) ?? versionFrom(__filename);
  const missing = `${library} is not installed; programs in TypeScript and the search for drift need it`;
  if (version === undefined) return warning(missing, install);
  const isTooOld = isOlder(version, oldestIn(range));
  return isTooOld ? problem(`${library} ${version} is too old`, install) : ok(`${library} ${version}`);
}

function versionFrom(file: string): string | undefined {
  try {
    return packageAround(createRequire(file).resolve(`${library}/package.json`))?.version;
  } catch {
    return undefined;
  }
}

/** The provider plugin. Only dynamic resources in TypeScript work without it. */
export function plugin({ machine }: Facts): Result {
  const file = programOnPath(pluginName, { PATH: pathOutsideNpm(machine.env) });
  if (file) return ofPath(file);
  const versions = installed(machine);
  const inside = programOnPath(pluginName, machine.env);
  return versions.length === 0 && inside ? ofNpm(inside) : ofFolder(versions);
}

const ofNpm = (file: string): Line =>
  warning(
    `${file} is on the PATH of npx and npm run only, so a plain pulumi up does not find it`,
    `Put ${dirname(file)} on the PATH, or run pulumi through npm; dynamic resources in TypeScript need no plugin.`,
  );

function ofPath(file: string): Line {
  const found = packageAround(realpathSync(file));
  const version = found?.name === ownPackage.name ? found.version : undefined;
  if (version !== undefined) return compared(version, `at ${file}`);
  const remedy = `Put the one of this package, ${ownPackage.version}, on the PATH.`;
  return warning(`${file} does not tell its version`, remedy);
}

function ofFolder(versions: readonly string[]): Line {
  const version = versions.includes(ownPackage.version) ? ownPackage.version : versions.join(", ");
  if (versions.length > 0) return compared(version, "among Pulumi's plugins");
  const what = "the plugin is not installed; dynamic resources in TypeScript need none, everything else does";
  return warning(what, `Put the folder bin of this package, with ${pluginName}, on the PATH.`);
}

function compared(version: string, where: string): Line {
  if (version === ownPackage.version) return ok(`version ${version} ${where}`);
  const what = `version ${version} ${where} is another than this package's ${ownPackage.version}`;
  return warning(what, "Use the same version of both.");
}

// Name of an installed plugin's folder, not of its lock or of a partial download.
const folderName = new RegExp(`^resource-${packageName}-v(\\d+\\.\\d+\\.\\d+(?!.*\\.(?:lock|partial)$).*)$`);

function installed({ env }: Machine): string[] {
  const folder = join(env.PULUMI_HOME || join(env.HOME || homedir(), ".pulumi"), "plugins");
  try {
    return readdirSync(folder).flatMap((name) => folderName.exec(name)?.[1] ?? []);
  } catch {
    // No plugin was ever installed.
    return [];
  }
}

/** The oldest version of a range such as `>=20.18.1` or `^3.216.0`. */
const oldestIn = (range = ""): string => range.replace(/^[^\d]*/, "");

/** The package of a file, by the nearest package.json in its folder or above. */
function packageAround(file: string): PackageFile | undefined {
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
const isOlder = (version: string, than: string): boolean =>
  numbersOf(version).localeCompare(numbersOf(than), "en", { numeric: true }) < 0;

const numbersOf = (version: string): string => /\d+\.\d+\.\d+/.exec(version)?.[0] ?? "";

/** The PATH without the folders that npx and npm run prepend, as a plain `pulumi up` has it. */
function pathOutsideNpm({ PATH = "" }: NodeJS.ProcessEnv): string {
  const folders = PATH.split(delimiter);
  // The last folder that they prepend; one may run the other.
  const last = folders.findLastIndex((folder) => basename(folder) === "node-gyp-bin");
  return folders.slice(last + 1).join(delimiter);
}
