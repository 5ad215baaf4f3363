// Makes a fresh clone ready: npm packages, compiled code, Pulumi and its language hosts.
// --languages: also the hosts and SDKs that the parts languages and packages need.
import { existsSync, mkdirSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "./setup/failure.js";
import { cacheFolder, environmentFile, root, searchPath } from "./setup/paths.js";
import { endTogether } from "./setup/processes.js";
import { compile, installPackages } from "./setup/workspace.js";
import { prepareLanguages } from "./toolchain/languages/sdks.js";
import { obtainPulumi } from "./toolchain/pulumi.js";

/**
 * Sets up this clone and the machine's cache; does only what is missing.
 * @param {readonly import("./toolchain/goTools.js").Tool[]} tools what the command needs besides
 *   npm packages
 * @returns {Promise<{ env: NodeJS.ProcessEnv, folders: string[] }>} an environment in which
 *   `pulumi` and the provider
 *   are found, and the folders at the head of its PATH
 */
export async function setup(tools = ["pulumi", "yaml"]) {
  // First, so that a cache that cannot be written costs no time.
  mkdirSync(cacheFolder(), { recursive: true });
  await installPackages();
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

/**
 * Leaves a note of what was found, so that a test started on its own finds it too.
 * @param {string[]} folders
 */
function rememberFolders(folders) {
  mkdirSync(path.dirname(environmentFile), { recursive: true });
  const aside = `${environmentFile}.${process.pid}`;
  writeFileSync(aside, JSON.stringify({ path: folders }, undefined, 2));
  renameSync(aside, environmentFile);
}

/**
 * Runs a script's main function: Ctrl-C ends its children, and a failure is told without a stack.
 * @param {() => Promise<number | void>} main yields the exit code
 */
export async function runMain(main) {
  endTogether();
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(explained(error));
    // Not process.exitCode: a build that still runs would go on for minutes.
    process.exit(1);
  }
}

/**
 * A failure's message, or an error with its stack.
 * @param {unknown} error
 */
function explained(error) {
  if (error instanceof Failure) return `\n${error.message}`;
  const { path: file, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (!file?.startsWith(cacheFolder())) return error;
  return `\nThe cache cannot be written: ${message}.\nSet VCLUSTER_PLATFORM_CACHE to a folder with 5 GB of space.`;
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const languages = process.argv.includes("--languages");
    const { folders } = await setup(["pulumi", "yaml", ...(languages ? /** @type {const} */ (["languages"]) : [])]);
    console.log(
      `\nReady. To use the Pulumi and the plugin that the tests use:\n\n  export PATH="${folders.join(path.delimiter)}:$PATH"\n`,
    );
    console.log(
      "npm test runs the checks and main tests, npm run test:full the other parts, npm run demo a demonstration.",
    );
  });
}
