import { askAll, configure, resourcesToAsk } from "../asking.mjs";
import { startCounted } from "../countedPlatform.mjs";
import { gate, median } from "../figures.mjs";
import { operationsAtOnce } from "../operationsAtOnce.mjs";
import { pluginFolders, startPlugin } from "../plugins.mjs";
import { peakMemoryOf, tellsOfProcesses } from "../processes.mjs";
import { largeTimes, Samples } from "../rounds.mjs";

const mostMegabytes = 120;

/**
 * The most memory that the plugin holds when everything is read at once.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const memory = {
  name: "Provider memory",
  sizes: [500, 1000, 5000],
  run: async ({ sizes, times }) => {
    if (!tellsOfProcesses) return [];
    const samples = new Samples();
    for (const size of sizes) await play(size, Math.min(times, largeTimes), samples);
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
    const creating = await startPlugin(pluginFolders.ours);
    await configure(creating, platform);
    await askAll(creating, "create", resources, operationsAtOnce);
    await creating.stop();
    for (let round = 0; round < times; round++) {
      samples.add({ [`ours ${size}`]: await peakOf("ours", resources, platform) });
      samples.add({ [`noop ${size}`]: await peakOf("noop", resources, platform) });
    }
  } finally {
    await platform.close();
  }
}

/**
 * The engine has sixteen reads under way; here it is all of them, which no plugin can hold with less.
 * @param {keyof typeof pluginFolders} who
 * @param {readonly import("../asking.mjs").Asked[]} resources
 * @param {{ baseUrl: string, accessKey: string }} platform
 */
async function peakOf(who, resources, platform) {
  const plugin = await startPlugin(pluginFolders[who]);
  try {
    await configure(plugin, platform);
    await askAll(plugin, "refresh", resources, resources.length);
    return peakMemoryOf(plugin.pid);
  } finally {
    await plugin.stop();
  }
}

/**
 * @param {readonly number[]} sizes
 * @param {Samples} samples
 * @returns {import("../figures.mjs").Finding}
 */
function findingOf(sizes, samples) {
  const figures = sizes.flatMap((size) => [
    { what: `ours, ${size} objects`, unit: /** @type {const} */ ("MB"), samples: samples.of(`ours ${size}`) },
    { what: `no-op plugin, ${size} objects`, unit: /** @type {const} */ ("MB"), samples: samples.of(`noop ${size}`) },
  ]);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const [small, large] = [samples.of(`ours ${least}`), samples.of(`ours ${most}`)];
  const growth = gate(`${most} objects to ${least}`, [median(large) / median(small)], most / least);
  return {
    title: "Memory at most, everything read at once",
    figures,
    verdicts: [gate(`ours, ${most} objects`, large, mostMegabytes, { unit: "MB" }), ...(most > least ? [growth] : [])],
  };
}
