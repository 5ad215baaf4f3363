// Pulumi and its hosts built from source, each once per machine.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { cached, once } = require("./cache");
const { goBuild } = require("./goBuild");
const { hostFront, languageHosts, pulumiTool } = require("./goTools");
const { packages, programFile } = require("./paths");
const { step, waitingFor } = require("./step");

/** @typedef {import("./goTools").GoTool} GoTool */

/** Built tools stand in one folder, since Pulumi looks for its hosts beside itself; another choice of tools is another folder. */
const builtTools = [pulumiTool, hostFront, ...languageHosts];
const choice = createHash("sha256")
  .update(builtTools.map((tool) => `${tool.name}@${tool.version}`).join())
  .digest("hex")
  .slice(0, 8);
const built = `pulumi-${pulumiTool.version.slice(1)}-built-${choice}`;

/** The folder of a `pulumi` that was built with all its hosts. */
const builtFolder = () => (fs.existsSync(cached(built)) ? cached(built) : undefined);

/**
 * Builds `pulumi` and its hosts, and puts them side by side.
 * @returns {Promise<string>} the folder
 */
async function buildAll() {
  if (!isBuilt(pulumiTool)) console.log("  So Pulumi is built from source with Go: once per machine, a few minutes.");
  /** @type {Map<GoTool, string>} */
  const folders = new Map();
  for (const tool of builtTools) folders.set(tool, await build(tool));
  const folder = await once(built, async (aside) => {
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
  await step(`Build ${tool.title} ${tool.version.slice(1)}`, async (progress) => {
    await once(
      name,
      async (aside) => {
        await goBuild(tool, aside, progress.detail);
        return true;
      },
      waitingFor(progress),
    );
    progress.title(`${tool.title} ${tool.version.slice(1)} built`);
  });
  return cached(name);
}

/** @param {GoTool} tool */
const buildName = (tool) => `${tool.name}-${tool.version.slice(1)}`;

/** @param {GoTool} tool */
const isBuilt = (tool) => fs.existsSync(cached(buildName(tool)));

module.exports = { build, buildAll, builtFolder, dynamicHost };
