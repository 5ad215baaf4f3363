// Which packages compiled code needs to run, read off the code itself: nothing is listed twice, and nothing else is shipped.
const fs = require("node:fs");
const path = require("node:path");
const { builtinModules } = require("node:module");
const { Failure } = require("../setup/failure");
const { specifiers } = require("./specifiers");

/**
 * The packages that files name in `require` and `import()`.
 * @param {string[]} texts
 * @returns {string[]}
 */
function namedPackages(texts) {
  const isPath = (/** @type {string} */ specifier) => specifier.startsWith(".");
  const names = texts.flatMap((text) => specifiers(text).filter((each) => !isPath(each))).map(packageOf);
  const isBuiltIn = (/** @type {string} */ name) => name.startsWith("node:") || builtinModules.includes(name);
  return [...new Set(names)].filter((name) => !isBuiltIn(name)).sort();
}

/** @param {string} specifier */
function packageOf(specifier) {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/**
 * The folders of packages and of all that they depend on.
 * @param {string[]} names
 * @param {string} from the folder whose node_modules is looked in first
 * @param {string} root the folder that the search ends with
 * @returns {string[]} relative to the root
 */
function packageFolders(names, from, root) {
  /** @type {Set<string>} */
  const found = new Set();
  const add = (/** @type {string} */ name, /** @type {string} */ user) => {
    const folder = findPackage(name, user, root);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    for (const each of Object.keys(dependencies)) add(each, folder);
  };
  for (const name of names) add(name, from);
  return [...found].map((folder) => path.relative(root, folder)).sort();
}

/**
 * @param {string} name
 * @param {string} user
 * @param {string} root
 * @returns {string}
 */
function findPackage(name, user, root) {
  const folder = path.join(user, "node_modules", name);
  if (fs.existsSync(path.join(folder, "package.json"))) return folder;
  if (user === root) throw new Failure(`The package ${name} is not installed.`);
  return findPackage(name, path.dirname(user), root);
}

module.exports = { namedPackages, packageFolders };
