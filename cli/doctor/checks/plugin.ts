import { readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Check } from "../check";
import { type Line, ok, warning } from "../line";
import type { Machine } from "../machine";
import { ownPackage, packageAround } from "../ownPackage";
import { pathOutsideNpm } from "../pathOutsideNpm";
import { programOnPath } from "../programOnPath";

const program = "pulumi-resource-platform";

/** The plugin, which every language but TypeScript needs. */
export const plugin: Check = {
  name: "plugin",
  looksAt: "`pulumi-resource-platform` on the PATH or among Pulumi's plugins, and its version against this package's",
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

function installed({ env }: Machine): string[] {
  const folder = join(env.PULUMI_HOME || join(env.HOME || homedir(), ".pulumi"), "plugins");
  try {
    const names = readdirSync(folder).map(
      (name) => /^resource-platform-v(\d+\.\d+\.\d+(?!.*\.(?:lock|partial)$).*)$/.exec(name)?.[1],
    );
    return names.filter((version) => version !== undefined);
  } catch {
    // Without the folder no plugin was ever installed.
    return [];
  }
}
