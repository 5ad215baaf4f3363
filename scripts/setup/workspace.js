// The clone itself: its npm packages and its compiled code.
const fs = require("node:fs");
const path = require("node:path");
const { npm, root } = require("./paths");
const { bundlePlugin } = require("./bundlePlugin");
const { printed, run } = require("./processes");
const { step } = require("./step");
const { Failure, tail } = require("./failure");

const oldestNode = 20;

/**
 * @typedef {Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean
 *   }>} Packages
 */

/**
 * Whether every package of the lockfile is installed in its version. Packages for other systems
 * need not be.
 * @param {Packages} locked
 * @param {Packages} installed
 */
function isInstalled(locked, installed) {
  return Object.entries(locked).every(([folder, wanted]) => {
    if (folder === "" || (wanted.optional && !installed[folder])) return true;
    return installed[folder]?.version === wanted.version;
  });
}

/**
 * The packages that npm notes in a lockfile; the one inside node_modules is written when an
 * installation is complete.
 * @param {string} file
 * @returns {Packages}
 */
function packagesOf(file) {
  if (!fs.existsSync(file)) return {};
  return JSON.parse(fs.readFileSync(file, "utf8")).packages;
}

/** Installs the npm packages unless the lockfile's are there. */
async function installPackages() {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new Failure(`Node.js ${process.versions.node} is too old: install Node.js ${oldestNode} or newer.`);
  }
  const installed = packagesOf(path.join(root, "node_modules", ".package-lock.json"));
  if (isInstalled(packagesOf(path.join(root, "package-lock.json")), installed)) return;
  await step("Install npm packages", async () => {
    // Our own `prepare` would build a second time; no dependency needs its script.
    await printed(npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: root });
  });
}

/** Endings of the compiler's outputs for a source. */
const outputEnding = /(\.d\.ts|\.js(\.map)?)$/;

/**
 * Removes compiled files whose source is gone, which would be packed otherwise.
 * @param {string} clone
 */
function removeStaleOutputs(clone) {
  const dist = path.join(clone, "dist");
  if (!fs.existsSync(dist)) return;
  const files = fs.readdirSync(dist, { recursive: true, encoding: "utf8" });
  const outputs = files.filter((file) => outputEnding.test(file));
  for (const file of outputs) {
    const source = path.join(clone, file.replace(outputEnding, ".ts"));
    if (!fs.existsSync(source)) fs.rmSync(path.join(dist, file), { force: true });
  }
}

/** Compiles what changed, and leaves nothing of sources that are gone. */
async function compile() {
  removeStaleOutputs(root);
  const outputs = ["provider/index.js", "sdk/index.js", "emulator/platform.js"];
  if (!outputs.every((file) => fs.existsSync(path.join(root, "dist", file)))) {
    // Without its outputs the compiler's memory of them would make it skip them.
    fs.rmSync(path.join(root, "dist", ".tsbuildinfo"), { force: true });
  }
  // The Pulumi CLI keeps a plugin's schema beside its folder, and would take the old one for the
  // new.
  for (const file of fs.readdirSync(root).filter((name) => /^schema-platform.*\.json$/.test(name))) {
    fs.rmSync(path.join(root, file));
  }
  await step("Compile", async () => {
    const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc");
    const { code, output } = await run(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root });
    if (code !== 0)
      throw new Failure(`The code does not compile:
${tail(output)}`);
    await bundlePlugin(root);
  });
}

module.exports = { installPackages, compile, isInstalled };
