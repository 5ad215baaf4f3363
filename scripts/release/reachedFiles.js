// Which files compiled code needs to run, read off the code itself, like the packages of neededPackages.js.
const fs = require("node:fs");
const path = require("node:path");
const { Failure } = require("../setup/failure");
const { specifiers } = require("./specifiers");

/**
 * Files, and all that they lead to by `require` and `import()` of a path.
 * @param {string} root
 * @param {string[]} files relative to the root, with slashes
 * @returns {string[]} likewise
 */
function reachedFiles(root, files) {
  /** @type {Set<string>} */
  const reached = new Set();
  const add = (/** @type {string} */ file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = fs.readFileSync(path.join(root, file), "utf8");
    for (const name of specifiers(text).filter((each) => each.startsWith("."))) {
      add(fileNamed(root, path.posix.join(path.posix.dirname(file), name)));
    }
  };
  for (const file of files) add(fileNamed(root, file));
  return [...reached].sort();
}

/**
 * The file that Node.js takes for a name that may lack its ending.
 * @param {string} root
 * @param {string} name
 */
function fileNamed(root, name) {
  const found = [name, `${name}.js`, `${name}/index.js`].find((file) =>
    fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile(),
  );
  if (found === undefined) throw new Failure(`There is no file ${name}, which compiled code leads to.`);
  return found;
}

module.exports = { reachedFiles };
