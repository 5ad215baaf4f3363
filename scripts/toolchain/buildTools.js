// Pulumi and its hosts built from source, each once per machine.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { cached, once } = require("./cache");
const { goBuild } = require("./goBuild");
const { hostFront, pulumiTool } = require("./goTools");
const { packages, programFile } = require("../setup/paths");
const { step } = require("../setup/step");

/** @typedef {import("./goTools").GoTool} GoTool */

/**
 * The tools that a choice of hosts needs. Published hosts of the SDK are older than the engine, so the front comes with them.
 * @param {GoTool[]} hosts
 */
const toolsFor = (hosts) => [pulumiTool, hostFront, ...hosts];

/**
 * The name of the folder in which `pulumi` and its hosts stand side by side, since Pulumi looks for its hosts beside itself.
 * @param {GoTool[]} hosts
 */
function folderName(hosts) {
  const versions = toolsFor(hosts).map((tool) => `${tool.name}@${tool.version}`);
  const digest = createHash("sha256").update(versions.join()).digest("hex").slice(0, 8);
  return `pulumi-${pulumiTool.version.slice(1)}-built-${digest}`;
}

/**
 * Whether `pulumi` and these hosts were built on this machine, together or one by one.
 * @param {GoTool[]} hosts
 */
const areBuilt = (hosts) => fs.existsSync(cached(folderName(hosts))) || toolsFor(hosts).every(isBuilt);

/**
 * Builds `pulumi` and hosts that are not in the cache.
 * @param {GoTool[]} hosts
 * @returns {Promise<Map<GoTool, string>>} the folder of each tool
 */
async function buildTools(hosts) {
  /** @type {Map<GoTool, string>} */
  const folders = new Map();
  for (const tool of toolsFor(hosts)) folders.set(tool, await build(tool));
  return folders;
}

/**
 * Builds `pulumi` and its hosts, and puts them side by side.
 * @param {GoTool[]} hosts
 * @returns {Promise<string>} the folder
 */
async function buildAll(hosts) {
  if (fs.existsSync(cached(folderName(hosts)))) return cached(folderName(hosts));
  const folders = await buildTools(hosts);
  const folder = await once(folderName(hosts), async (aside) => {
    placeAll(folders, aside);
    return true;
  });
  return /** @type {string} */ (folder);
}

/**
 * Puts the tools into the folder in which `pulumi` finds them, and the old hosts where their front does.
 * @param {Map<GoTool, string>} folders
 * @param {string} target
 */
function placeAll(folders, target) {
  const published = path.join(target, "published");
  fs.mkdirSync(published);
  const front = path.join(folders.get(hostFront) ?? "", programFile(hostFront.name));
  for (const [tool, folder] of folders) {
    if (tool === hostFront) continue;
    for (const file of filesIn(folder)) place(file, path.join(tool.old ? published : target, path.basename(file)));
    if (tool.old) place(front, path.join(target, programFile(tool.name)));
  }
  for (const file of dynamicHost()) place(file, path.join(target, path.basename(file)));
}

/** @param {string} folder */
const filesIn = (folder) => fs.readdirSync(folder).map((name) => path.join(folder, name));

/**
 * Pulumi's host of dynamic resources: a script in its npm package.
 */
function dynamicHost() {
  const folder = path.join(packages, "@pulumi", "pulumi");
  const names = ["pulumi-resource-pulumi-nodejs", "pulumi-resource-pulumi-nodejs.cmd"];
  return names.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
}

/**
 * A link where the file system has them, since the programs are large.
 * @param {string} from
 * @param {string} to
 */
function place(from, to) {
  if (from.startsWith(packages)) return fs.copyFileSync(from, to);
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}

/**
 * One tool, built or found in the cache.
 * @param {GoTool} tool
 * @returns {Promise<string>} the folder that holds the program and its scripts
 */
async function build(tool) {
  const name = buildName(tool);
  if (isBuilt(tool)) return cached(name);
  const title = `Build ${tool.title} ${tool.version.slice(1)}`;
  await step(
    title,
    async (progress) => {
      const make = async (/** @type {string} */ aside) => {
        await goBuild(tool, aside, progress.detail);
        return true;
      };
      await once(name, make);
    },
    tool.usual,
  );
  return cached(name);
}

/** @param {GoTool} tool */
const buildName = (tool) => `${tool.name}-${tool.version.slice(1)}`;

/** @param {GoTool} tool */
const isBuilt = (tool) => fs.existsSync(cached(buildName(tool)));

module.exports = { areBuilt, build, buildAll, buildTools, dynamicHost };
