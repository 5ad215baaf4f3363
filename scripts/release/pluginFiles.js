// The files of the plugin's archives: the provider, its packages, and a program that Pulumi starts. They need no npm.
const fs = require("node:fs");
const path = require("node:path");
const { Failure } = require("../setup/failure");
const { namedPackages, packageFolders } = require("./neededPackages");
const { reachedFiles } = require("./reachedFiles");
const { specifiers } = require("./specifiers");

/** @typedef {import("./tarball").ArchivedFile} ArchivedFile */

const library = "@pulumi/pulumi";
/** Package files of Pulumi's library; of its code the plugin needs the protocol alone. */
const libraryFiles = ["package.json", "LICENSE"].map((file) => `node_modules/${library}/${file}`);
const main = "dist/plugin.js";
const own = ["LICENSE", "THIRD_PARTY.md", "CHANGELOG.md", "package.json", "schema.json"];
const program = "pulumi-resource-vcluster-platform";

/** How Pulumi starts the plugin: on Windows it looks for the second. */
const starters = [
  {
    name: program,
    content: Buffer.from(`#!/usr/bin/env node\nrequire("./${main}");\n`),
    isProgram: true,
  },
  { name: `${program}.cmd`, content: Buffer.from(`@node "%~dp0${program}" %*\r\n`), isProgram: true },
];

/** Whether a file is a type declaration or a source map, which no program needs. */
const isLeftOut = (/** @type {string} */ file) => /\.(map|[cm]?ts)$/.test(file);

/**
 * The files of the plugin, from a folder where the packages are installed and the provider is compiled.
 * @param {string} root
 * @returns {ArchivedFile[]}
 */
function pluginFiles(root) {
  const code = codeFiles(root);
  const packages = neededBy(root, code).flatMap((folder) => packageFiles(root, folder));
  const files = [...new Set([...own, ...code, ...libraryFiles, ...packages])].filter((file) => !isLeftOut(file));
  const native = files.find((file) => file.endsWith(".node"));
  if (native) throw new Failure(`${native} runs on one system only, and the archives are the same for all.`);
  return [...starters, ...files.map((file) => ({ name: file, content: fs.readFileSync(path.join(root, file)) }))];
}

/**
 * The folders of the packages that the archives hold, whole or in part.
 * @param {string} root likewise
 */
const archivedPackages = (root) => [`node_modules/${library}`, ...neededBy(root, codeFiles(root)).map(slashed)];

/**
 * The folders of the packages that code names, and of all that these need.
 * @param {string} root
 * @param {string[]} code
 */
function neededBy(root, code) {
  const { name } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const names = namedPackages(texts(root, code)).filter((each) => each !== library && each !== name);
  return packageFolders(names, root, root);
}

/**
 * The provider, and the files of Pulumi's library that it names.
 * @param {string} root
 */
function codeFiles(root) {
  const provider = reachedFiles(root, [main]);
  const inLibrary = texts(root, provider)
    .flatMap(specifiers)
    .filter((name) => name.startsWith(`${library}/`));
  const named = inLibrary.map((name) => `node_modules/${name}`);
  return [...provider, ...reachedFiles(root, named)];
}

/**
 * @param {string} root
 * @param {string[]} files
 */
const texts = (root, files) => files.map((file) => fs.readFileSync(path.join(root, file), "utf8"));

/**
 * A package without those that are installed inside it, which count on their own.
 * @param {string} root
 * @param {string} folder
 */
function packageFiles(root, folder) {
  const inside = `${slashed(folder)}/node_modules/`;
  return filesIn(root, folder).filter((file) => !file.startsWith(inside));
}

/**
 * The file, or all files below the folder, relative to the root.
 * @param {string} root
 * @param {string} name
 * @returns {string[]}
 */
function filesIn(root, name) {
  const place = path.join(root, name);
  if (!fs.statSync(place).isDirectory()) return [slashed(name)];
  return fs.readdirSync(place).flatMap((each) => filesIn(root, path.join(name, each)));
}

const slashed = (/** @type {string} */ name) => name.split(path.sep).join("/");

module.exports = { archivedPackages, pluginFiles };
