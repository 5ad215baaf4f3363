// Benches of Pulumi's commands on the real engine: requests, times, latency and state.
import { parallelism } from "./objects.js";
import { row } from "./results.js";
import {
  type Bench,
  besideFloor,
  commands,
  type Operation,
  ofEach,
  operations,
  runLoop,
  sample,
  withPlatform,
  zip,
} from "./samples.js";
import { withStack } from "./stack.js";

/** The requests that each operation may send for this many objects. */
const requestLimits: Record<Operation | "preview", (size: number) => number> = {
  // One more asks which platform it is.
  create: (size) => size + 1,
  preview: () => 0,
  refresh: (size) => Math.ceil(size / 500) + 2,
  update: (size) => size,
  delete: (size) => size,
};

/** Requests are the same in every run, so one round is enough. */
export const requests: Bench = {
  name: "Requests",
  sizes: [20, 700, 4000],
  run: (size) =>
    withPlatform((platform) =>
      withStack(platform, size, {}, async (stack) => {
        const rows = [];
        for (const step of ["create", "preview", "refresh", "update", "delete"] as const) {
          platform.takeRequests();
          await (step === "preview" ? stack.preview() : stack.run(step));
          const bound = { limit: requestLimits[step](size), isGate: true };
          rows.push(row(step, "requests", [platform.takeRequests()], bound));
        }
        return [{ title: `Requests for ${size} objects`, rows }];
      }),
    ),
};

interface Bounds {
  sizes: readonly number[];
  /** Longest time of a command, in multiples of the no-op provider and the bare loop together. */
  limits: Record<Operation, number>;
}

/** Times of Pulumi's commands beside a no-op provider and a bare loop. */
const commandBench = (name: string, isDynamic: boolean, { sizes, limits }: Bounds): Bench => ({
  name,
  sizes,
  run: (size, rounds) =>
    withPlatform((platform) =>
      withStack(platform, size, { isDynamic }, (ours) =>
        withStack(platform, size, { who: "noop", isDynamic }, async (noop) => {
          const samples = await sample(rounds, [
            () => ofEach("ours", ours.run),
            () => ofEach("noop", noop.run),
            () => runLoop(platform, size, "ms"),
          ]);
          return operations.map((operation) => ({
            title: `${name}: ${commands[operation]} (${operation}) of ${size} objects`,
            rows: besideFloor(samples, operation, { limit: limits[operation] }),
          }));
        }),
      ),
    ),
});

export const pluginCommands = commandBench("Commands", false, {
  sizes: [400, 4000],
  limits: { create: 1.15, refresh: 1.15, update: 1.25, delete: 1.15 },
});
export const dynamicCommands = commandBench("Dynamic", true, {
  sizes: [100, 400, 1600],
  limits: { create: 1.25, refresh: 1.4, update: 1.25, delete: 1.4 },
});

const [farMs, roundTrips] = [50, 4];

export const latency: Bench = {
  name: "Latency",
  sizes: [400],
  run: async (size, rounds) => {
    const measured = (latencyMs: number) => () =>
      withPlatform(
        (platform) => withStack(platform, size, {}, (stack) => ofEach(String(latencyMs), stack.run)),
        latencyMs,
      );
    const samples = await sample(rounds, [0, farMs].map(measured));
    const slower = (operation: Operation) => {
      const [usual, slow] = [samples(`0 ${operation}`), samples(`${farMs} ${operation}`)];
      // The least wait: as many requests at once as possible, or the lists of a refresh in turn.
      const wait = farMs * (operation === "refresh" ? roundTrips : Math.ceil(size / parallelism));
      const ratios = zip((a, b = 0) => a / (b + wait), slow, usual);
      return [
        row(`${operation} at 0 ms`, "ms", usual),
        row(`${operation} at ${farMs} ms`, "ms", slow),
        row(`${operation} at ${farMs} ms to that at 0 ms and ${wait} ms`, "×", ratios, { limit: 1.2 }),
      ];
    };
    return [{ title: `Latency of the platform, ${size} objects`, rows: operations.flatMap(slower) }];
  },
};

/** Bytes of a resource in the state, without the white space that a backend may write. */
export const state: Bench = {
  name: "State",
  sizes: [10],
  run: async (size) => {
    const [plugin, dynamic] = [await storedBytes(size, false), await storedBytes(size, true)];
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

const storedBytes = (size: number, isDynamic: boolean) =>
  withPlatform((platform) =>
    withStack(platform, size, { isDynamic }, async (stack) => {
      await stack.run("create");
      const resource = stack.resources().find(({ type }) => type.endsWith(":SpaceTemplate"));
      const { __provider: inInputs, ...inputs } = resource?.inputs ?? {};
      const { __provider: inOutputs, ...outputs } = resource?.outputs ?? {};
      const bytes = (...values: unknown[]) =>
        values.reduce((sum: number, each) => sum + Buffer.byteLength(JSON.stringify(each ?? "")), 0);
      return {
        inputs: bytes(inputs),
        both: bytes(inputs, outputs),
        program: bytes(inInputs, inOutputs),
        all: bytes(resource),
      };
    }),
  );
