import { execFile } from "node:child_process";
import { readdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packageName, pluginName } from "../../../provider/identity.js";
import { type Check, type Line, ok, problem, warning } from "../check";
import { isOlder, type Machine, oldestIn, ownPackage, packageAround, pathOutsideNpm, programOnPath } from "../machine";

/** The version of Node.js. */
export const node: Check = {
  name: "node",
  looksAt: "the version of Node.js",
  needs: [],
  run: ({ machine: { nodeVersion } }) => {
    const oldest = oldestIn(ownPackage.engines?.node);
    const isTooOld = isOlder(nodeVersion, oldest);
    return {
      lines: [
        isTooOld
          ? problem(`Node.js ${nodeVersion} is too old`, `Install Node.js ${oldest} or newer.`)
          : ok(`Node.js ${nodeVersion}`),
      ],
    };
  },
};

const install = "Install it (https://www.pulumi.com/docs/install/) and put it on the PATH.";

/** Pulumi's own program. */
export const pulumi: Check = {
  name: "pulumi",
  looksAt: "the `pulumi` program on the PATH, and its version",
  needs: [],
  run: async ({ machine }) => {
    const file = programOnPath("pulumi", machine.env);
    return { lines: [file ? await versionLine(file, machine) : problem("there is no pulumi on the PATH", install)] };
  },
};

async function versionLine(file: string, machine: Machine): Promise<Line> {
  const version = await versionOf(file, machine);
  if (version === undefined) return problem(`${file} does not tell its version`, install);
  const oldest = oldestIn(ownPackage.peerDependencies?.["@pulumi/pulumi"]);
  if (!isOlder(version, oldest)) return ok(`Pulumi ${version} at ${file}`);
  return warning(`Pulumi ${version} at ${file} is older than the libraries need`, `Install ${oldest} or newer.`);
}

async function versionOf(file: string, { env, timeoutMs }: Machine): Promise<string | undefined> {
  try {
    // One that hangs may not listen to anything milder.
    const bounds = { timeout: timeoutMs, killSignal: "SIGKILL" } as const;
    const options = { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, ...bounds };
    const { stdout } = await promisify(execFile)(file, ["version"], options);
    return /v?\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  } catch {
    // What a program that is none says is of no use, and may be long.
    return undefined;
  }
}

const library = "@pulumi/pulumi";

/** The library that programs in TypeScript, and some commands of this package, are made with. */
export const sdk: Check = {
  name: "sdk",
  looksAt: "`@pulumi/pulumi`, from this folder or beside this package, and its version",
  needs: [],
  run: ({ machine: { cwd } }) => {
    const range = ownPackage.peerDependencies?.[library] ?? "";
    const version = versionFrom(join(cwd, "package.json")) ?? versionFrom(__filename);
    if (version === undefined) {
      const what = `${library} is not installed; programs in TypeScript and the search for drift need it`;
      return { lines: [warning(what, `Run npm install "${library}@${range}".`)] };
    }
    const isTooOld = isOlder(version, oldestIn(range));
    const install = `Run npm install "${library}@${range}".`;
    return { lines: [isTooOld ? problem(`${library} ${version} is too old`, install) : ok(`${library} ${version}`)] };
  },
};

function versionFrom(file: string): string | undefined {
  try {
    return packageAround(createRequire(file).resolve(`${library}/package.json`))?.version;
  } catch {
    return undefined;
  }
}

const program = pluginName;

/** The plugin, which every language but TypeScript needs. */
export const plugin: Check = {
  name: "plugin",
  looksAt: `\`${pluginName}\` on the PATH or among Pulumi's plugins, and its version against this package's`,
  needs: [],
  run: ({ machine }) => {
    const file = programOnPath(program, { PATH: pathOutsideNpm(machine.env) });
    if (file) return { lines: [ofPath(file)] };
    const versions = installed(machine);
    const inside = programOnPath(program, machine.env);
    return { lines: [versions.length === 0 && inside ? ofNpm(inside) : ofFolder(versions)] };
  },
};

const ofNpm = (file: string): Line =>
  warning(
    `${file} is on the PATH of npx and npm run only, so a plain pulumi up does not find it`,
    `Put ${dirname(file)} on the PATH, or run pulumi through npm; dynamic resources in TypeScript need no plugin.`,
  );

function ofPath(file: string): Line {
  const found = packageAround(realpathSync(file));
  const version = found?.name === ownPackage.name ? found.version : undefined;
  if (version === undefined) {
    return warning(
      `${file} does not tell its version`,
      `Put the one of this package, ${ownPackage.version}, on the PATH.`,
    );
  }
  return compared(version, `at ${file}`);
}

function ofFolder(versions: readonly string[]): Line {
  if (versions.includes(ownPackage.version)) return compared(ownPackage.version, "among Pulumi's plugins");
  if (versions.length > 0) return compared(versions.join(", "), "among Pulumi's plugins");
  const what = "the plugin is not installed; dynamic resources in TypeScript need none, everything else does";
  return warning(what, `Put the folder bin of this package, with ${program}, on the PATH.`);
}

function compared(version: string, where: string): Line {
  if (version === ownPackage.version) return ok(`version ${version} ${where}`);
  const what = `version ${version} ${where} is another than this package's ${ownPackage.version}`;
  return warning(what, "Use the same version of both.");
}

// The folder of an installed plugin; not its lock, nor a partial download.
const folderName = new RegExp(`^resource-${packageName}-v(\\d+\\.\\d+\\.\\d+(?!.*\\.(?:lock|partial)$).*)$`);

function installed({ env }: Machine): string[] {
  const folder = join(env.PULUMI_HOME || join(env.HOME || homedir(), ".pulumi"), "plugins");
  try {
    const names = readdirSync(folder).map((name) => folderName.exec(name)?.[1]);
    return names.filter((version) => version !== undefined);
  } catch {
    // Without the folder no plugin was ever installed.
    return [];
  }
}
