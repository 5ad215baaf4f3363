// Pulumi's release, by the launcher that the npm package `pulumi` is: it downloads on its first run.
const fs = require("node:fs");
const path = require("node:path");
const { run } = require("../setup/processes");
const { findProgram } = require("./search");

/** How long nothing may arrive: at first, and once the download has begun. */
const patienceMs = { silent: 5000, begun: 20_000 };
const begunBytes = 100_000;
const pollMs = 250;

/**
 * Lets the launcher download into an empty folder, and gives up as soon as nothing arrives.
 * @param {{ launcher: string, version: string, folder: string, onBytes: (bytes: number) => void, patience?: typeof patienceMs }} options
 * @returns {Promise<string | undefined>} the folder with `pulumi` in it; undefined where the download cannot be reached
 */
async function downloadPulumi({ launcher, version, folder, onBytes, patience = patienceMs }) {
  const temporary = path.join(folder, "temporary");
  fs.mkdirSync(temporary, { recursive: true });
  const env = { ...process.env, PULUMI_HOME: folder, PULUMI_VERSION: version, TMPDIR: temporary, TEMP: temporary };
  const giveUp = new AbortController();
  let bytes = 0;
  let grown = Date.now();
  const watch = setInterval(() => {
    const now = sizeOf(folder);
    if (now !== bytes) grown = Date.now();
    bytes = now;
    onBytes(bytes);
    if (Date.now() - grown > (bytes > begunBytes ? patience.begun : patience.silent)) giveUp.abort();
  }, pollMs);
  const { code } = await run(process.execPath, [launcher, "version"], { env, signal: giveUp.signal }).finally(() =>
    clearInterval(watch),
  );
  const bin = path.join(folder, "versions", version, "bin");
  return code === 0 && findProgram("pulumi", [bin]) ? bin : undefined;
}

/** Whether the launcher's download answers. */
async function canDownload() {
  const signal = AbortSignal.timeout(patienceMs.silent);
  const response = await fetch("https://get.pulumi.com/install.sh", { method: "HEAD", signal }).catch(() => undefined);
  return response?.ok === true;
}

/**
 * The bytes of all files below a folder that others write to meanwhile.
 * @param {string} folder
 * @returns {number}
 */
function sizeOf(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const sizes = entries.map((entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    return entry.isFile() ? (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

module.exports = { canDownload, downloadPulumi };
