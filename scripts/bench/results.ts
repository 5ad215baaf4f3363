// Results: samples with their bounds, as tables for the terminal and for docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "../setup/failure.js";

export type Unit = "ms" | "×" | "requests" | "MB" | "kB" | "bytes" | "/s";

export interface Row {
  what: string;
  unit: Unit;
  /** One of each round. */
  samples: readonly number[];
  /** Bound of the median: a gate fails the run, an aim is only reported. */
  limit?: number;
  isGate?: boolean;
}

export type Result = { title: string; rows: Row[] };

export const row = (what: string, unit: Unit, samples: readonly number[], bound: Partial<Row> = {}): Row => ({
  what,
  unit,
  samples,
  ...bound,
});

function median(samples: readonly number[]) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

const isMet = ({ samples, limit }: Row) => limit === undefined || median(samples) <= limit;

/** The gates that were missed. */
export const missedGates = (results: readonly Result[]) =>
  results.flatMap(({ title, rows }) =>
    rows.filter((each) => each.isGate && !isMet(each)).map(({ what }) => `${title}: ${what}`),
  );

function written(amount: number, unit: Unit) {
  const digits = unit === "×" || (unit === "ms" && amount < 10) ? 2 : 0;
  const number = amount.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return unit === "×" ? `${number}×` : `${number} ${unit}`;
}

function cells(row: Row): [what: string, median: string, range: string, bound: string] {
  const { what, unit, samples, limit, isGate } = row;
  const [least, most] = [Math.min(...samples), Math.max(...samples)].map((amount) => written(amount, unit));
  const range = samples.length > 1 ? `${least} … ${most}` : "";
  const bound = limit === undefined ? "" : `${isGate ? "gate" : "aim"}: at most ${written(limit, unit)}`;
  return [what, written(median(samples), unit), range, bound && `${bound}, ${isMet(row) ? "met" : "MISSED"}`];
}

export function textOf({ title, rows }: Result) {
  const lines = rows.map(cells).map(([what, middle, range, bound]) => {
    return `  ${what.padEnd(52)}${middle.padStart(14)}  ${range.padEnd(26)}  ${bound}`.trimEnd();
  });
  return [title, ...lines, ""].join("\n");
}

function markdownOf({ title, rows }: Result) {
  const table = [["", "median", "from … to", ""], ["---", "--:", "--:", "---"], ...rows.map(cells)];
  return [`### ${title}`, "", ...table.map((line) => `| ${line.join(" | ")} |`), ""].join("\n");
}

function machine() {
  const system = `${os.type()} ${os.arch()}`;
  const processor = `${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? ""})`;
  return { date: new Date().toISOString().slice(0, 10), node: process.versions.node, system, processor };
}

const pageName = "performance.md";
const [begin, end] = ["<!-- measured: begin -->", "<!-- measured: end -->"];

/** The handwritten text of a folder's page, before and after the tables. */
export function readPage(folder: string) {
  const file = path.join(folder, pageName);
  const [before, rest] = readFileSync(file, "utf8").split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Failure(`${file} has no ${begin} and ${end}.`);
  return { before, after };
}

/** Replaces the tables of the folder's page and writes the samples beside it. */
export function publish(folder: string, results: readonly Result[]) {
  const { before, after } = readPage(folder);
  const { date, node, system, processor } = machine();
  const where = `Measured on ${date} with Node.js ${node} on ${system}, ${processor}.`;
  const tables = results.map(markdownOf).join("\n");
  writeFileSync(path.join(folder, pageName), `${before}${begin}\n\n${where}\n\n${tables}\n${end}${after}`);
  const samples = { date, node, system, processor, results };
  writeFileSync(path.join(folder, "performance.json"), `${JSON.stringify(samples)}\n`);
}
