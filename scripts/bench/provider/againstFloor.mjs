import { ratios, sums } from "./figures.mjs";

/**
 * Duration of an operation with our plugin, and the floor of the same rounds: the no-op plugin and the bare loop.
 * @param {object} measured
 * @param {string} measured.title
 * @param {import("./figures.mjs").Unit} measured.unit
 * @param {import("./commands.mjs").Operation} measured.operation
 * @param {import("./rounds.mjs").Samples} measured.samples
 * @param {typeof import("./figures.mjs").aim} measured.bound
 * @param {number} measured.limit
 * @param {readonly import("./figures.mjs").Figure[]} [measured.beside] what else was measured
 * @returns {import("./figures.mjs").Finding}
 */
export function againstFloor({ title, unit, operation, samples, bound, limit, beside = [] }) {
  const ours = samples.of(`ours ${operation}`);
  const noop = samples.of(`noop ${operation}`);
  const raw = samples.of(`raw ${operation}`);
  return {
    title,
    figures: [
      { what: "ours", unit, samples: ours },
      { what: "no-op provider", unit, samples: noop },
      { what: "bare undici loop", unit, samples: raw },
      ...beside,
    ],
    verdicts: [bound("ours to the no-op provider and the bare loop", ratios(ours, sums(noop, raw)), limit)],
  };
}
