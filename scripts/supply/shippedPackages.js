// The packages that ship with this one: names, licenses, and which ones the plugin's archives hold.
const fs = require("node:fs");
const path = require("node:path");
const { packageFolders } = require("../release/neededPackages");
const { archivedPackages } = require("../release/pluginFiles");
const { Failure } = require("../setup/failure");
const { takenLicenses } = require("./takenLicenses");

/**
 * @typedef {object} ShippedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} offered its license, as its package.json says it
 * @property {string[]} taken the licenses that it is taken under
 * @property {string[]} texts the files in its folder that hold licenses and notices
 * @property {boolean} archived whether the plugin's archives hold it, or a part of it
 */

const licenseFile = /^(licen[cs]e|copying)([.-].*)?$/i;
const noticeFile = /^notice([.-].*)?$/i;

/**
 * All of them by name, from a folder where the packages are installed and the provider is compiled.
 * @param {string} root
 * @returns {ShippedPackage[]}
 */
function shippedPackages(root) {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const archived = new Set(archivedPackages(root));
  const installed = packageFolders(Object.keys(dependencies), root, root).map((folder) =>
    folder.split(path.sep).join("/"),
  );
  return [...new Set([...installed, ...archived])]
    .sort()
    .map((folder) => described(root, folder, archived.has(folder)));
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {boolean} archived
 * @returns {ShippedPackage}
 */
function described(root, folder, archived) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const taken = takenLicenses(license);
  if (!taken)
    throw new Failure(
      `${folder} is under ${JSON.stringify(license)}: scripts/supply/takenLicenses.js accepts no such license.`,
    );
  const files = fs.readdirSync(path.join(root, folder));
  if (!files.some((file) => licenseFile.test(file)))
    throw new Failure(`${folder} has no file with its license, which has to go with it.`);
  const texts = files.filter((file) => licenseFile.test(file) || noticeFile.test(file));
  return { name, version, offered: license, taken, texts: texts.sort(), archived };
}

module.exports = { shippedPackages };
