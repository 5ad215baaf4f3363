// The findings of a bench of the provider as a table, for the terminal and for a page.
import { isMet, spread } from "./figures.mjs";

const two = new Intl.NumberFormat("en", { maximumFractionDigits: 2, minimumFractionDigits: 2 });
const none = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** @type {Record<import("./figures.mjs").Unit, (amount: number) => string>} */
const written = {
  ms: (amount) => `${none.format(amount)} ms`,
  "CPU ms": (amount) => `${none.format(amount)} ms`,
  "×": (amount) => `${two.format(amount)}×`,
  requests: (amount) => none.format(amount),
  MB: (amount) => `${none.format(amount)} MB`,
  kB: (amount) => `${none.format(amount)} kB`,
  bytes: (amount) => none.format(amount),
};

/** @typedef {[what: string, median: string, range: string, note: string]} Line */

/** @type {Line} */
export const heads = ["", "median", "from … to", ""];

/**
 * The figures of a finding, and then its verdicts.
 * @param {import("./figures.mjs").Finding} finding
 * @returns {Line[]}
 */
export function linesOf({ figures, verdicts }) {
  return [
    ...figures.map((figure) => line(figure, figure.note)),
    ...verdicts.map((verdict) => line(verdict, judgment(verdict))),
  ];
}

/**
 * @param {import("./figures.mjs").Figure} figure
 * @param {string} [note]
 * @returns {Line}
 */
function line({ what, unit, samples }, note = "") {
  const { median, least, most } = spread(samples);
  const write = written[unit];
  const range = samples.length > 1 ? `${write(least)} … ${write(most)} in ${samples.length}` : "";
  return [what, write(median), range, note];
}

/** @param {import("./figures.mjs").Verdict} verdict */
function judgment(verdict) {
  const { unit, limit, holds, isGate, note } = verdict;
  const bound = `${isGate ? "gate" : "aim"}: ${holds} ${written[unit](limit)}`;
  return [bound, isMet(verdict) ? "met" : "MISSED", note].filter(Boolean).join(", ");
}

/**
 * For the terminal.
 * @param {import("./figures.mjs").Finding} finding
 */
export function textOf(finding) {
  const lines = linesOf(finding).map(
    ([what, median, range, note]) => `  ${what.padEnd(56)}${median.padStart(10)}  ${range.padEnd(28)}  ${note}`,
  );
  return [finding.title, ...lines.map((each) => each.trimEnd()), ""].join("\n");
}

/**
 * For a page.
 * @param {import("./figures.mjs").Finding} finding
 */
export function markdownOf(finding) {
  const rows = [heads, ["---", "--:", "--:", "---"], ...linesOf(finding)];
  return [`### ${finding.title}`, "", ...rows.map((cells) => `| ${cells.join(" | ")} |`), ""].join("\n");
}
