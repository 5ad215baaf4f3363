// A stack of the real engine with its own state, and nothing of the user's settings.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { environmentFile, root } from "../setup/paths.js";
import { scratchFolder } from "./scratchFolder.mjs";
import { nameOf, template } from "./template.mjs";

const project = "bench";

/**
 * @typedef {object} StackOptions
 * @property {string} [plugin] folder of the plugin; ours if absent
 * @property {(folder: string, inputs: readonly Inputs[]) => void} [write] writes the program; one in YAML if absent
 * @property {NodeJS.ProcessEnv} [env] what the commands get besides
 */

/** @typedef {{ name: string, [field: string]: unknown }} Inputs what a program declares of a template */

/**
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {number} count how many templates its program declares
 * @param {StackOptions} [options]
 */
export function createStack({ baseUrl, accessKey }, count, options = {}) {
  const { plugin = path.join(root, "bin"), write = writeYaml, env: more } = options;
  const { folder: home, dispose } = scratchFolder();
  const [cwd, state] = [path.join(home, "program"), path.join(home, "state")];
  for (const folder of [cwd, state]) mkdirSync(folder);
  /** @type {string[]} */
  const tools = JSON.parse(readFileSync(environmentFile, "utf8")).path;
  const env = {
    ...process.env,
    PATH: [plugin, ...tools, process.env.PATH].join(path.delimiter),
    HOME: home,
    PULUMI_HOME: path.join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${state.replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    VCLUSTER_PLATFORM_BASE_URL: baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: accessKey,
    ...more,
  };
  const declare = (/** @type {string | undefined} */ description) => write(cwd, declared(count, description));
  declare(undefined);
  return {
    place: { cwd, env },
    /** Gives every template of the program this description. */
    declare,
    /** @param {string} stack */
    stateFile: (stack) => path.join(state, ".pulumi", "stacks", project, `${stack}.json`),
    dispose,
  };
}

/**
 * The inputs of the templates of a program.
 * @param {number} count
 * @param {string} [description] in place of the usual one
 * @param {number} [first] the number of the first template
 * @returns {Inputs[]}
 */
export function declared(count, description, first = 0) {
  return Array.from({ length: count }, (_, index) => {
    const { metadata, spec } = template(nameOf(first + index));
    return { ...metadata, ...spec, ...(description === undefined ? {} : { description }) };
  });
}

/**
 * @param {string} folder
 * @param {readonly Inputs[]} inputs
 */
function writeYaml(folder, inputs) {
  const entries = inputs.map((properties) => [
    properties.name,
    { type: "vcluster-platform:index:SpaceTemplate", properties },
  ]);
  const resources = JSON.stringify(Object.fromEntries(entries));
  writeFileSync(path.join(folder, "Pulumi.yaml"), `name: ${project}\nruntime: yaml\nresources: ${resources}\n`);
}
