// Cache entries, created once per machine. An entry is built in a temporary folder and renamed when complete.
const fs = require("node:fs");
const path = require("node:path");
const { cacheFolder } = require("../setup/paths");
const { onExit } = require("../setup/processes");

const system = `${process.platform}-${process.arch}`;

/**
 * The place of a thing in the cache.
 * @param {string} name
 */
const cached = (name) => path.join(cacheFolder(), `${name}-${system}`);

/**
 * Makes a folder of the cache unless it is there; a maker that yields false leaves nothing.
 * @param {string} name
 * @param {(folder: string) => Promise<boolean>} make fills an empty folder
 * @returns {Promise<string | undefined>}
 */
async function once(name, make) {
  const folder = cached(name);
  if (fs.existsSync(folder)) return folder;
  removeAbandoned();
  const aside = path.join(cacheFolder(), "making", `${process.pid}-${path.basename(folder)}`);
  const remove = () => fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { recursive: true });
  const keep = onExit(remove);
  try {
    if (!(await make(aside))) return undefined;
    rename(aside, folder);
    return folder;
  } finally {
    remove();
    keep();
  }
}

/**
 * Of two processes that make the same entry, the first one wins.
 * @param {string} aside
 * @param {string} folder
 */
function rename(aside, folder) {
  try {
    fs.renameSync(aside, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  }
}

/** Removes what a killed set-up left. */
function removeAbandoned() {
  const making = path.join(cacheFolder(), "making");
  if (!fs.existsSync(making)) return;
  const abandoned = fs.readdirSync(making).filter((name) => !isAlive(Number.parseInt(name, 10)));
  for (const name of abandoned) fs.rmSync(path.join(making, name), { recursive: true, force: true });
}

/**
 * Whether a process exists, whoever owns it.
 * @param {number} pid
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

module.exports = { once, cached };
