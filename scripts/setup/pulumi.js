// Obtains `pulumi` and its language hosts, and says which folders hold them.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { cached, once } = require("./cache");
const { Failure } = require("./failure");
const { goBuild, goVersion } = require("./goBuild");
const { languageHosts, pulumiTool } = require("./goTools");
const { downloadPulumi } = require("./launcher");
const { programFile, root } = require("./paths");
const { run } = require("./processes");
const { findProgram, searchPath } = require("./search");
const { nothingServes, oldestPulumi, pulumiSource } = require("./source");
const { step } = require("./step");
const { isAtLeast } = require("./version");

/** @typedef {import("./goTools").GoTool} GoTool */
/** @typedef {import("./step").Progress} Progress */

const packages = path.join(root, "node_modules");
const launcher = path.join(packages, "pulumi", "run.js");
const version = pulumiTool.version.slice(1);
const downloaded = `pulumi-${version}-release`;

/** Built tools stand in one folder, since Pulumi looks for its hosts beside itself; another choice of tools is another folder. */
const builtTools = [pulumiTool, ...languageHosts];
const choice = createHash("sha256")
  .update(builtTools.map((tool) => `${tool.name}@${tool.version}`).join())
  .digest("hex")
  .slice(0, 8);
const built = `pulumi-${version}-built-${choice}`;

/**
 * Obtains Pulumi, from wherever it is quickest.
 * @returns {Promise<string[]>} the folders for PATH: `pulumi`, its language hosts and its host of dynamic resources
 */
async function obtainPulumi() {
  const ours = searchPath();
  const onPath = await installedPulumi(ours);
  const facts = { onPath: onPath?.version ?? "", cached: haveCopy(), downloadable: true, go: "" };
  if (onPath && !isAtLeast(onPath.version, oldestPulumi)) {
    console.log(
      `  pulumi ${onPath.version} on PATH is older than ${oldestPulumi}, so another one is obtained for this project.`,
    );
  }
  const source = pulumiSource(facts);
  if (source === "path" && onPath) {
    console.log(`✔ Pulumi ${onPath.version} from PATH`);
    return withHosts(path.dirname(fs.realpathSync(onPath.file)), ours);
  }
  if (source === "download") {
    const bin = await download();
    if (bin) return withHosts(bin, ours);
    return [await buildAll({ ...facts, downloadable: false, go: (await goVersion()) ?? "" })];
  }
  const copy = releaseCopy();
  return copy ? withHosts(copy, ours) : [cached(built)];
}

const haveCopy = () => releaseCopy() !== undefined || fs.existsSync(cached(built));

/** A release that was downloaded before, by us or by the launcher. */
function releaseCopy() {
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  const bins = [path.join(cached(downloaded), "versions", version, "bin"), path.join(home, "versions", version, "bin")];
  return bins.find((bin) => findProgram("pulumi", [bin]));
}

/**
 * The user's own `pulumi` and its version, unless it is a launcher that would download on its first run.
 * @param {string[]} folders
 */
async function installedPulumi(folders) {
  const file = findProgram("pulumi", folders);
  if (!file || path.basename(fs.realpathSync(file)) === "run.js") return undefined;
  const signal = AbortSignal.timeout(10_000);
  const result = await run(file, ["version"], { signal }).catch(() => undefined);
  return result?.code === 0 ? { file, version: result.output.trim() } : undefined;
}

/** Downloads the release; undefined where it cannot be reached. */
function download() {
  return step("Look for a Pulumi to download", async (progress) => {
    const folder = await once(
      downloaded,
      async (aside) => {
        const onBytes = (/** @type {number} */ bytes) => progress.detail(`${Math.round(bytes / 1e6)} MB`);
        return (await downloadPulumi({ launcher, version, folder: aside, onBytes })) !== undefined;
      },
      waitingFor(progress),
    );
    progress.title(folder ? `Pulumi ${version} downloaded` : "No Pulumi on PATH, and none can be downloaded from here");
    return folder && path.join(folder, "versions", version, "bin");
  });
}

/**
 * Builds `pulumi` and its hosts from source, each once per machine, and puts them side by side.
 * @param {import("./source").Facts} facts
 */
async function buildAll(facts) {
  if (pulumiSource(facts) === "nothing") throw new Failure(nothingServes(facts));
  if (!isBuilt(pulumiTool)) console.log("  So Pulumi is built from source with Go: once per machine, a few minutes.");
  /** @type {string[]} */
  const programs = [];
  for (const tool of builtTools) programs.push(await build(tool));
  const folder = await once(built, async (aside) => {
    for (const program of [...programs, ...dynamicHost()]) place(program, path.join(aside, path.basename(program)));
    return true;
  });
  return /** @type {string} */ (folder);
}

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
 * @returns {Promise<string>} the program
 */
async function build(tool) {
  const name = buildName(tool);
  const file = path.join(cached(name), programFile(tool.name));
  if (isBuilt(tool)) return file;
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
  return file;
}

/** @param {GoTool} tool */
const buildName = (tool) => `${tool.name}-${tool.version.slice(1)}`;

/** @param {GoTool} tool */
const isBuilt = (tool) => fs.existsSync(cached(buildName(tool)));

/** @param {Progress} progress */
const waitingFor = (progress) => (/** @type {number | undefined} */ pid) =>
  progress.detail(`waiting for another set-up${pid ? ` (process ${pid})` : ""}`);

/**
 * A Pulumi that somebody installed, with its own hosts; those that it lacks are built.
 * @param {string} bin
 * @param {string[]} folders
 */
async function withHosts(bin, folders) {
  const missing = languageHosts.filter((host) => !findProgram(host.name, [bin, ...folders]));
  if (missing.length > 0 && !(await goVersion())) {
    const names = missing.map((host) => host.name).join(", ");
    throw new Failure(`The Pulumi in ${bin} has no ${names}, and there is no Go to build it with: https://go.dev/dl/`);
  }
  /** @type {string[]} */
  const programs = [];
  for (const host of missing) programs.push(await build(host));
  const dynamic = findProgram("pulumi-resource-pulumi-nodejs", [bin, ...folders])
    ? []
    : dynamicHost().map(path.dirname);
  return [...new Set([bin, ...programs.map(path.dirname), ...dynamic])];
}

module.exports = { obtainPulumi };
