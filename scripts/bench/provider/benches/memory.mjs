import { askAll, configure, resourcesToAsk } from "../asking.mjs";
import { startCounted } from "../countedPlatform.mjs";
import { aim, figure } from "../figures.mjs";
import { memoryGrowth } from "../memoryGrowth.mjs";
import { operationsAtOnce } from "../operationsAtOnce.mjs";
import { pluginFolders, withPlugin } from "../plugins.mjs";
import { peakMemoryOf, tellsOfProcesses } from "../processes.mjs";
import { Samples } from "../rounds.mjs";

const mostMegabytes = 120;
const contenders = /** @type {const} */ (["ours", "noop"]);

/**
 * The most memory that the plugin holds while everything is refreshed, with as many reads under way as the engine has.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const memory = {
  name: "Process memory",
  sizes: [500, 1000, 5000],
  run: async ({ sizes, times }) => {
    if (!tellsOfProcesses) return [];
    const samples = new Samples();
    for (const size of sizes) await play(size, times, samples);
    return [findingOf(sizes, samples)];
  },
};

/**
 * @param {number} size
 * @param {number} times
 * @param {Samples} samples
 */
async function play(size, times, samples) {
  const platform = await startCounted();
  const resources = resourcesToAsk(size);
  try {
    await withPlugin(pluginFolders.ours, async (plugin) => {
      await configure(plugin, platform);
      await askAll(plugin, "create", resources, operationsAtOnce);
    });
    for (let round = 0; round < times; round++) {
      for (const atOnce of [operationsAtOnce, size]) {
        for (const who of contenders) {
          samples.add({ [`${who} ${size} by ${atOnce}`]: await peakOf(who, resources, platform, atOnce) });
        }
      }
    }
  } finally {
    await platform.close();
  }
}

/**
 * @param {keyof typeof pluginFolders} who
 * @param {readonly import("../asking.mjs").Asked[]} resources
 * @param {{ baseUrl: string, accessKey: string }} platform
 * @param {number} atOnce how many reads are under way
 */
const peakOf = (who, resources, platform, atOnce) =>
  withPlugin(pluginFolders[who], async (plugin) => {
    await configure(plugin, platform);
    await askAll(plugin, "refresh", resources, atOnce);
    return peakMemoryOf(plugin.pid);
  });

/**
 * @param {readonly number[]} sizes
 * @param {Samples} samples
 * @returns {import("../figures.mjs").Finding}
 */
function findingOf(sizes, samples) {
  const peaks = (/** @type {"ours" | "noop"} */ who, /** @type {number} */ size, atOnce = operationsAtOnce) =>
    samples.of(`${who} ${size} by ${atOnce}`);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return {
    title: "Memory at most while objects are refreshed",
    figures: sizes.flatMap((size) => [
      figure(`ours, ${size} objects`, "MB", peaks("ours", size)),
      figure(`no-op plugin, ${size} objects`, "MB", peaks("noop", size)),
      // More than any engine does. What it costs a plugin to have so many calls open shows in the other one.
      figure(`ours, ${size} objects, all asked for at once`, "MB", peaks("ours", size, size)),
      figure(`no-op plugin, ${size} objects, all asked for at once`, "MB", peaks("noop", size, size)),
    ]),
    verdicts: [
      // How much Node.js leaves unused before it collects is its own decision, and most of it: no gate.
      aim(`ours, ${most} objects`, peaks("ours", most), mostMegabytes, { unit: "MB" }),
      ...(most > least ? [memoryGrowth(least, most, peaks)] : []),
    ],
  };
}
