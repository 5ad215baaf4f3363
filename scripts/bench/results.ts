// Results: samples with their bounds, for the terminal and for docs/performance.json.
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

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

/** What docs/performance.json holds. */
export interface Published extends ReturnType<typeof machine> {
  results: readonly Result[];
}

export const row = (what: string, unit: Unit, samples: readonly number[], bound: Partial<Row> = {}): Row => ({
  what,
  unit,
  samples,
  ...bound,
});

export function median(samples: readonly number[]) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** Whether the median is within its bound. */
export const isMet = ({ samples, limit }: Row) => limit === undefined || median(samples) <= limit;

/** The gates that were missed. */
export const missedGates = (results: readonly Result[]) =>
  results.flatMap(({ title, rows }) =>
    rows.filter((each) => each.isGate && !isMet(each)).map(({ what }) => `${title}: ${what}`),
  );

/** An amount for readers. */
export function written(amount: number, unit: Unit) {
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

function machine() {
  const system = `${os.type()} ${os.arch()}`;
  const processor = `${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? ""})`;
  return { date: new Date().toISOString().slice(0, 10), node: process.versions.node, system, processor };
}

/** Writes the samples of this machine, from which `npm run generate` makes performance.md. */
export function publish(folder: string, results: readonly Result[]) {
  const samples = JSON.stringify({ ...machine(), results });
  writeFileSync(path.join(folder, "performance.json"), `${samples}\n`);
}
