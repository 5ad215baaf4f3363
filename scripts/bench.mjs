// npm run bench: how fast the provider and the embedded platform are on this machine. Every number is measured in this run.
import os from "node:os";
import { benches } from "./bench/benches.mjs";
import { startPlatform } from "./bench/platform.mjs";
import { isMet } from "./bench/provider/figures.mjs";
import { textOf } from "./bench/provider/findingTable.mjs";
import { providerBenches } from "./bench/provider/providerBenches.mjs";
import { pageIn, publish, writeReport } from "./bench/provider/report.mjs";
import { readOptions } from "./bench/readOptions.mjs";
import { table } from "./bench/table.mjs";
import { Failure } from "./setup/failure.js";
import { compile, installPackages } from "./setup/workspace.js";
import { runMain } from "./setup.mjs";

/**
 * @template {{ name: string }} Bench
 * @param {string} of
 * @param {readonly Bench[]} all
 * @param {import("./bench/readOptions.mjs").BenchOptions} options
 */
const chosenOf = (of, all, { only }) => all.filter(({ name }) => `${of} ${name}`.toLowerCase().includes(only));

await runMain(async () => {
  const options = readOptions();
  const platformBenches = chosenOf("Platform", benches, options);
  const chosenOfProvider = chosenOf("Provider", providerBenches, options);
  if (platformBenches.length + chosenOfProvider.length === 0) throw new Failure(nothingChosen(options));
  const isWritten = options.json !== undefined || options.publish !== undefined;
  if (isWritten && chosenOfProvider.length === 0) throw new Failure(nothingToWrite(options));
  if (options.build) {
    await installPackages();
    await compile();
  }
  console.log(`\nNode.js ${process.versions.node} on ${os.type()}, ${os.availableParallelism()} cores\n`);
  await measurePlatform(platformBenches, options);
  return measureProvider(chosenOfProvider, options);
});

/** @param {import("./bench/readOptions.mjs").BenchOptions} options */
function nothingChosen({ only }) {
  return `No bench is named "${only}". There are, of the platform: ${names(benches)}; of the provider: ${names(providerBenches)}.`;
}

/** @param {import("./bench/readOptions.mjs").BenchOptions} options */
function nothingToWrite({ only }) {
  return `--json and --publish write what was found of the provider, and no bench of the provider is named "${only}". There are: ${names(providerBenches)}.`;
}

/** @param {readonly { name: string }[]} all */
function names(all) {
  return all.map(({ name }) => name).join(", ");
}

/**
 * @param {readonly import("./bench/benches.mjs").Bench[]} chosen
 * @param {import("./bench/readOptions.mjs").BenchOptions} options
 */
async function measurePlatform(chosen, options) {
  if (chosen.length === 0) return;
  const platform = await startPlatform();
  try {
    for (const { name, run } of chosen) console.log(table(name, await run(platform, options)));
  } finally {
    await platform.stop();
  }
}

/**
 * Yields the exit code: 1 where a gate was missed.
 * @param {readonly import("./bench/provider/providerBenches.mjs").ProviderBench[]} chosen
 * @param {import("./bench/readOptions.mjs").BenchOptions} options
 */
async function measureProvider(chosen, { sizes, times, json, publish: folder }) {
  if (chosen.length === 0) return 0;
  // Nobody wants to hear after an hour that there is no such folder.
  if (json) writeReport(json, []);
  if (folder) pageIn(folder);
  const started = Date.now();
  const findings = [];
  for (const { run, sizes: usual } of chosen) {
    const found = await run({ times, sizes: sizes ?? usual });
    for (const finding of found) console.log(textOf(finding));
    findings.push(...found);
  }
  console.log(`Measured in ${Math.round((Date.now() - started) / 60_000)} minutes.`);
  if (json) writeReport(json, findings);
  if (folder) publish(folder, findings);
  const missed = findings.flatMap(({ title, verdicts }) =>
    verdicts.filter((each) => each.isGate && !isMet(each)).map(({ what }) => `${title}: ${what}`),
  );
  if (missed.length > 0) console.error(`Gates that were missed:\n  ${missed.join("\n  ")}`);
  return missed.length > 0 ? 1 : 0;
}
