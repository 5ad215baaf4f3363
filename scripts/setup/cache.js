// Cache entries, created once per machine. An entry is built in a temporary folder and renamed when complete.
const fs = require("node:fs");
const path = require("node:path");
const { cacheFolder } = require("./paths");
const { onExit } = require("./processes");
const { isAlive, withLock } = require("./lock");

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
 * @param {(pid: number | undefined) => void} [onWait] somebody else is making it
 * @returns {Promise<string | undefined>}
 */
async function once(name, make, onWait) {
  const folder = cached(name);
  if (fs.existsSync(folder)) return folder;
  const lock = path.join(cacheFolder(), "locks", name);
  return withLock(
    lock,
    () => makeAside(folder, make),
    (owner) => onWait?.(owner?.pid),
  );
}

/**
 * @param {string} folder
 * @param {(folder: string) => Promise<boolean>} make
 */
async function makeAside(folder, make) {
  if (fs.existsSync(folder)) return folder;
  removeAbandoned();
  const aside = path.join(cacheFolder(), "making", `${process.pid}-${path.basename(folder)}`);
  const remove = () => fs.rmSync(aside, { recursive: true, force: true });
  const keep = onExit(remove);
  fs.mkdirSync(aside, { recursive: true });
  try {
    if (!(await make(aside))) return undefined;
    if (!fs.existsSync(folder)) fs.renameSync(aside, folder);
    return folder;
  } finally {
    remove();
    keep();
  }
}

/** Removes what a killed set-up left. */
function removeAbandoned() {
  const making = path.join(cacheFolder(), "making");
  if (!fs.existsSync(making)) return;
  const abandoned = fs.readdirSync(making).filter((name) => !isAlive(Number.parseInt(name, 10)));
  for (const name of abandoned) fs.rmSync(path.join(making, name), { recursive: true, force: true });
}

module.exports = { once, cached };
