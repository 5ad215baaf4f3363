// Results: samples with their bounds, as tables for the terminal and for docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "../setup/failure.js";

/** @typedef {"ms" | "×" | "requests" | "MB" | "kB" | "bytes" | "/s"} Unit */

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {Unit} unit
 * @property {readonly number[]} samples one of each round
 * @property {number} [limit] bound of the median: a gate fails the run, an aim is only reported
 * @property {boolean} [isGate]
 */

/** @typedef {{ title: string, rows: Row[] }} Result */

/**
 * @param {string} what
 * @param {Unit} unit
 * @param {readonly number[]} samples
 * @param {Partial<Row>} [bound]
 * @returns {Row}
 */
export const row = (what, unit, samples, bound = {}) => ({ what, unit, samples, ...bound });

/** @param {readonly number[]} samples */
function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** @param {Row} row */
const isMet = ({ samples, limit }) => limit === undefined || median(samples) <= limit;

/**
 * The gates that were missed.
 * @param {readonly Result[]} results
 */
export const missedGates = (results) =>
  results.flatMap(({ title, rows }) =>
    rows.filter((each) => each.isGate && !isMet(each)).map(({ what }) => `${title}: ${what}`),
  );

/**
 * @param {number} amount
 * @param {Unit} unit
 */
function written(amount, unit) {
  const digits = unit === "×" || (unit === "ms" && amount < 10) ? 2 : 0;
  const number = amount.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return unit === "×" ? `${number}×` : `${number} ${unit}`;
}

/**
 * @param {Row} row
 * @returns {[what: string, median: string, range: string, bound: string]}
 */
function cells(row) {
  const { what, unit, samples, limit, isGate } = row;
  const [least, most] = [Math.min(...samples), Math.max(...samples)].map((amount) => written(amount, unit));
  const range = samples.length > 1 ? `${least} … ${most}` : "";
  const bound = limit === undefined ? "" : `${isGate ? "gate" : "aim"}: at most ${written(limit, unit)}`;
  return [what, written(median(samples), unit), range, bound && `${bound}, ${isMet(row) ? "met" : "MISSED"}`];
}

/** @param {Result} result */
export function textOf({ title, rows }) {
  const lines = rows.map(cells).map(([what, middle, range, bound]) => {
    return `  ${what.padEnd(52)}${middle.padStart(14)}  ${range.padEnd(26)}  ${bound}`.trimEnd();
  });
  return [title, ...lines, ""].join("\n");
}

/** @param {Result} result */
function markdownOf({ title, rows }) {
  const table = [["", "median", "from … to", ""], ["---", "--:", "--:", "---"], ...rows.map(cells)];
  return [`### ${title}`, "", ...table.map((line) => `| ${line.join(" | ")} |`), ""].join("\n");
}

function machine() {
  const system = `${os.type()} ${os.arch()}`;
  const processor = `${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? ""})`;
  return { date: new Date().toISOString().slice(0, 10), node: process.versions.node, system, processor };
}

/**
 * Writes all samples as JSON.
 * @param {string} file
 * @param {readonly Result[]} results
 */
export function writeJson(file, results) {
  writeFileSync(file, `${JSON.stringify({ ...machine(), results })}\n`);
}

const pageName = "performance.md";
const [begin, end] = ["<!-- measured: begin -->", "<!-- measured: end -->"];

/**
 * The handwritten text of a folder's page, before and after the tables.
 * @param {string} folder
 */
export function readPage(folder) {
  const file = path.join(folder, pageName);
  const [before, rest] = readFileSync(file, "utf8").split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Failure(`${file} has no ${begin} and ${end}.`);
  return { before, after };
}

/**
 * Replaces the tables of the folder's page and writes the samples beside it.
 * @param {string} folder
 * @param {readonly Result[]} results
 */
export function publish(folder, results) {
  const { before, after } = readPage(folder);
  const { date, node, system, processor } = machine();
  const where = `Measured on ${date} with Node.js ${node} on ${system}, ${processor}.`;
  const tables = results.map(markdownOf).join("\n");
  writeFileSync(path.join(folder, pageName), `${before}${begin}\n\n${where}\n\n${tables}\n${end}${after}`);
  writeJson(path.join(folder, "performance.json"), results);
}
