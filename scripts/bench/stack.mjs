// A stack of the real engine with its own state and none of the user's settings, with timed
// commands.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { linkPackages } from "../setup/links.js";
import { environmentFile, root } from "../setup/paths.js";
import { onExit, printed } from "../setup/processes.js";
import { inputsOf, parallelism } from "./platform.mjs";

/** The folders of the compared plugins. */
export const plugins = { ours: path.join(root, "bin"), noop: path.join(import.meta.dirname, "noop", "bin") };

/** The operations in the order in which a stack runs them, with their commands. */
export const commands = { create: "up", refresh: "refresh", update: "up", delete: "destroy" };

/** @typedef {keyof typeof commands} Operation */

export const operations = /** @type {Operation[]} */ (Object.keys(commands));

const programs = {
  ours: `const { SpaceTemplate } = require("pulumi-vcluster-platform");
for (const each of require("./inputs.json")) new SpaceTemplate(each.name, each);
`,
  noop: `const { dynamic } = require("@pulumi/pulumi");
const provider = {
  create: async (inputs) => ({ id: inputs.name, outs: inputs }),
  update: async (id, olds, news) => ({ outs: news }),
};
for (const each of require("./inputs.json")) {
  new dynamic.Resource(provider, each.name, each, {}, "platform", "SpaceTemplate");
}
`,
};

/**
 * @typedef {{ who?: keyof typeof plugins, isDynamic?: boolean }} Contender our provider or a no-op
 *   one, as a plugin or dynamic resources
 */

/** @typedef {Awaited<ReturnType<typeof openStack>>} Stack */

/**
 * Opens an empty stack whose program declares `count` templates, and removes it after its use.
 * @template Result
 * @param {import("./platform.mjs").Platform} platform
 * @param {number} count
 * @param {Contender} contender
 * @param {(stack: Stack) => Promise<Result>} use
 */
export async function withStack(platform, count, contender, use) {
  const home = mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-bench-"));
  // A command that was just killed may still write.
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(remove);
  try {
    return await use(await openStack(platform, count, contender, home));
  } finally {
    remove();
    forget();
  }
}

/**
 * @param {import("./platform.mjs").Platform} platform
 * @param {number} count
 * @param {Contender} contender
 * @param {string} home
 */
async function openStack(platform, count, { who = "ours", isDynamic = false }, home) {
  const [cwd, state] = [path.join(home, "program"), path.join(home, "state")];
  for (const folder of [cwd, state]) mkdirSync(folder);
  const env = environment(platform, home, state, plugins[who]);
  const timed = async (/** @type {string[]} */ ...args) => {
    const started = performance.now();
    await printed("pulumi", [...args, "--non-interactive"], { cwd, env });
    return performance.now() - started;
  };
  const declare = (/** @type {string | undefined} */ description) => {
    const inputs = Array.from({ length: count }, (_, index) => inputsOf(index, description));
    if (isDynamic) writeFileSync(path.join(cwd, "inputs.json"), JSON.stringify(inputs));
    else writeYaml(cwd, inputs);
  };
  if (isDynamic) writeProgram(cwd, programs[who]);
  declare(undefined);
  await timed("stack", "init", "bench");
  let changes = 0;
  return {
    preview: () => timed("preview"),
    /** @param {Operation} operation */
    run: (operation) => {
      if (operation === "create") declare(undefined);
      if (operation === "update") declare(`Change ${++changes}`);
      const quiet = ["--yes", "--skip-preview", "--suppress-progress", "--suppress-outputs"];
      return timed(commands[operation], ...quiet, "--parallel", String(parallelism));
    },
    /**
     * @returns {{ type: string, inputs?: Record<string, unknown>, outputs?: Record<string, unknown>
     *   }[]}
     */
    resources: () => {
      const file = path.join(state, ".pulumi", "stacks", "bench", "bench.json");
      return JSON.parse(readFileSync(file, "utf8")).checkpoint.latest.resources;
    },
  };
}

/**
 * @param {import("./platform.mjs").Platform} platform
 * @param {string} home
 * @param {string} state
 * @param {string} plugin
 */
function environment({ baseUrl, accessKey }, home, state, plugin) {
  /** @type {string[]} */
  const tools = JSON.parse(readFileSync(environmentFile, "utf8")).path;
  return {
    ...process.env,
    PATH: [plugin, ...tools, process.env.PATH].join(path.delimiter),
    HOME: home,
    PULUMI_HOME: path.join(home, "pulumi"),
    PULUMI_BACKEND_URL: `file://${state.replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // Otherwise most of the time goes into writing the state after each step.
    PULUMI_SKIP_CHECKPOINTS: "true",
    VCLUSTER_PLATFORM_BASE_URL: baseUrl,
    VCLUSTER_PLATFORM_ACCESS_KEY: accessKey,
  };
}

/**
 * @param {string} folder
 * @param {readonly { name: string }[]} inputs
 */
function writeYaml(folder, inputs) {
  const type = "vcluster-platform:index:SpaceTemplate";
  const resources = Object.fromEntries(inputs.map((properties) => [properties.name, { type, properties }]));
  const text = `name: bench\nruntime: yaml\nresources: ${JSON.stringify(resources)}\n`;
  writeFileSync(path.join(folder, "Pulumi.yaml"), text);
}

/**
 * A program in JavaScript, since a compiler would take most of the time.
 * @param {string} folder
 * @param {string} program
 */
function writeProgram(folder, program) {
  const runtime = "{ name: nodejs, options: { typescript: false, packagemanager: npm } }";
  writeFileSync(path.join(folder, "Pulumi.yaml"), `name: bench\nruntime: ${runtime}\n`);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "bench", main: "index.js" }));
  writeFileSync(path.join(folder, "index.js"), program);
  linkPackages(folder);
}
