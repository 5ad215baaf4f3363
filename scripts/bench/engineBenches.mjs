// Benches of Pulumi's commands on the real engine: requests, times, latency and state.
import { parallelism, withPlatform } from "./platform.mjs";
import { row } from "./results.mjs";
import { besideFloor, runLoop, sample, zip } from "./samples.mjs";
import { commands, operations, withStack } from "./stack.mjs";

/** @typedef {import("./samples.mjs").Bench} Bench */
/** @typedef {import("./stack.mjs").Operation} Operation */

/**
 * The requests that each operation may send for this many objects.
 * @type {Record<string, (size: number) => number>}
 */
const requestLimits = {
  // One more asks which platform it is.
  create: (size) => size + 1,
  preview: () => 0,
  refresh: (size) => Math.ceil(size / 500) + 2,
  update: (size) => 2 * size,
  delete: (size) => 2 * size,
};

/** Requests are the same in every run, so one round is enough. @type {Bench} */
export const requests = {
  name: "Requests",
  sizes: [20, 700, 4000],
  run: (size) =>
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
};

/**
 * Times of Pulumi's commands beside a no-op provider and a bare loop.
 * @param {string} name
 * @param {readonly number[]} sizes
 * @param {boolean} isDynamic
 * @returns {Bench}
 */
const commandBench = (name, sizes, isDynamic) => ({
  name,
  sizes,
  run: (size, rounds) =>
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
});

export const pluginCommands = commandBench("Commands", [400, 4000], false);
export const dynamicCommands = commandBench("Dynamic", [100, 400], true);

const [farMs, nearMs, roundTrips] = [50, 10, 4];

/** @type {Bench} */
export const latency = {
  name: "Latency",
  sizes: [400],
  run: async (size, rounds) => {
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
    const slower = (/** @type {Operation} */ operation, /** @type {number} */ ms, /** @type {number} */ wait) => {
      const [usual = [], slow = []] = [samples[`${operation} at 0`], samples[`${operation} at ${ms}`]];
      const ratios = zip((a, b) => a / (b + wait), slow, usual);
      return [
        row(`${operation} at 0 ms`, "ms", usual),
        row(`${operation} at ${ms} ms`, "ms", slow),
        row(`${operation} at ${ms} ms to that at 0 ms and ${wait} ms`, "×", ratios, { limit: 1.2 }),
      ];
    };
    // The least that so many creates wait when as many as possible run at once.
    const leastWait = Math.round((size * nearMs) / parallelism);
    const rows = [...slower("create", nearMs, leastWait), ...slower("refresh", farMs, roundTrips * farMs)];
    return [{ title: `Latency of the platform, ${size} objects`, rows }];
  },
};

/**
 * Bytes of a resource in the state, without the white space that a backend may write.
 * @type {Bench}
 */
export const state = {
  name: "State",
  sizes: [10],
  run: async (size) => {
    const [plugin, dynamic] = [await stored(size, false), await stored(size, true)];
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
  },
};

/**
 * @param {number} size
 * @param {boolean} isDynamic
 */
const stored = (size, isDynamic) =>
  withPlatform((platform) =>
    withStack(platform, size, { isDynamic }, async (stack) => {
      await stack.run("create");
      const resource = stack.resources().find(({ type }) => type.endsWith(":SpaceTemplate"));
      const { __provider: inInputs, ...inputs } = resource?.inputs ?? {};
      const { __provider: inOutputs, ...outputs } = resource?.outputs ?? {};
      const bytes = (/** @type {unknown[]} */ ...values) =>
        values.reduce((/** @type {number} */ sum, each) => sum + Buffer.byteLength(JSON.stringify(each ?? "")), 0);
      return {
        inputs: bytes(inputs),
        both: bytes(inputs, outputs),
        program: bytes(inInputs, inOutputs),
        all: bytes(resource),
      };
    }),
  );
