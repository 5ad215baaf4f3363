import { aim, differences, gate } from "./figures.mjs";

// While a list is fresh its objects are held, about 10 kB of memory for each.
const mostKilobytes = 16;
// How much Node.js leaves unused differs by so much from run to run, whatever the number of objects.
const unusedMegabytes = 20;
// Fewer further objects are no proof of anything.
const leastForGate = 500;

/**
 * Memory of each further object in our plugin, less that in the no-op plugin. A ratio of our plugin at the two sizes
 * would mostly measure Node.js itself, which hides a leak.
 * @param {number} least the fewest objects
 * @param {number} most
 * @param {(who: "ours" | "noop", size: number) => readonly number[]} peaks megabytes, one of each round
 */
export function memoryGrowth(least, most, peaks) {
  const further = most - least;
  const grown = (/** @type {"ours" | "noop"} */ who) => differences(peaks(who, most), peaks(who, least));
  const eachOf = (/** @type {number} */ megabytes) => (megabytes * 1000) / further;
  const bound = further < leastForGate ? aim : gate;
  return bound(
    `our part of each object from ${least} to ${most}`,
    differences(grown("ours"), grown("noop")).map(eachOf),
    mostKilobytes + eachOf(unusedMegabytes),
    { unit: "kB" },
  );
}
