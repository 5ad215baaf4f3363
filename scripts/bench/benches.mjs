// Every bench, in the order in which they run: one file each, and one line here.
import { creates } from "./creates.mjs";
import { drift } from "./drift.mjs";
import { gets } from "./gets.mjs";
import { lists } from "./lists.mjs";
import { starting } from "./starting.mjs";
import { watches } from "./watches.mjs";

/**
 * @typedef {object} Settings
 * @property {number} objects how many objects are stored
 * @property {number} requests how many single reads are measured
 */

/**
 * One measured thing: what it is, how much it is, and what one has to know about it.
 * @typedef {[what: string, amount: string, note?: string]} Row
 */

/**
 * @typedef {object} Bench
 * @property {string} name
 * @property {(platform: import("./platform.mjs").BenchPlatform, settings: Settings) => Promise<Row[]>} run
 */

/**
 * Every bench, in the order in which they run.
 * @type {readonly Bench[]}
 */
export const benches = [starting, creates, gets, lists, watches, drift];
