// Measurements and verdicts.

/**
 * One thing that was measured several times.
 * @typedef {object} Figure
 * @property {string} what
 * @property {Unit} unit
 * @property {readonly number[]} samples one of each round
 * @property {string} [note]
 */

/**
 * A figure with the bound that it is held to.
 * @typedef {Figure & { limit: number, holds: "at most" | "at least", isGate: boolean }} Verdict
 */

/** @typedef {"ms" | "×" | "requests" | "MB" | "kB" | "bytes" | "CPU ms"} Unit */

/**
 * The finding of a bench.
 * @typedef {object} Finding
 * @property {string} title says what, of how much
 * @property {readonly Figure[]} figures
 * @property {readonly Verdict[]} verdicts
 */

/**
 * @param {string} what
 * @param {Unit} unit
 * @param {readonly number[]} samples one of each round
 * @returns {Figure}
 */
export const figure = (what, unit, samples) => ({ what, unit, samples });

/**
 * The middle one, or the mean of the two in the middle.
 * @param {readonly number[]} samples
 */
export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return (low + high) / 2;
}

/**
 * The median with the smallest and the largest.
 * @param {readonly number[]} samples
 */
export const spread = (samples) => ({
  median: median(samples),
  least: Math.min(...samples),
  most: Math.max(...samples),
});

/**
 * A bound that is told of, and does not fail a run: what a clock says of a machine with other work is no proof.
 * @param {string} what
 * @param {readonly number[]} samples
 * @param {number} limit
 * @param {Partial<Verdict>} [more]
 * @returns {Verdict}
 */
export const aim = (what, samples, limit, more) => ({
  what,
  unit: "×",
  samples,
  limit,
  holds: "at most",
  isGate: false,
  ...more,
});

/**
 * A bound that fails a run.
 * @param {string} what
 * @param {readonly number[]} samples
 * @param {number} limit
 * @param {Partial<Verdict>} [more]
 */
export const gate = (what, samples, limit, more) => aim(what, samples, limit, { isGate: true, ...more });

/**
 * Whether the median keeps to its bound.
 * @param {Verdict} verdict
 */
export function isMet({ samples, limit, holds }) {
  return holds === "at most" ? median(samples) <= limit : median(samples) >= limit;
}

/**
 * Round by round, one against another: the rounds are side by side, so what slowed one down slowed the other down too.
 * @param {readonly number[]} samples
 * @param {readonly number[]} others
 */
export const ratios = (samples, others) => samples.map((sample, round) => sample / (others[round] ?? Number.NaN));

/**
 * Round by round, one and another.
 * @param {readonly number[]} samples
 * @param {readonly number[]} others
 */
export const sums = (samples, others) => samples.map((sample, round) => sample + (others[round] ?? Number.NaN));

/**
 * Round by round, one less another.
 * @param {readonly number[]} samples
 * @param {readonly number[]} others
 */
export const differences = (samples, others) => samples.map((sample, round) => sample - (others[round] ?? Number.NaN));
