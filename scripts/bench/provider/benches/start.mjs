import path from "node:path";
import { configure } from "../asking.mjs";
import { aim, ratios } from "../figures.mjs";
import { optimisations, without } from "../optimisations.mjs";
import { pluginFolders, startPlugin, startPrinting } from "../plugins.mjs";
import { rounds } from "../rounds.mjs";

const loader = path.join(import.meta.dirname, "..", "noop", "loadTypescript.js");

/** Nothing is asked of it. */
const platform = { baseUrl: "https://platform.test", accessKey: "none" };

/** @typedef {keyof typeof until} Until */

/** Until when it is measured from the start of the process. */
const until = { port: "port printed", configured: "the answer of Configure" };

/**
 * How long a plugin takes to be of use.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const start = {
  name: "Process start",
  sizes: [],
  run: async ({ times }) => {
    const samples = await rounds(times, {
      ours: () => started("ours", pluginFolders.ours),
      noop: () => started("noop", pluginFolders.noop),
      ...Object.fromEntries(
        optimisations.start.map((name) => [name, () => started(name, pluginFolders.ours, without(name))]),
      ),
      loader: loaded,
    });
    return [
      portFinding(samples),
      { title: titleOf("configured"), figures: figures(samples, "configured"), verdicts: [] },
    ];
  },
};

/**
 * @param {string} name
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [env]
 */
async function started(name, folder, env) {
  const plugin = await startPlugin(folder, env);
  const before = performance.now();
  await configure(plugin, platform);
  const configuredMs = plugin.startMs + performance.now() - before;
  await plugin.stop();
  return { [`${name} port`]: plugin.startMs, [`${name} configured`]: configuredMs };
}

async function loaded() {
  const { startMs, end } = await startPrinting([loader]);
  await end();
  return { loader: startMs };
}

/**
 * @param {import("../rounds.mjs").Samples} samples
 * @returns {import("../figures.mjs").Finding}
 */
function portFinding(samples) {
  const [ours, noop, typescript] = [samples.of("ours port"), samples.of("noop port"), samples.of("loader")];
  return {
    title: titleOf("port"),
    figures: [...figures(samples, "port"), figure("@pulumi/pulumi with its TypeScript loader", typescript)],
    verdicts: [
      aim("ours to the no-op plugin", ratios(ours, noop), 1.3),
      aim("the TypeScript loader to ours", ratios(typescript, ours), 4, { holds: "at least" }),
    ],
  };
}

const titleOf = (/** @type {Until} */ end) => `Plugin start to ${until[end]}`;

/**
 * @param {import("../rounds.mjs").Samples} samples
 * @param {Until} end
 */
const figures = (samples, end) => [
  figure("ours", samples.of(`ours ${end}`)),
  figure("no-op plugin", samples.of(`noop ${end}`)),
  ...optimisations.start.map((name) => figure(`ours without ${name}`, samples.of(`${name} ${end}`))),
];

/**
 * @param {string} what
 * @param {readonly number[]} samples
 * @returns {import("../figures.mjs").Figure}
 */
const figure = (what, samples) => ({ what, unit: "ms", samples });
