// The files of the plugin's archives: the provider, its packages, and a program that Pulumi starts.
const fs = require("node:fs");
const path = require("node:path");
const { Failure } = require("../setup/failure");

/**
 * @typedef {object} ArchivedFile
 * @property {string} name with slashes
 * @property {Buffer} content
 * @property {boolean} [isProgram]
 */

/** The plugin needs only the protocol of Pulumi's library: other packages are archived whole. */
const library = "node_modules/@pulumi/pulumi";
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
 * The files of the plugin, from a folder with installed packages and a compiled provider.
 * @param {string} root
 * @returns {Promise<ArchivedFile[]>}
 */
async function pluginFiles(root) {
  const code = await loadedFiles(root);
  const packages = packagesOf(code).flatMap((folder) =>
    folder === library ? ["package.json", "LICENSE"].map((file) => `${library}/${file}`) : packageFiles(root, folder),
  );
  const files = [...new Set([...own, ...code, ...packages])].filter((file) => !isLeftOut(file)).sort();
  const native = files.find((file) => file.endsWith(".node"));
  if (native) throw new Failure(`${native} runs on one system only, and the archives are the same for all.`);
  return [...starters, ...files.map((file) => ({ name: file, content: fs.readFileSync(path.join(root, file)) }))];
}

/**
 * The folders of the packages in the archives, whole or in part.
 * @param {string} root
 */
const archivedPackages = async (root) => packagesOf(await loadedFiles(root));

/**
 * The files that the plugin's program leads to by `require` and `import()`.
 * @param {string} root
 */
async function loadedFiles(root) {
  // Here, since set-up loads no package before the packages are installed.
  const { build } = require("esbuild");
  const { metafile } = await build({
    absWorkingDir: fs.realpathSync(root),
    entryPoints: [main],
    bundle: true,
    platform: "node",
    metafile: true,
    preserveSymlinks: true,
    write: false,
    logLevel: "silent",
  });
  return Object.keys(metafile.inputs).sort();
}

/** @param {readonly string[]} files */
const packagesOf = (files) => {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
  return [...new Set(files.flatMap((file) => folder.exec(file)?.[0] ?? []))].sort();
};

/**
 * The files of a package without those of packages that are installed inside it.
 * @param {string} root
 * @param {string} folder
 */
function packageFiles(root, folder) {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const names = files.map((file) => path.relative(root, file).split(path.sep).join("/"));
  return names.filter((name) => !name.startsWith(`${folder}/node_modules/`));
}

module.exports = { archivedPackages, pluginFiles };
