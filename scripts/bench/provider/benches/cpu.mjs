import { againstFloor } from "../againstFloor.mjs";
import { askAll, configure, resourcesToAsk } from "../asking.mjs";
import { allOperations } from "../commands.mjs";
import { startCounted } from "../countedPlatform.mjs";
import { aim, gate } from "../figures.mjs";
import { operationsAtOnce } from "../operationsAtOnce.mjs";
import { pluginFolders, withPlugin } from "../plugins.mjs";
import { cpuMsOf, tellsOfProcesses } from "../processes.mjs";
import { Samples } from "../rounds.mjs";
import { runRawLoop } from "../runRawLoop.mjs";

// Below that, what is measured is how Node.js loads and compiles, in steps of ten milliseconds.
const leastForGate = 1000;
const mostTimes = 2;

/**
 * The CPU time of the plugin's own process for each operation, asked over gRPC without the engine.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const cpu = {
  name: "Process CPU",
  sizes: [400, 1000, 4000],
  run: async ({ sizes, times }) => {
    if (!tellsOfProcesses) return [];
    const findings = [];
    for (const size of sizes) {
      const samples = await play(size, times);
      const bound = size < leastForGate ? aim : gate;
      for (const operation of allOperations) {
        const title = `CPU time: ${operation} of ${size} objects`;
        findings.push(againstFloor({ title, unit: "CPU ms", operation, samples, bound, limit: mostTimes }));
      }
    }
    return findings;
  },
};

/**
 * @param {number} size
 * @param {number} times
 */
async function play(size, times) {
  const platform = await startCounted();
  const samples = new Samples();
  try {
    for (let round = 0; round < times; round++) {
      const { cpuMs, requests } = await playPlugin("ours", size, platform);
      samples.add(cpuMs);
      samples.add((await playPlugin("noop", size, platform)).cpuMs);
      const raw = await runRawLoop(platform, size, requests);
      for (const operation of allOperations) samples.add({ [`raw ${operation}`]: raw[operation]?.cpuMs ?? Number.NaN });
    }
  } finally {
    await platform.close();
  }
  return samples;
}

/**
 * Every operation in a new process, as the commands of one stack do them.
 * @param {keyof typeof pluginFolders} who
 * @param {number} size
 * @param {import("../countedPlatform.mjs").CountedPlatform} platform
 */
async function playPlugin(who, size, platform) {
  const resources = resourcesToAsk(size);
  /** @type {Record<string, import("../countedPlatform.mjs").Requests>} */
  const requests = {};
  /** @type {Record<string, number>} */
  const cpuMs = {};
  await withPlugin(pluginFolders[who], async (plugin) => {
    await configure(plugin, platform);
    for (const operation of allOperations) {
      platform.takeRequests();
      const before = cpuMsOf(plugin.pid);
      await askAll(plugin, operation, resources, operationsAtOnce);
      cpuMs[`${who} ${operation}`] = cpuMsOf(plugin.pid) - before;
      requests[operation] = platform.takeRequests();
    }
  });
  return { cpuMs, requests };
}
