// Every bench of the provider, in the order in which they run: one file each in benches/, and one line here.
import { commands } from "./benches/commands.mjs";
import { cpu } from "./benches/cpu.mjs";
import { dynamicFace } from "./benches/dynamicFace.mjs";
import { growth } from "./benches/growth.mjs";
import { latency } from "./benches/latency.mjs";
import { memory } from "./benches/memory.mjs";
import { requests } from "./benches/requests.mjs";
import { start } from "./benches/start.mjs";
import { stateSize } from "./benches/stateSize.mjs";

/**
 * @typedef {object} ProviderSettings
 * @property {readonly number[]} sizes how many objects; each in turn
 * @property {number} times how many rounds; fewer where one takes minutes
 */

/**
 * @typedef {object} ProviderBench
 * @property {string} name
 * @property {readonly number[]} sizes the usual ones; none where the number of objects means nothing
 * @property {(settings: ProviderSettings) => Promise<import("./figures.mjs").Finding[]>} run
 */

/**
 * Every bench of the provider.
 * @type {readonly ProviderBench[]}
 */
export const providerBenches = [start, requests, commands, latency, cpu, memory, stateSize, growth, dynamicFace];
