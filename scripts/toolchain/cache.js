// Cache entries, created once per machine: built in a temporary folder and renamed when complete.
const fs = require("node:fs");
const path = require("node:path");
const { cacheFolder } = require("../setup/paths");
const { onExit } = require("../setup/processes");

const system = `${process.platform}-${process.arch}`;

/**
 * The path of an entry.
 * @param {string} name
 */
const cached = (name) => path.join(cacheFolder(), `${name}-${system}`);

/**
 * Makes an entry unless it exists; a maker that yields false leaves nothing.
 * @param {string} name
 * @param {(folder: string) => Promise<boolean>} make fills an empty folder
 * @returns {Promise<string | undefined>}
 */
async function once(name, make) {
  const folder = cached(name);
  if (fs.existsSync(folder)) return folder;
  const aside = path.join(cacheFolder(), "making", `${process.pid}-${path.basename(folder)}`);
  const remove = () => fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { recursive: true });
  const keep = onExit(remove);
  try {
    if (!(await make(aside))) return undefined;
    fs.renameSync(aside, folder);
  } catch (error) {
    // Another process may have made the same entry first.
    if (!fs.existsSync(folder)) throw error;
  } finally {
    remove();
    keep();
  }
  return folder;
}

module.exports = { once, cached };
