import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { environmentFile, root } from "../../scripts/setup/paths.js";

export { root };

/** Whether a variable is a setting of the user, on which no test may depend. */
export const isForeignVariable = (name: string): boolean =>
  /^(PULUMI_(?!VCLUSTER_PLATFORM_CACHE$)|PLATFORM_|VCLUSTER_|LOFT_|(NO|FORCE)_COLOR$)/.test(name);

/**
 * The environment of the tests' programs: the tools from setup, and a home of its own,
 * so that no login file is read.
 */
export function testEnvironment(home: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !isForeignVariable(name),
  );
  return { ...Object.fromEntries(inherited as [string, string][]), HOME: home, USERPROFILE: home, PATH: testPath() };
}

/** Folders of the tools that set-up obtained, then the usual ones without npm's launchers. */
export function testPath(): string {
  const usual = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => !/node_modules.\.bin$/.test(folder));
  return [...obtained(), ...usual].join(path.delimiter);
}

function obtained(): string[] {
  if (process.env.TEST_TOOLS) return process.env.TEST_TOOLS.split(path.delimiter);
  if (!existsSync(environmentFile)) throw new Error("Pulumi has not been obtained for this clone: run npm run setup");
  const folders: string[] = JSON.parse(readFileSync(environmentFile, "utf8")).path;
  const gone = folders.find((folder) => !existsSync(folder));
  if (gone) throw new Error(`${gone}, where set-up found its tools, is gone: run npm run setup`);
  return folders;
}
