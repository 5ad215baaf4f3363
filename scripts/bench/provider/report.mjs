// The findings as JSON and as a page.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "../../setup/failure.js";
import { chart } from "./chart.mjs";
import { isMet, spread } from "./figures.mjs";
import { markdownOf } from "./findingTable.mjs";

/** @typedef {import("./figures.mjs").Finding} Finding */

const pageName = "performance.md";
const [begin, end] = ["<!-- measured: begin -->", "<!-- measured: end -->"];

/**
 * @param {string} file
 * @param {readonly Finding[]} findings
 */
export function writeReport(file, findings) {
  const text = `${JSON.stringify({ machine: machine(), findings: findings.map(judged) }, undefined, 2)}\n`;
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Writes the page's tables, its chart and its data; what a person wrote around the tables stays.
 * @param {string} folder
 * @param {readonly Finding[]} findings
 */
export function publish(folder, findings) {
  const { before, after } = pageIn(folder);
  const tables = findings.map(markdownOf).join("\n");
  writeReport(path.join(folder, "performance.json"), findings);
  writeFileSync(path.join(folder, "performance.svg"), chart(findings));
  writeFileSync(
    path.join(folder, pageName),
    `${before}${begin}\n\n${words(machine())}\n\n![Times of commands](performance.svg)\n\n${tables}\n${end}${after}`,
  );
}

/**
 * The handwritten text around the tables of a folder's page; a folder without such a page is an error.
 * @param {string} folder
 */
export function pageIn(folder) {
  const file = path.join(folder, pageName);
  if (!existsSync(file)) throw new Failure(`There is no ${file} to write the tables into.`);
  const [before, rest] = readFileSync(file, "utf8").split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Failure(`${file} has no ${begin} and ${end}.`);
  return { before, after };
}

function machine() {
  const [cpu] = os.cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    system: `${os.type()} ${os.arch()}`,
    processor: cpu?.model ?? "",
    cores: os.availableParallelism(),
    load: Number((os.loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** @param {ReturnType<typeof machine>} machine */
const words = ({ date, node, system, processor, cores, load }) =>
  `Measured on ${date} with Node.js ${node} on ${system}, ${cores} cores (${processor}), load ${load} at the end.`;

/** @param {Finding} finding */
const judged = ({ title, figures, verdicts }) => ({
  title,
  figures: figures.map((figure) => ({ ...figure, ...spread(figure.samples) })),
  verdicts: verdicts.map((verdict) => ({ ...verdict, ...spread(verdict.samples), isMet: isMet(verdict) })),
});
