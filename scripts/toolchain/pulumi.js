// Obtains `pulumi` and its language hosts, and says which folders hold them.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { cached, once } = require("./cache");
const { Failure } = require("../setup/failure");
const { areBuilt, build, buildAll, buildTools, dynamicHost } = require("./buildTools");
const { goVersion } = require("./goBuild");
const { hostsFor, pulumiTool } = require("./goTools");
const { canDownload, downloadPulumi } = require("./launcher");
const { packages } = require("../setup/paths");
const { run } = require("../setup/processes");
const { findProgram, searchPath } = require("./search");
const { nothingServes, oldestPulumi, pulumiSource } = require("./source");
const { step } = require("../setup/step");

const launcher = path.join(packages, "pulumi", "run.js");
const version = pulumiTool.version.slice(1);
const downloaded = `pulumi-${version}-release`;

/** @typedef {import("./goTools").GoTool} GoTool */
/** @typedef {import("./goTools").Tool} Tool */

/**
 * Obtains Pulumi with its hosts, from wherever it is quickest.
 * @param {readonly Tool[]} tools
 * @param {Promise<boolean>} early whether {@link buildEarly} has built it
 * @returns {Promise<string[]>} the folders for PATH: `pulumi`, its language hosts and its host of dynamic resources
 */
async function obtainPulumi(tools, early) {
  if (tools.length === 0) return [];
  const hosts = hostsFor(tools);
  const ours = searchPath();
  if (await early) return [await buildAll(hosts)];
  const facts = await factsFor(hosts);
  const source = pulumiSource(facts);
  if (facts.onPath && source !== "path") {
    console.log(`  pulumi ${facts.onPath} on PATH is older than ${oldestPulumi}: obtaining another one.`);
  }
  if (source === "path") {
    console.log(`✔ Pulumi ${facts.onPath} from PATH`);
    return withHosts(path.dirname(fs.realpathSync(String(facts.file))), ours, hosts);
  }
  if (source === "download") {
    const bin = await download();
    if (bin) return withHosts(bin, ours, hosts);
    return [await buildPulumi({ ...facts, downloadable: false, go: (await goVersion()) ?? "" }, hosts)];
  }
  const copy = releaseCopy();
  return copy ? withHosts(copy, ours, hosts) : [await buildAll(hosts)];
}

/**
 * Builds Pulumi while npm installs if no other source serves, since the build takes longer than everything else together.
 * @param {readonly Tool[]} tools
 * @returns {Promise<boolean>} false if there is nothing to build, or no Go to build it with
 * @throws {Failure} if the build fails
 */
async function buildEarly(tools) {
  const hosts = hostsFor(tools);
  if (tools.length === 0 || pulumiSource(await factsFor(hosts)) !== "download" || (await canDownload())) return false;
  const facts = { cached: false, downloadable: false, go: (await goVersion()) ?? "" };
  if (pulumiSource(facts) !== "go") return false;
  console.log("  No Pulumi on PATH, and none can be downloaded: building what is missing with Go, once per machine.");
  await buildTools(hosts);
  return true;
}

/**
 * @param {GoTool[]} hosts
 * @returns {Promise<import("./source").Facts & { file?: string | undefined }>}
 */
async function factsFor(hosts) {
  const onPath = await installedPulumi(searchPath());
  const isCached = releaseCopy() !== undefined || areBuilt(hosts);
  return { file: onPath?.file, onPath: onPath?.version ?? "", cached: isCached, downloadable: true, go: "" };
}

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
    const folder = await once(downloaded, async (aside) => {
      const onBytes = (/** @type {number} */ bytes) => progress.detail(`${Math.round(bytes / 1e6)} MB`);
      return (await downloadPulumi({ launcher, version, folder: aside, onBytes })) !== undefined;
    });
    progress.title(folder ? `Pulumi ${version} downloaded` : "No Pulumi to download");
    return folder && path.join(folder, "versions", version, "bin");
  });
}

/**
 * @param {import("./source").Facts} facts
 * @param {GoTool[]} hosts
 */
function buildPulumi(facts, hosts) {
  if (pulumiSource(facts) === "nothing") throw new Failure(nothingServes(facts));
  return buildAll(hosts);
}

/**
 * A Pulumi that somebody installed, with its own hosts; those that it lacks are built.
 * @param {string} bin
 * @param {string[]} folders
 * @param {GoTool[]} hosts
 */
async function withHosts(bin, folders, hosts) {
  const missing = hosts.filter((host) => !findProgram(host.name, [bin, ...folders]));
  if (missing.length > 0 && !(await goVersion())) {
    const names = missing.map((host) => host.name).join(", ");
    throw new Failure(`The Pulumi in ${bin} has no ${names}, and there is no Go to build it with: https://go.dev/dl/`);
  }
  /** @type {string[]} */
  const built = [];
  for (const host of missing) built.push(await build(host));
  const dynamic = findProgram("pulumi-resource-pulumi-nodejs", [bin, ...folders])
    ? []
    : dynamicHost().map(path.dirname);
  return [...new Set([bin, ...built, ...dynamic])];
}

module.exports = { obtainPulumi, buildEarly };
