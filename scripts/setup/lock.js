// One set-up at a time per thing that is set up. A lock is a folder, since making one is atomic everywhere.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { setTimeout: sleep } = require("node:timers/promises");
const { onExit } = require("./processes");

const pollMs = 250;
const beatMs = 5000;
const silentMs = 60_000;

/**
 * @typedef {object} Owner
 * @property {number} pid
 * @property {string} host
 */

/**
 * Whether a lock's owner can no longer be at work: its process is gone, or it has been silent for a minute.
 * Taking a lock wrongly costs a second build, never a broken one.
 * @param {Owner | undefined} owner undefined while the owner is writing its name
 * @param {number} silentFor milliseconds since its last sign of life
 * @param {{ host: string, isAlive: (pid: number) => boolean }} here
 */
function isStale(owner, silentFor, here) {
  if (silentFor > silentMs) return true;
  return owner !== undefined && owner.host === here.host && !here.isAlive(owner.pid);
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

/**
 * Does the work while nobody else holds the same lock.
 * @template T
 * @param {string} folder the lock
 * @param {() => Promise<T>} work
 * @param {(owner: Owner | undefined) => void} [onWait]
 * @returns {Promise<T>}
 */
async function withLock(folder, work, onWait) {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  while (!take(folder)) {
    if (removeStale(folder)) continue;
    onWait?.(ownerOf(folder));
    await sleep(pollMs);
  }
  const release = () => {
    if (ownerOf(folder)?.pid === process.pid) fs.rmSync(folder, { recursive: true, force: true });
  };
  const keep = onExit(release);
  const beat = setInterval(() => touch(folder), beatMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    keep();
    release();
  }
}

/** @param {string} folder */
function take(folder) {
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    return false;
  }
  try {
    fs.writeFileSync(path.join(folder, "owner.json"), JSON.stringify({ pid: process.pid, host: os.hostname() }));
  } catch (error) {
    // A lock without an owner would keep the others waiting for a minute.
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return true;
}

/** @param {string} folder */
function removeStale(folder) {
  const silentFor = Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const stale = ownerOf(folder);
  if (!isStale(stale, silentFor, { host: os.hostname(), isAlive })) return false;
  // Renamed first: of two that find it stale, one wins.
  const aside = `${folder}.stale-${process.pid}`;
  try {
    fs.renameSync(folder, aside);
  } catch (error) {
    // Another user's lock cannot be removed, so wait for it.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT";
  }
  // Another process may have taken over the stale lock since: its lock goes back.
  if (ownerOf(aside)?.pid !== stale?.pid && !fs.existsSync(folder)) {
    fs.renameSync(aside, folder);
    return false;
  }
  fs.rmSync(aside, { recursive: true, force: true });
  return true;
}

/**
 * @param {string} folder
 * @returns {Owner | undefined}
 */
function ownerOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, "owner.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function touch(folder) {
  const now = new Date();
  try {
    fs.utimesSync(folder, now, now);
  } catch {
    // Someone took it for stale; the work goes on and ends in an atomic rename.
  }
}

module.exports = { withLock, isStale, isAlive };
