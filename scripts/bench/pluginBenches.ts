// Benches of the plugin's process without the engine: its start, CPU time and memory.
import { readFileSync } from "node:fs";
import { type Plugin, startPlugin } from "../../test/support/plugin";
import { configurePlugin, driverOf, type Kept } from "../../test/support/pluginDriver";
import { onExit } from "../setup/processes.js";
import { type Access, forEachIndex, inputsOf, parallelism } from "./objects.js";
import { row } from "./results.js";
import {
  type Bench,
  besideFloor,
  type Operation,
  operations,
  plugins,
  runLoop,
  sample,
  type Who,
  withPlatform,
  zip,
} from "./samples.js";

/** Starts a plugin in its own process and ends it after use. `startMs` is the time to its port. */
async function withPlugin<T>(who: Who, use: (plugin: Plugin, startMs: number) => Promise<T>): Promise<T> {
  const started = performance.now();
  const plugin = await startPlugin({ process: true, folder: plugins[who] });
  const startMs = performance.now() - started;
  const forget = onExit(() => void plugin.close());
  return use(plugin, startMs).finally(() => {
    forget();
    return plugin.close();
  });
}

/** Starts and configures a plugin. */
const withConfigured = <T>(who: Who, { baseUrl, accessKey }: Access, use: (plugin: Plugin) => Promise<T>) =>
  withPlugin(who, async (plugin) => {
    await configurePlugin(plugin, { baseUrl, accessKey });
    return use(plugin);
  });

const type = "SpaceTemplate";

/** Runs an operation on all templates, as the engine calls it and with its parallelism. */
function runAll(plugin: Plugin, operation: Operation, kept: Kept[], size: number) {
  return forEachIndex(size, parallelism, async (index) => {
    const inputs = inputsOf(index, operation === "update" ? "Changed over gRPC" : undefined);
    const driver = driverOf(plugin, () => `urn:pulumi:bench::bench::vcluster-platform:index:${type}::${inputs.name}`);
    const before = kept[index];
    if (operation === "create") {
      kept[index] = await driver.create(type, (await driver.check(type, inputs)).inputs);
    } else if (before && operation === "refresh") {
      kept[index] = (await driver.read(type, before)) ?? before;
    } else if (before && operation === "update") {
      const news = (await driver.check(type, inputs, before.inputs)).inputs;
      await driver.diff(type, before, news);
      kept[index] = await driver.update(type, before, news);
    } else if (before) await driver.delete(type, before);
  });
}

export const start: Bench = {
  name: "Start",
  sizes: [0],
  run: async (_, rounds) => {
    const started = (who: Who) => () =>
      withPlugin(who, async (plugin, startMs) => {
        const before = performance.now();
        await configurePlugin(plugin, { baseUrl: "https://platform.test", accessKey: "none" });
        return { [who]: startMs, [`${who} configured`]: startMs + performance.now() - before };
      });
    const samples = await sample(rounds, [started("ours"), started("noop")]);
    const ratios = zip((a, b = 0) => a / b, samples("ours"), samples("noop"));
    const rows = [
      row("ours, until the port is printed", "ms", samples("ours")),
      row("no-op plugin", "ms", samples("noop")),
      row("ours to the no-op plugin", "×", ratios, { limit: 1.15 }),
      row("ours, until Configure has answered", "ms", samples("ours configured")),
      row("no-op plugin", "ms", samples("noop configured")),
    ];
    return [{ title: "Start of the plugin", rows }];
  },
};

// Below that, most of the CPU time is how Node.js loads and compiles.
const leastForGate = 1000;
// A first refresh runs for a second, so most of its code is not optimized yet.
const cpuLimits: Record<Operation, number> = { create: 2.2, refresh: 3.5, update: 2.2, delete: 2 };

export const cpu: Bench = {
  name: "CPU",
  sizes: [400, 1000, 4000],
  run: (size, rounds) =>
    withPlatform(async (platform) => {
      const used = (who: Who) => async () => {
        const kept: Kept[] = [];
        const run = async (plugin: Plugin, operation: Operation) => {
          const before = cpuMsOf(plugin);
          await runAll(plugin, operation, kept, size);
          return cpuMsOf(plugin) - before;
        };
        const first = await withConfigured(who, platform, async (plugin) => ({
          [`${who} create`]: await run(plugin, "create"),
          [`${who} refresh`]: await run(plugin, "refresh"),
          [`${who} update`]: await run(plugin, "update"),
        }));
        // As in a destroy, no check has declared the resources. Otherwise their objects would stay.
        const deleted = await withConfigured(who, platform, (plugin) => run(plugin, "delete"));
        return { ...first, [`${who} delete`]: deleted };
      };
      const samples = await sample(rounds, [used("ours"), used("noop"), () => runLoop(platform, size, "cpuMs")]);
      return operations.map((operation) => ({
        title: `CPU time: ${operation} of ${size} objects`,
        rows: besideFloor(samples, operation, { limit: cpuLimits[operation], isGate: size >= leastForGate }),
      }));
    }),
};

const [keyLatencyMs, keysMargin] = [50, 1.5];

/** A refresh of keys, which have no list: a request for each, sixteen at once. */
export const keys: Bench = {
  name: "Keys",
  sizes: [400],
  run: (size, rounds) =>
    withPlatform(async (platform) => {
      const kind = "OwnedAccessKey";
      const refreshed = () =>
        withConfigured("ours", platform, async (plugin) => {
          const driver = driverOf(plugin, () => `urn:pulumi:bench::bench::vcluster-platform:index:${kind}::key`);
          const kept: Kept[] = [];
          await forEachIndex(size, parallelism, async (index) => {
            const { inputs } = await driver.check(kind, { name: `bench-${index}`, user: "ci", ttl: 3600 });
            kept[index] = await driver.create(kind, inputs);
          });
          platform.takeRequests();
          const before = performance.now();
          await forEachIndex(size, parallelism, (index) => driver.read(kind, kept[index] as Kept));
          const ms = performance.now() - before;
          const requests = platform.takeRequests();
          await forEachIndex(size, parallelism, (index) => driver.delete(kind, kept[index] as Kept));
          return { ms, requests };
        });
      const samples = await sample(rounds, [refreshed]);
      // One more asks whether keys have a list.
      const leastMs = keyLatencyMs * (Math.ceil(size / parallelism) + 1);
      const rows = [
        row("requests", "requests", samples("requests"), { limit: size + 1, isGate: true }),
        row(`refresh, responses after ${keyLatencyMs} ms`, "ms", samples("ms"), { limit: leastMs * keysMargin }),
      ];
      return [{ title: `Refresh of ${size} keys`, rows }];
    }, keyLatencyMs),
};

// While a list is fresh, its objects are held. Node.js leaves up to 20 MB more unused in one run
// than in another.
const [kilobytesEach, unusedKilobytes] = [6, 20_000];
const fewObjects = 500;

/**
 * Peak memory of a refresh beside the no-op plugin, and its growth with the number of objects less
 * that of the no-op plugin: most of the memory is that of Node.js itself.
 */
export const memory: Bench = {
  name: "Memory",
  sizes: [1000, 5000],
  run: async (size, rounds) => {
    const [few, many] = [await peaks(fewObjects, rounds), await peaks(size, rounds)];
    const ratios = zip((a, b = 0) => a / b, many("ours"), many("noop"));
    const further = size - fewObjects;
    const growth = (...[a = 0, b = 0, c = 0, d = 0]: number[]) => ((a - b - (c - d)) * 1000) / further;
    const each = zip(growth, many("ours"), few("ours"), many("noop"), few("noop"));
    const bound = { limit: kilobytesEach + unusedKilobytes / further, isGate: further >= 500 };
    const rows = [
      row(`ours, ${fewObjects} objects`, "MB", few("ours")),
      row(`no-op plugin, ${fewObjects} objects`, "MB", few("noop")),
      row(`ours, ${size} objects`, "MB", many("ours")),
      row(`no-op plugin, ${size} objects`, "MB", many("noop")),
      row("ours to the no-op plugin", "×", ratios, { limit: 1.3 }),
      ...(further > 0 ? [row(`our part of each object from ${fewObjects} to ${size}`, "kB", each, bound)] : []),
    ];
    return [{ title: `Peak memory during a refresh, ${size} objects`, rows }];
  },
};

const peaks = (size: number, rounds: number) =>
  withPlatform(async (platform) => {
    const kept: Kept[] = [];
    await withConfigured("ours", platform, (plugin) => runAll(plugin, "create", kept, size));
    const peak = (who: Who) => () =>
      withConfigured(who, platform, async (plugin) => {
        await runAll(plugin, "refresh", [...kept], size);
        return { [who]: megabytesOf(plugin) };
      });
    return sample(rounds, [peak("ours"), peak("noop")]);
  });

/** Whether this system shows CPU time and memory of other processes in /proc. */
export const hasProc = process.platform === "linux";

/** The CPU time of a plugin in milliseconds. */
function cpuMsOf({ pid }: Plugin) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses, and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // The kernel counts in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The peak of a plugin's resident memory in megabytes. */
function megabytesOf({ pid }: Plugin) {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
