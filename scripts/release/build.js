// Builds what a release publishes from a commit alone, so that nothing that lies about in a clone gets in.
const fs = require("node:fs");
const path = require("node:path");
const { npm } = require("../setup/paths");
const { printed } = require("../setup/printed");

/** Git settings of whoever makes the release would change the ends of lines. */
const asCommitted = ["-c", "core.autocrlf=false", "-c", "core.eol=lf"];

/**
 * Takes a commit out of a clone.
 * @param {string} clone
 * @param {string} commit
 * @param {string} folder
 */
async function checkOut(clone, commit, folder) {
  await printed("git", [...asCommitted, "clone", "--quiet", "--no-checkout", clone, folder], { cwd: clone });
  await printed("git", [...asCommitted, "checkout", "--quiet", "--detach", commit], { cwd: folder });
}

/**
 * Installs the packages of the lockfile, each checked by its digest, compiles, and obtains Pulumi with every language host.
 * @param {string} folder
 */
async function setUp(folder) {
  await printed(npm, ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder });
  await printed(process.execPath, ["scripts/setup.mjs", "--languages"], { cwd: folder });
}

/**
 * Packs the npm package.
 * @param {string} folder
 * @param {string} target
 */
async function packNpm(folder, target) {
  fs.mkdirSync(target, { recursive: true });
  await printed(npm, ["pack", "--ignore-scripts", "--pack-destination", path.resolve(target)], { cwd: folder });
}

module.exports = { checkOut, setUp, packNpm };
