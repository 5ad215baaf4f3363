// Samples of contenders that run side by side, and their ratios.
import { printed } from "../setup/processes.js";
import { row } from "./results.mjs";
import { operations } from "./stack.mjs";

/** @typedef {import("./stack.mjs").Operation} Operation */
/** @typedef {Record<string, readonly number[]>} Samples */

/**
 * @typedef {object} Bench
 * @property {string} name
 * @property {readonly number[]} sizes how many objects, unless told
 * @property {(size: number, rounds: number) => Promise<import("./results.mjs").Result[]>} run
 */

/**
 * Runs all contenders in every round, each round in another order, and collects numbers by name.
 * @param {number} rounds
 * @param {(() => Promise<Record<string, number>>)[]} contenders
 */
export async function sample(rounds, contenders) {
  /** @type {Record<string, number[]>} */
  const samples = {};
  for (let round = 0; round < rounds; round++) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      for (const [name, number] of Object.entries(await contender())) {
        samples[name] = [...(samples[name] ?? []), number];
      }
    }
  }
  return samples;
}

/**
 * Combines samples of the same rounds.
 * @param {(...numbers: number[]) => number} combine
 * @param {(readonly number[] | undefined)[]} lists
 */
export const zip = (combine, ...lists) =>
  (lists[0] ?? []).map((_, round) => combine(...lists.map((list) => list?.[round] ?? Number.NaN)));

/**
 * The bare HTTP loop's time or CPU time of each operation.
 * @param {import("./platform.mjs").Platform} platform
 * @param {number} size
 * @param {"ms" | "cpuMs"} of
 */
export async function runLoop({ baseUrl, accessKey }, size, of) {
  const args = [`${import.meta.dirname}/httpLoop.mjs`, baseUrl, accessKey, String(size)];
  /** @type {Record<Operation, { ms: number, cpuMs: number }>} */
  const measured = JSON.parse(await printed(process.execPath, args));
  return Object.fromEntries(operations.map((operation) => [`loop ${operation}`, measured[operation][of]]));
}

/**
 * Our operation beside the no-op provider and the bare loop, and its ratio to both together.
 * @param {Samples} samples
 * @param {Operation} operation
 * @param {Partial<import("./results.mjs").Row>} bound
 */
export function besideFloor(samples, operation, bound) {
  const [ours = [], noop = [], loop = []] = ["ours", "noop", "loop"].map((who) => samples[`${who} ${operation}`]);
  const ratios = zip((own, other, bare) => own / (other + bare), ours, noop, loop);
  return [
    row("ours", "ms", ours),
    row("no-op provider", "ms", noop),
    row("bare HTTP loop", "ms", loop),
    row("ours to the no-op provider and the loop together", "×", ratios, bound),
  ];
}
