// Obtains `pulumi` and its language hosts, and says which folders hold them.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { cached, once } = require("./cache");
const { Failure } = require("./failure");
const { build, buildAll, builtFolder, dynamicHost } = require("./buildTools");
const { goVersion } = require("./goBuild");
const { languageHosts, pulumiTool } = require("./goTools");
const { downloadPulumi } = require("./launcher");
const { packages } = require("./paths");
const { run } = require("./processes");
const { findProgram, searchPath } = require("./search");
const { nothingServes, oldestPulumi, pulumiSource } = require("./source");
const { step, waitingFor } = require("./step");
const { isAtLeast } = require("./version");

const launcher = path.join(packages, "pulumi", "run.js");
const version = pulumiTool.version.slice(1);
const downloaded = `pulumi-${version}-release`;

/** @typedef {"pulumi" | "yaml" | "languages"} Tool */

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
    return [await buildPulumi({ ...facts, downloadable: false, go: (await goVersion()) ?? "" })];
  }
  const copy = releaseCopy();
  return copy ? withHosts(copy, ours) : [builtFolder() ?? (await buildAll())];
}

const haveCopy = () => releaseCopy() !== undefined || builtFolder() !== undefined;

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
 * @param {import("./source").Facts} facts
 */
function buildPulumi(facts) {
  if (pulumiSource(facts) === "nothing") throw new Failure(nothingServes(facts));
  return buildAll();
}

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
  const built = [];
  for (const host of missing) built.push(await build(host));
  const dynamic = findProgram("pulumi-resource-pulumi-nodejs", [bin, ...folders])
    ? []
    : dynamicHost().map(path.dirname);
  return [...new Set([bin, ...built, ...dynamic])];
}

module.exports = { obtainPulumi };
