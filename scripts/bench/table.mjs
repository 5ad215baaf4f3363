// The findings of a bench as a table.

const widths = [34, 16];

/**
 * The rows of a bench under its name.
 * @param {string} name
 * @param {readonly import("./benches.mjs").Row[]} rows
 */
export function table(name, rows) {
  const lines = rows.map(
    ([what, amount, note = ""]) => `  ${what.padEnd(widths[0] ?? 0)}${amount.padStart(widths[1] ?? 0)}  ${note}`,
  );
  return [name, ...lines.map((line) => line.trimEnd()), ""].join("\n");
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/**
 * A time, rounded.
 * @param {number} ms
 */
export const milliseconds = (ms) => `${number.format(ms)} ms`;

/**
 * A size in MiB.
 * @param {number} bytes
 */
export const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/**
 * How many in a second.
 * @param {number} amount
 * @param {number} ms
 */
export const perSecond = (amount, ms) => `${number.format((amount / ms) * 1000)} /s`;

/**
 * A count, with commas.
 * @param {number} amount
 */
export const whole = (amount) => number.format(amount);
