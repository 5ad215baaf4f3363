// What is measured of the provider, and the bounds of each result. docs/performance.md explains them.

import { Failure, tail } from "../setup/failure.js";
import { run } from "../setup/processes.js";
import { parallelism, withPlatform } from "./platform.mjs";
import { callAll, configure, cpuMsOf, hasProc, memoryOf, newResources, withPlugin } from "./plugin.mjs";
import { row } from "./results.mjs";
import { commands, operations, withStack } from "./stack.mjs";

/** @typedef {import("./results.mjs").Result} Result */
/** @typedef {import("./results.mjs").Row} Row */
/** @typedef {import("./stack.mjs").Operation} Operation */
/** @typedef {Record<string, readonly number[]>} Samples */

/**
 * @typedef {object} Bench
 * @property {string} name
 * @property {readonly number[]} sizes how many objects, unless told
 * @property {(sizes: readonly number[], rounds: number) => Promise<Result[]>} run
 */

/**
 * Runs all contenders in every round, each round beginning with another one, and collects their numbers by name.
 * @param {number} rounds
 * @param {(() => Promise<Record<string, number>>)[]} contenders
 */
async function sample(rounds, contenders) {
  /** @type {Record<string, number[]>} */
  const samples = {};
  for (let round = 0; round < rounds; round++) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      for (const [name, number] of Object.entries(await contender())) {
        samples[name] = [...(samples[name] ?? []), number];
      }
    }
  }
  return samples;
}

/**
 * Combines samples of the same rounds.
 * @param {(...numbers: number[]) => number} combine
 * @param {(readonly number[] | undefined)[]} lists
 */
const zip = (combine, ...lists) =>
  (lists[0] ?? []).map((_, round) => combine(...lists.map((list) => list?.[round] ?? Number.NaN)));

/**
 * @param {readonly number[]} sizes
 * @param {(size: number) => Promise<Result[]>} measure
 */
async function forEachSize(sizes, measure) {
  const results = [];
  for (const size of sizes) results.push(...(await measure(size)));
  return results;
}

/**
 * Our operation beside the no-op provider and the bare loop, and its ratio to both together.
 * @param {Samples} samples
 * @param {Operation} operation
 * @param {Partial<Row>} bound
 */
function besideFloor(samples, operation, bound) {
  const [ours = [], noop = [], loop = []] = ["ours", "noop", "loop"].map((who) => samples[`${who} ${operation}`]);
  const ratios = zip((own, other, bare) => own / (other + bare), ours, noop, loop);
  return [
    row("ours", "ms", ours),
    row("no-op provider", "ms", noop),
    row("bare HTTP loop", "ms", loop),
    row("ours to the no-op provider and the loop together", "×", ratios, bound),
  ];
}

/**
 * @param {import("./platform.mjs").Platform} platform
 * @param {number} size
 * @param {"ms" | "cpuMs"} of
 */
async function runLoop({ baseUrl, accessKey }, size, of) {
  const args = [`${import.meta.dirname}/httpLoop.mjs`, baseUrl, accessKey, String(size)];
  const { code, output } = await run(process.execPath, args);
  if (code !== 0) throw new Failure(`The bare HTTP loop ended with ${code}:\n${tail(output)}`);
  /** @type {Record<Operation, { ms: number, cpuMs: number }>} */
  const measured = JSON.parse(output);
  return Object.fromEntries(operations.map((operation) => [`loop ${operation}`, measured[operation][of]]));
}

/** @type {Bench} */
const start = {
  name: "Start",
  sizes: [0],
  run: async (_, rounds) => {
    const platform = { baseUrl: "https://platform.test", accessKey: "none" };
    const started = (/** @type {"ours" | "noop"} */ who) => () =>
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

/** The requests that each operation may send for this many objects. @type {Record<string, (size: number) => number>} */
const requestLimits = {
  // One more asks which platform it is.
  create: (size) => size + 1,
  preview: () => 0,
  refresh: (size) => Math.ceil(size / 500) + 2,
  update: (size) => 2 * size,
  delete: (size) => 2 * size,
};

/** Requests are the same in every run, so one round is enough. @type {Bench} */
const requests = {
  name: "Requests",
  sizes: [20, 700, 4000],
  run: (sizes) =>
    forEachSize(sizes, (size) =>
      withPlatform((platform) =>
        withStack(platform, size, {}, async (stack) => {
          const rows = [];
          for (const [step, limit] of Object.entries(requestLimits)) {
            platform.takeRequests();
            await (step === "preview" ? stack.preview() : stack.run(/** @type {Operation} */ (step)));
            const sent = Object.values(platform.takeRequests()).reduce((sum, each) => sum + each, 0);
            rows.push(row(step, "requests", [sent], { limit: limit(size), isGate: true }));
          }
          return [{ title: `Requests for ${size} objects`, rows }];
        }),
      ),
    ),
};

/**
 * Times of Pulumi's commands beside a no-op provider and a bare loop.
 * @param {string} name
 * @param {readonly number[]} usual
 * @param {boolean} isDynamic
 * @returns {Bench}
 */
const commandBench = (name, usual, isDynamic) => ({
  name,
  sizes: usual,
  run: (sizes, rounds) =>
    forEachSize(sizes, (size) =>
      withPlatform((platform) =>
        withStack(platform, size, { isDynamic }, (ours) =>
          withStack(platform, size, { who: "noop", isDynamic }, async (noop) => {
            const all = (/** @type {string} */ who, /** @type {typeof ours} */ stack) => async () => {
              /** @type {Record<string, number>} */
              const ms = {};
              for (const operation of operations) ms[`${who} ${operation}`] = await stack.run(operation);
              return ms;
            };
            const loop = () => runLoop(platform, size, "ms");
            const samples = await sample(rounds, [all("ours", ours), all("noop", noop), loop]);
            return operations.map((operation) => ({
              title: `${name}: ${commands[operation]} (${operation}) of ${size} objects`,
              rows: besideFloor(samples, operation, { limit: 1.15 }),
            }));
          }),
        ),
      ),
    ),
});

const [farMs, nearMs, roundTrips] = [50, 10, 4];

/** @type {Bench} */
const latency = {
  name: "Latency",
  sizes: [400],
  run: (sizes, rounds) =>
    forEachSize(sizes, async (size) => {
      const measured = (/** @type {number} */ latencyMs) => () =>
        withPlatform(
          (platform) =>
            withStack(platform, size, {}, async (stack) => ({
              [`create at ${latencyMs}`]: await stack.run("create"),
              [`refresh at ${latencyMs}`]: await stack.run("refresh"),
            })),
          latencyMs,
        );
      const samples = await sample(rounds, [0, nearMs, farMs].map(measured));
      const slower = (/** @type {Operation} */ operation, /** @type {number} */ ms, /** @type {number} */ expected) => {
        const [usual = [], slow = []] = [samples[`${operation} at 0`], samples[`${operation} at ${ms}`]];
        return [
          row(`${operation} at 0 ms`, "ms", usual),
          row(`${operation} at ${ms} ms`, "ms", slow),
          row(
            `${operation} at ${ms} ms to that at 0 ms and ${expected} ms`,
            "×",
            zip((a, b) => a / (b + expected), slow, usual),
            {
              limit: 1.2,
            },
          ),
        ];
      };
      // The least that so many creates wait when as many as possible run at once.
      const leastWait = Math.round((size * nearMs) / parallelism);
      const rows = [...slower("create", nearMs, leastWait), ...slower("refresh", farMs, roundTrips * farMs)];
      return [{ title: `Latency of the platform, ${size} objects`, rows }];
    }),
};

// Below that, most of the CPU time is how Node.js loads and compiles.
const leastForGate = 1000;

/** CPU time of the plugin's process, called over gRPC without the engine. @type {Bench} */
const cpu = {
  name: "CPU",
  sizes: [400, 1000, 4000],
  run: (sizes, rounds) =>
    forEachSize(sizes, (size) =>
      withPlatform(async (platform) => {
        const used = (/** @type {"ours" | "noop"} */ who) => () =>
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
    ),
};

// While a list is fresh its objects are held, about 10 kB each. Node.js leaves up to 20 MB more unused in one run than in another.
const [kilobytesEach, unusedKilobytes] = [16, 20_000];

/** Peak memory of the plugin during a refresh. @type {Bench} */
const memory = {
  name: "Memory",
  sizes: [500, 1000, 5000],
  run: async (sizes, rounds) => {
    const peaks = (/** @type {number} */ size) =>
      withPlatform(async (platform) => {
        const resources = newResources(size);
        await withPlugin("ours", async (plugin) => {
          await configure(plugin, platform);
          await callAll(plugin, "create", resources);
        });
        const peak = (/** @type {"ours" | "noop"} */ who) => () =>
          withPlugin(who, async (plugin) => {
            await configure(plugin, platform);
            await callAll(plugin, "refresh", resources);
            return { [who]: memoryOf(plugin.pid, "VmHWM") };
          });
        const { ours = [], noop = [] } = await sample(rounds, [peak("ours"), peak("noop")]);
        return { size, ours, noop };
      });
    const measured = [];
    for (const size of [...sizes].sort((a, b) => a - b)) measured.push(await peaks(size));
    const rows = measured.flatMap(({ size, ours, noop }) => [
      row(`ours, ${size} objects`, "MB", ours),
      row(`no-op plugin, ${size} objects`, "MB", noop),
    ]);
    return [{ title: "Peak memory during a refresh", rows: [...rows, ...memoryGrowth(measured)] }];
  },
};

/**
 * Memory of each further object, less that in the no-op plugin: a ratio would mostly measure Node.js itself.
 * @param {{ size: number, ours: readonly number[], noop: readonly number[] }[]} measured
 */
function memoryGrowth(measured) {
  const [least, most] = [measured[0], measured.at(-1)];
  if (!least || !most || least === most) return [];
  const further = most.size - least.size;
  const each = zip((a, b, c, d) => ((a - b - (c - d)) * 1000) / further, most.ours, least.ours, most.noop, least.noop);
  const bound = { limit: kilobytesEach + unusedKilobytes / further, isGate: further >= 500 };
  return [row(`our part of each object from ${least.size} to ${most.size}`, "kB", each, bound)];
}

/** Bytes of a resource in the state, without the white space that a backend may write. @type {Bench} */
const state = {
  name: "State",
  sizes: [10],
  run: (sizes) =>
    forEachSize(sizes, async (size) => {
      const stored = (/** @type {import("./stack.mjs").Contender} */ contender) =>
        withPlatform((platform) =>
          withStack(platform, size, contender, async (stack) => {
            await stack.run("create");
            const resource = stack.resources().find(({ type }) => type.endsWith(":SpaceTemplate"));
            const { __provider: inInputs, ...inputs } = resource?.inputs ?? {};
            const { __provider: inOutputs, ...outputs } = resource?.outputs ?? {};
            return {
              inputs: bytes(inputs),
              both: bytes(inputs) + bytes(outputs),
              program: bytes([inInputs, inOutputs]),
              all: bytes(resource),
            };
          }),
        );
      const [plugin, dynamic] = [await stored({}), await stored({ isDynamic: true })];
      const limit = 2 * plugin.inputs + 500;
      const rows = [
        row("inputs", "bytes", [plugin.inputs]),
        row("plugin: inputs and outputs", "bytes", [plugin.both], { limit }),
        row("plugin: whole resource", "bytes", [plugin.all]),
        row("dynamic resource: inputs and outputs without __provider", "bytes", [dynamic.both], { limit }),
        row("dynamic resource: __provider", "bytes", [dynamic.program]),
        row("dynamic resource: whole resource", "bytes", [dynamic.all]),
      ];
      return [{ title: "State of a resource", rows }];
    }),
};

const bytes = (/** @type {unknown} */ value) => Buffer.byteLength(JSON.stringify(value));

/** The command drift beside the refresh that it is made of. @type {Bench} */
const drift = {
  name: "Drift",
  sizes: [1000],
  run: (sizes, rounds) =>
    forEachSize(sizes, (size) =>
      withPlatform((platform) =>
        withStack(platform, size, {}, async (stack) => {
          await stack.run("create");
          const refresh = ["refresh", "--preview-only", "--non-interactive"];
          const { refreshed = [], searched = [] } = await sample(rounds, [
            async () => ({ refreshed: await stack.timed("pulumi", refresh) }),
            async () => ({ searched: await stack.timed("pulumi-vcluster-platform", ["drift"]) }),
          ]);
          const rows = [
            row("pulumi refresh --preview-only", "ms", refreshed),
            row("pulumi-vcluster-platform drift", "ms", searched),
          ];
          return [{ title: `Search for drift, ${size} objects, none of them drifted`, rows }];
        }),
      ),
    ),
};

/** All benches of the provider in the order in which they run. @type {readonly Bench[]} */
export const providerBenches = [
  start,
  requests,
  commandBench("Commands", [400, 4000], false),
  commandBench("Dynamic", [100, 400], true),
  latency,
  ...(hasProc ? [cpu, memory] : []),
  state,
  drift,
];
