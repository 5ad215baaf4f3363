import { openStack } from "../commands.mjs";
import { startCounted } from "../countedPlatform.mjs";
import { aim, median, ratios } from "../figures.mjs";
import { operationsAtOnce } from "../operationsAtOnce.mjs";
import { pluginFolders } from "../plugins.mjs";
import { rounds } from "../rounds.mjs";

const farMs = 50;
const nearMs = 10;
const roundTrips = 4;

/**
 * Time that a slow connection to the platform adds.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const latency = {
  name: "Latency",
  sizes: [400],
  run: async ({ sizes, times }) => {
    const findings = [];
    for (const size of sizes) {
      findings.push(refreshFinding(size, await refreshes(size, times)));
      findings.push(upFinding(size, await ups(size, times)));
    }
    return findings;
  },
};

/**
 * @param {number} size
 * @param {number} times
 */
async function refreshes(size, times) {
  return withStacks(size, { here: 0, far: farMs }, async ({ here, far }) => {
    for (const stack of [here, far]) await stack.run("create");
    return rounds(times, {
      here: async () => ({ here: await here.run("refresh") }),
      far: async () => ({ far: await far.run("refresh") }),
    });
  });
}

/**
 * @param {number} size
 * @param {number} times
 */
async function ups(size, times) {
  return withStacks(size, { here: 0, near: nearMs, engine: "noop", delayed: "noop" }, async (stacks) => {
    /**
     * @param {string} name
     * @param {import("../commands.mjs").MeasuredStack} stack
     * @param {NodeJS.ProcessEnv} [env]
     */
    const created = async (name, stack, env) => {
      const ms = await stack.run("create", env);
      await stack.run("delete");
      return { [name]: ms };
    };
    return rounds(times, {
      here: () => created("here", stacks.here),
      near: () => created("near", stacks.near),
      engine: () => created("engine", stacks.engine),
      delayed: () => created("delayed", stacks.delayed, { NOOP_DELAY_MS: String(nearMs) }),
    });
  });
}

/**
 * Opens a stack for each name, on a platform with that latency or with the plugin that does nothing.
 * @template {string} Name
 * @template Result
 * @param {number} size
 * @param {Record<Name, number | "noop">} kinds
 * @param {(stacks: Record<Name, import("../commands.mjs").MeasuredStack>) => Promise<Result>} use
 */
async function withStacks(size, kinds, use) {
  /** @type {(() => unknown)[]} */
  const endings = [];
  try {
    const stacks = /** @type {Record<Name, import("../commands.mjs").MeasuredStack>} */ ({});
    for (const [name, kind] of /** @type {[Name, number | "noop"][]} */ (Object.entries(kinds))) {
      const platform = await startCounted({ latencyMs: kind === "noop" ? 0 : kind });
      endings.push(platform.close);
      stacks[name] = await openStack(platform, size, kind === "noop" ? { plugin: pluginFolders.noop } : {});
      endings.push(stacks[name].dispose);
    }
    return await use(stacks);
  } finally {
    for (const end of endings) await end();
  }
}

/**
 * @param {number} size
 * @param {import("../rounds.mjs").Samples} samples
 * @returns {import("../figures.mjs").Finding}
 */
function refreshFinding(size, samples) {
  const [here, far] = [samples.of("here"), samples.of("far")];
  const expected = here.map((ms) => ms + roundTrips * farMs);
  return {
    title: `refresh, ${size} objects, ${farMs} ms latency`,
    figures: [
      { what: "at 0 ms", unit: "ms", samples: here },
      { what: `at ${farMs} ms`, unit: "ms", samples: far },
    ],
    verdicts: [aim(`at ${farMs} ms to 0 ms and ${roundTrips} round trips`, ratios(far, expected), 1.2)],
  };
}

/**
 * @param {number} size
 * @param {import("../rounds.mjs").Samples} samples
 * @returns {import("../figures.mjs").Finding}
 */
function upFinding(size, samples) {
  const [here, near] = [samples.of("here"), samples.of("near")];
  const [engine, delayed] = [samples.of("engine"), samples.of("delayed")];
  // The least that so many creates take when as many as possible are under way.
  const least = (size * nearMs) / operationsAtOnce;
  const waiting = delayed.map((ms, round) => Math.max(least, ms - (engine[round] ?? Number.NaN)));
  const expected = here.map((ms, round) => ms + (waiting[round] ?? Number.NaN));
  return {
    title: `up creating, ${size} objects, ${nearMs} ms latency`,
    figures: [
      { what: "at 0 ms", unit: "ms", samples: here },
      { what: `at ${nearMs} ms`, unit: "ms", samples: near },
      { what: "no-op plugin", unit: "ms", samples: engine },
      { what: `no-op plugin that takes ${nearMs} ms for a create`, unit: "ms", samples: delayed },
    ],
    verdicts: [
      aim(`at ${nearMs} ms to what the engine allows`, ratios(near, expected), 1.1, {
        note: `0 ms and what ${nearMs} ms add to the no-op plugin: ${Math.round(median(waiting))} ms; with ${operationsAtOnce} at once at least ${Math.round(least)} ms`,
      }),
    ],
  };
}
