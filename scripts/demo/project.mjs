// A copy of the TypeScript example in a folder of its own, with its own state and nothing of the user's settings.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Failure, tail } from "../setup/failure.js";
import { linkPackages } from "../setup/links.js";
import { root } from "../setup/paths.js";
import { onExit, run } from "../setup/processes.js";

const example = path.join(root, "examples", "quickstart-typescript");
const stack = "demo";
const description = /(description: ")([^"]*)(")/;

/**
 * @typedef {object} Project
 * @property {string} folder
 * @property {Record<string, string>} settings the variables that make it this project's Pulumi
 * @property {(args: string[], onLine?: (line: string) => void) => Promise<string>} pulumi yields what it printed
 * @property {() => string} printed everything that Pulumi printed so far, and the state on disk
 * @property {() => string} description the template's description in the program
 * @property {(text: string) => void} describe changes it
 */

/**
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {NodeJS.ProcessEnv} env
 * @returns {Project}
 */
export function createProject(platform, env) {
  const home = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-demo-"));
  onExit(() => rmSync(home, { recursive: true, force: true }));
  const folder = path.join(home, "quickstart");
  const state = path.join(home, "state");
  mkdirSync(state);
  cpSync(example, folder, { recursive: true, filter: (file) => path.basename(file) !== "node_modules" });
  linkPackages(folder);
  const settings = {
    PULUMI_HOME: path.join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${state.replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey,
  };
  return { folder, settings, ...commands(folder, { ...env, ...settings }), ...program(folder) };
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
function commands(folder, env) {
  let printed = "";
  return {
    printed: () => printed,
    pulumi: async (/** @type {string[]} */ args, /** @type {((line: string) => void) | undefined} */ onLine) => {
      const all = [...args, "--non-interactive", "--color", "never"];
      const { code, output } = await run("pulumi", all, { cwd: folder, env, ...(onLine ? { onLine } : {}) });
      printed += output;
      if (code !== 0) throw new Failure(`pulumi ${args.join(" ")} ended with exit code ${code}:\n${tail(output)}`);
      return output;
    },
  };
}

/** @param {string} folder */
function program(folder) {
  const file = path.join(folder, "index.ts");
  const read = () => readFileSync(file, "utf8");
  return {
    description: () => {
      const found = description.exec(read())?.[2];
      if (found === undefined) throw new Failure(`${example} has no description: "…" to change.`);
      return found;
    },
    describe: (/** @type {string} */ text) => writeFileSync(file, read().replace(description, `$1${text}$3`)),
  };
}

/** The stack's name. */
export { stack };
