// Makes a fresh clone ready: npm packages, compiled code, Pulumi and its language hosts.
// --languages: also the hosts and SDKs that the parts languages and packages need.

import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compile } from "./setup/compile.js";
import { cacheFolder, environmentFile, root, searchPath } from "./setup/paths.js";
import type { Tool } from "./toolchain/goTools.js";
import { prepareLanguages } from "./toolchain/languages/sdks.js";
import { obtainPulumi } from "./toolchain/pulumi.js";

/**
 * Sets up this clone and the machine's cache; does only what is missing.
 * @param tools what the command needs besides npm packages
 * @returns an environment in which `pulumi` and the provider are found, and the folders at the head
 *   of its PATH
 */
export async function setup(
  tools: readonly Tool[] = ["pulumi", "yaml"],
): Promise<{ env: NodeJS.ProcessEnv; folders: string[] }> {
  // First, so that a cache that cannot be written costs no time.
  mkdirSync(cacheFolder(), { recursive: true });
  await compile();
  const folders = [...(await obtainPulumi(tools)), path.join(root, "bin")];
  // A command that needs no Pulumi leaves the note of one that does.
  if (tools.length > 0 || !existsSync(environmentFile)) rememberFolders(folders);
  const toolFolders = folders.join(path.delimiter);
  // The tests of this run use these tools, whatever a later set-up notes in the file.
  const env = {
    ...process.env,
    TEST_TOOLS: toolFolders,
    PATH: [toolFolders, ...searchPath()].join(path.delimiter),
  };
  if (tools.includes("languages")) await prepareLanguages(env);
  return { folders, env };
}

/** Leaves a note of what was found, so that a test started on its own finds it too. */
function rememberFolders(folders: string[]) {
  mkdirSync(path.dirname(environmentFile), { recursive: true });
  const aside = `${environmentFile}.${process.pid}`;
  writeFileSync(aside, JSON.stringify({ path: folders }, undefined, 2));
  renameSync(aside, environmentFile);
}

/** The command `npm run setup`. */
export async function main(args: string[]) {
  const languages = args.includes("--languages");
  const { folders } = await setup(["pulumi", "yaml", ...(languages ? (["languages"] as const) : [])]);
  console.log(
    `\nReady. To use the Pulumi and the plugin that the tests use:\n\n  export PATH="${folders.join(path.delimiter)}:$PATH"\n`,
  );
  console.log(
    "npm test runs the checks and main tests, npm run test:full the other parts, npm run demo a demonstration.",
  );
}
