// npm run bench: how fast the provider and the embedded platform are on this machine.
import { existsSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { embeddedPlatform } from "./bench/embeddedPlatform.js";
import { dynamicCommands, latency, pluginCommands, requests, state } from "./bench/engineBenches.js";
import { exec } from "./bench/exec.js";
import { cpu, hasProc, keys, memory, start } from "./bench/pluginBenches.js";
import { missedGates, publish, textOf } from "./bench/results.js";
import { Failure } from "./setup/failure.js";
import { setup } from "./setup.js";

const ofProcesses = hasProc ? [cpu, memory] : [];
const benches = [
  start,
  requests,
  keys,
  pluginCommands,
  dynamicCommands,
  latency,
  ...ofProcesses,
  state,
  exec,
  embeddedPlatform,
];

interface Options {
  only?: string;
  sizes?: number[];
  rounds: number;
  publish?: string;
}

const command = new Command("npm run bench --")
  .addOption(new Option("--only <name>", "one bench").choices(benches.map(({ name }) => name)))
  .option("--sizes <numbers>", "numbers of objects, such as 100,400; each bench has its own", (text) =>
    text.split(",").map(count),
  )
  .option("--rounds <number>", "rounds", count, 3)
  .option("--publish <folder>", "write performance.json into a folder, such as docs");

function count(text: string) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It is not a whole number above 0.");
  return Number(text);
}

/** The command `npm run bench`. */
export async function main(args: string[]) {
  const { only, sizes, rounds, publish: folder } = command.parse(args, { from: "user" }).opts<Options>();
  // A wrong folder should fail before an hour of measurements.
  if (folder && !existsSync(folder)) throw new Failure(`There is no folder ${folder}.`);
  // The stacks and plugins of the test support run in this environment.
  Object.assign(process.env, (await setup()).env);
  const results = [];
  for (const bench of benches.filter(({ name }) => only === undefined || name === only)) {
    for (const size of sizes ?? bench.sizes) {
      const found = await bench.run(size, rounds);
      for (const result of found) console.log(textOf(result));
      if (bench !== embeddedPlatform) results.push(...found);
    }
  }
  if (folder) publish(folder, results);
  const missed = missedGates(results);
  if (missed.length > 0) throw new Failure(`Missed gates:\n  ${missed.join("\n  ")}`);
}
