// Benches of the plugin's process without the engine: its start, CPU time and memory.
import { withPlatform } from "./platform.mjs";
import { callAll, configure, cpuMsOf, memoryOf, newResources, withPlugin } from "./plugin.mjs";
import { row } from "./results.mjs";
import { besideFloor, runLoop, sample, zip } from "./samples.mjs";
import { operations } from "./stack.mjs";

/** @typedef {import("./samples.mjs").Bench} Bench */
/** @typedef {"ours" | "noop"} Who */

/** @type {Bench} */
export const start = {
  name: "Start",
  sizes: [0],
  run: async (_, rounds) => {
    const platform = { baseUrl: "https://platform.test", accessKey: "none" };
    const started = (/** @type {Who} */ who) => () =>
      withPlugin(who, async (plugin) => {
        const before = performance.now();
        await configure(plugin, platform);
        return { [who]: plugin.startMs, [`${who} configured`]: plugin.startMs + performance.now() - before };
      });
    const samples = await sample(rounds, [started("ours"), started("noop")]);
    const { ours = [], noop = [] } = samples;
    const rows = [
      row("ours, until the port is printed", "ms", ours),
      row("no-op plugin", "ms", noop),
      row(
        "ours to the no-op plugin",
        "×",
        zip((a, b) => a / b, ours, noop),
        { limit: 1.3 },
      ),
      row("ours, until Configure has answered", "ms", samples["ours configured"] ?? []),
      row("no-op plugin", "ms", samples["noop configured"] ?? []),
    ];
    return [{ title: "Start of the plugin", rows }];
  },
};

// Below that, most of the CPU time is how Node.js loads and compiles.
const leastForGate = 1000;

/** @type {Bench} */
export const cpu = {
  name: "CPU",
  sizes: [400, 1000, 4000],
  run: (size, rounds) =>
    withPlatform(async (platform) => {
      const used = (/** @type {Who} */ who) => () =>
        withPlugin(who, async (plugin) => {
          const resources = newResources(size);
          /** @type {Record<string, number>} */
          const cpuMs = {};
          await configure(plugin, platform);
          for (const operation of operations) {
            const before = cpuMsOf(plugin.pid);
            await callAll(plugin, operation, resources);
            cpuMs[`${who} ${operation}`] = cpuMsOf(plugin.pid) - before;
          }
          return cpuMs;
        });
      const samples = await sample(rounds, [used("ours"), used("noop"), () => runLoop(platform, size, "cpuMs")]);
      return operations.map((operation) => ({
        title: `CPU time: ${operation} of ${size} objects`,
        rows: besideFloor(samples, operation, { limit: 2, isGate: size >= leastForGate }),
      }));
    }),
};

// While a list is fresh its objects are held, about 10 kB each. Node.js leaves up to 20 MB more
// unused in one run than in another.
const [kilobytesEach, unusedKilobytes] = [16, 20_000];
const fewObjects = 500;

/**
 * Peak memory of a refresh, and its growth with the number of objects less that of the no-op
 * plugin: a ratio would
 * mostly measure Node.js itself.
 * @type {Bench}
 */
export const memory = {
  name: "Memory",
  sizes: [1000, 5000],
  run: async (size, rounds) => {
    const few = await peaks(fewObjects, rounds);
    const many = await peaks(size, rounds);
    const further = size - fewObjects;
    const growth = (/** @type {number[]} */ ...[a = 0, b = 0, c = 0, d = 0]) => ((a - b - (c - d)) * 1000) / further;
    const each = zip(growth, many.ours, few.ours, many.noop, few.noop);
    const bound = { limit: kilobytesEach + unusedKilobytes / further, isGate: further >= 500 };
    const rows = [
      row(`ours, ${fewObjects} objects`, "MB", few.ours ?? []),
      row(`no-op plugin, ${fewObjects} objects`, "MB", few.noop ?? []),
      row(`ours, ${size} objects`, "MB", many.ours ?? []),
      row(`no-op plugin, ${size} objects`, "MB", many.noop ?? []),
      ...(further > 0 ? [row(`our part of each object from ${fewObjects} to ${size}`, "kB", each, bound)] : []),
    ];
    return [{ title: `Peak memory during a refresh, ${size} objects`, rows }];
  },
};

/**
 * @param {number} size
 * @param {number} rounds
 */
const peaks = (size, rounds) =>
  withPlatform(async (platform) => {
    const resources = newResources(size);
    await withPlugin("ours", async (plugin) => {
      await configure(plugin, platform);
      await callAll(plugin, "create", resources);
    });
    const peak = (/** @type {Who} */ who) => () =>
      withPlugin(who, async (plugin) => {
        await configure(plugin, platform);
        await callAll(plugin, "refresh", resources);
        return { [who]: memoryOf(plugin.pid, "VmHWM") };
      });
    return sample(rounds, [peak("ours"), peak("noop")]);
  });
