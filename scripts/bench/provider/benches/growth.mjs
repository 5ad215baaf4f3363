import { operations } from "../commands.mjs";
import { aim, median } from "../figures.mjs";
import { playCommands } from "../playCommands.mjs";

const measured = /** @type {const} */ (["create", "refresh"]);

// Smaller differences mean nothing on a machine with other work.
const noise = 1.15;

/**
 * How the time grows with the number of objects, our part apart from the engine's.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const growth = {
  name: "Growth",
  sizes: [100, 400, 1600, 6400],
  run: async ({ sizes, times }) => {
    /** @type {Map<number, import("../rounds.mjs").Samples>} */
    const bySize = new Map();
    for (const size of sizes) {
      bySize.set(size, await playCommands({ size, times, operations: measured }));
    }
    return measured.map((operation) => findingOf(operation, bySize));
  },
};

/**
 * @param {typeof measured[number]} operation
 * @param {ReadonlyMap<number, import("../rounds.mjs").Samples>} bySize
 * @returns {import("../figures.mjs").Finding}
 */
function findingOf(operation, bySize) {
  const parts = [...bySize].map(([size, samples]) => {
    const noop = samples.of(`noop ${operation}`);
    const ours = samples.of(`ours ${operation}`).map((ms, round) => ms - (noop[round] ?? Number.NaN));
    return { size, ours, noop, each: median(ours) / size };
  });
  return {
    title: `Growth of ${operations[operation].says}`,
    figures: parts.flatMap(({ size, ours, noop, each }) => [
      { what: `our part, ${size} objects`, unit: "ms", samples: ours, note: `${each.toFixed(2)} ms for each object` },
      { what: `the engine's part, ${size} objects`, unit: "ms", samples: noop },
    ]),
    verdicts: parts.slice(1).flatMap(({ size, each }, index) => {
      const before = parts[index];
      // Nothing grows from what was too little to be measured.
      if (!before || before.each <= 0) return [];
      return [aim(`our part of an object at ${size} to ${before.size}`, [each / before.each], noise)];
    }),
  };
}
