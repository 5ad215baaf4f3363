// npm run bench: how fast the provider and the embedded platform are on this machine.
import { parseArgs } from "node:util";
import { embeddedPlatform } from "./bench/embeddedPlatform.mjs";
import { dynamicCommands, latency, pluginCommands, requests, state } from "./bench/engineBenches.mjs";
import { hasProc } from "./bench/plugin.mjs";
import { cpu, memory, start } from "./bench/pluginBenches.mjs";
import { missedGates, publish, readPage, textOf, writeJson } from "./bench/results.mjs";
import { Failure } from "./setup/failure.js";
import { compile, installPackages } from "./setup/workspace.js";
import { runMain } from "./setup.mjs";

const ofProcesses = hasProc ? [cpu, memory] : [];
const benches = [start, requests, pluginCommands, dynamicCommands, latency, ...ofProcesses, state, embeddedPlatform];

const usage = `Usage: npm run bench -- [options]

  --only <name>       One bench: ${benches.map(({ name }) => name).join(", ")}
  --sizes <numbers>   Numbers of objects, such as 100,400; each bench has its own
  --rounds <number>   Rounds (7)
  --json <file>       Write all samples as JSON
  --publish <folder>  Write performance.json and the tables of performance.md of a folder, such as docs
  --no-build          Measure what was compiled before`;

const string = /** @type {const} */ ("string");
const boolean = /** @type {const} */ ("boolean");

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: string },
        sizes: { type: string },
        rounds: { type: string, default: "7" },
        json: { type: string },
        publish: { type: string },
        build: { type: boolean, default: true },
        help: { type: boolean, default: false },
      },
      allowNegative: true,
    });
    return { ...values, rounds: count(values.rounds), sizes: values.sizes?.split(",").map(count) };
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** @param {string} text */
function count(text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`"${text}" is not a whole number above 0.`);
  return Number(text);
}

/**
 * @param {import("./bench/samples.mjs").Bench} bench
 * @param {readonly number[]} sizes
 * @param {number} rounds
 */
async function measure(bench, sizes, rounds) {
  const results = [];
  for (const size of sizes) {
    const found = await bench.run(size, rounds);
    for (const result of found) console.log(textOf(result));
    results.push(...found);
  }
  return results;
}

await runMain(async () => {
  const { only, sizes, rounds, json, publish: folder, build, help } = readOptions();
  if (help) return console.log(usage);
  const chosen = benches.filter(({ name }) => only === undefined || name.toLowerCase() === only.toLowerCase());
  if (chosen.length === 0) throw new Failure(`There is no bench "${only}".\n\n${usage}`);
  // A wrong folder should fail before an hour of measurements.
  if (folder) readPage(folder);
  if (build) {
    await installPackages();
    await compile();
  }
  const results = [];
  for (const bench of chosen) {
    const found = await measure(bench, sizes ?? bench.sizes, rounds);
    // The embedded platform serves tests only, so its figures are not published.
    if (bench !== embeddedPlatform) results.push(...found);
  }
  if (json) writeJson(json, results);
  if (folder) publish(folder, results);
  const missed = missedGates(results);
  if (missed.length > 0) throw new Failure(`Missed gates:\n  ${missed.join("\n  ")}`);
});
