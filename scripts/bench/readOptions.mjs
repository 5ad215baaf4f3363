import { parseArgs } from "node:util";
import { Failure } from "../setup/failure.js";

const usage = `Usage: npm run bench [-- options]

  --only <text>        Only the benches whose name holds the text: "provider", "platform", "provider commands";
                       "platform creates" makes the objects that others of the platform read
  --objects <number>   Objects to store (10000)
  --requests <number>  GETs to measure (50000)
  --sizes <numbers>    How many objects the provider's benches have, such as 100,400; each of them has its own
  --times <number>     Rounds of the provider's benches (7)
  --json <file>        Write what was found of the provider as JSON
  --publish <folder>   Write it into performance.md, performance.json and performance.svg of the folder, such as docs,
                       in place of all that was measured before: with --only, the page has no more than that
  --no-build           Measure what was compiled before`;

const string = /** @type {const} */ ("string");
const boolean = /** @type {const} */ ("boolean");
const options = {
  only: { type: string, default: "" },
  objects: { type: string, default: "10000" },
  requests: { type: string, default: "50000" },
  sizes: { type: string },
  times: { type: string, default: "7" },
  json: { type: string },
  publish: { type: string },
  build: { type: boolean, default: true },
};

/** @typedef {ReturnType<typeof readOptions>} BenchOptions */

/** The options of the command line; an unknown one fails before the first measurement. */
export function readOptions() {
  try {
    const { only, objects, requests, sizes, times, ...rest } = parseArgs({ options, allowNegative: true }).values;
    const counts = { objects: count(objects), requests: count(requests), times: count(times) };
    return { only: only.toLowerCase(), ...counts, sizes: sizes?.split(",").map(count), ...rest };
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** @param {string} text */
function count(text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`"${text}" is not a whole number above 0.`);
  return Number(text);
}
