// npm run bench: how fast and how large the embedded platform is on this machine. Every number is measured in this run.
import os from "node:os";
import { parseArgs } from "node:util";
import { benches } from "./bench/benches.mjs";
import { startPlatform } from "./bench/platform.mjs";
import { table } from "./bench/table.mjs";
import { Failure } from "./setup/failure.js";
import { compile, installPackages } from "./setup/workspace.js";
import { runMain } from "./setup.mjs";

const usage = `Usage: npm run bench [-- options]

  --objects <number>   Objects to store (10000)
  --requests <number>  GETs to measure (50000)
  --only <text>        Only the benches whose name holds the text; "Creates" makes the objects that the others read
  --no-build           Measure what was compiled before`;

/** @typedef {import("./bench/benches.mjs").Settings} Settings */

/** @returns {Settings & { only: string, build: boolean }} */
function readOptions() {
  const string = /** @type {const} */ ("string");
  const options = { objects: { type: string }, requests: { type: string }, only: { type: string } };
  try {
    const { values } = parseArgs({ options: { ...options, build: { type: "boolean" } }, allowNegative: true });
    const { only = "", build = true } = values;
    return { objects: count(values.objects, 10_000), requests: count(values.requests, 50_000), only, build };
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/**
 * @param {string | undefined} text
 * @param {number} otherwise
 */
function count(text, otherwise) {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`"${text}" is not a whole number above 0.`);
  return Number(text);
}

await runMain(async () => {
  const { only, build, ...settings } = readOptions();
  const chosen = benches.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
  if (chosen.length === 0) throw new Failure(`No bench is named "${only}". There are: ${names()}.`);
  if (build) {
    await installPackages();
    await compile();
  }
  const platform = await startPlatform();
  try {
    console.log(`\nNode.js ${process.versions.node} on ${os.type()}, ${os.availableParallelism()} cores\n`);
    for (const { name, run } of chosen) console.log(table(name, await run(platform, settings)));
  } finally {
    await platform.stop();
  }
});

function names() {
  return benches.map(({ name }) => name).join(", ");
}
