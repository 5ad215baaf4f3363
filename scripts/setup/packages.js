// The npm packages of this clone. In JavaScript, since the TypeScript files need a package to run.
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const root = path.resolve(__dirname, "..", "..");
const oldestNode = 20;

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

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
 * The packages of a lockfile. npm writes the one inside node_modules when everything is installed.
 * @param {string} file
 * @returns {Packages}
 */
function packagesOf(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).packages : {};
}

/** Installs the npm packages unless the lockfile's are there. */
function installPackages() {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    console.error(`Node.js ${process.versions.node} is too old: install Node.js ${oldestNode} or newer.`);
    process.exit(1);
  }
  const installed = packagesOf(path.join(root, "node_modules", ".package-lock.json"));
  if (isInstalled(packagesOf(path.join(root, "package-lock.json")), installed)) return;
  console.log("Install npm packages");
  // Our own `prepare` would build a second time; no dependency needs its script.
  const command = "npm ci --ignore-scripts --no-audit --no-fund";
  const { status } = spawnSync(command, { cwd: root, shell: true, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(1);
}

module.exports = { installPackages, isInstalled };
