// Builds what a release publishes from a commit alone, so that nothing that lies about in a clone gets in.
const fs = require("node:fs");
const path = require("node:path");
const { Failure, tail } = require("../setup/failure");
const { run } = require("../setup/processes");

/**
 * What a program prints that has to succeed.
 * @param {string} cwd
 * @param {string} command
 * @param {...string} args
 */
async function printed(cwd, command, ...args) {
  const { code, output } = await run(command, args, { cwd });
  if (code !== 0) throw new Failure(`${command} ${args.join(" ")} failed:\n${tail(output)}`);
  return output;
}

/**
 * Takes a commit out of a clone.
 * @param {string} clone
 * @param {string} commit
 * @param {string} folder
 */
async function checkOut(clone, commit, folder) {
  await printed(clone, "git", "clone", "--quiet", "--no-checkout", clone, folder);
  await printed(folder, "git", "-c", "advice.detachedHead=false", "checkout", "--quiet", commit);
}

/**
 * Installs the packages of the lockfile, each checked by its digest, compiles, and obtains Pulumi.
 * @param {string} folder
 */
async function setUp(folder) {
  await printed(folder, "npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund");
  await printed(folder, process.execPath, "scripts/setup.mjs");
}

/**
 * Packs the npm package.
 * @param {string} folder
 * @param {string} target
 */
async function packNpm(folder, target) {
  fs.mkdirSync(target, { recursive: true });
  await printed(folder, "npm", "pack", "--ignore-scripts", "--pack-destination", path.resolve(target));
}

module.exports = { checkOut, setUp, packNpm, printed };
