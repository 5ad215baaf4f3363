import path from "node:path";
import { configure } from "../asking.mjs";
import { aim, figure, ratios } from "../figures.mjs";
import { pluginFolders, startPrinting, withPlugin } from "../plugins.mjs";
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
 */
const started = (name, folder) =>
  withPlugin(folder, async (plugin) => {
    const before = performance.now();
    await configure(plugin, platform);
    const configuredMs = plugin.startMs + performance.now() - before;
    return { [`${name} port`]: plugin.startMs, [`${name} configured`]: configuredMs };
  });

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
    figures: [...figures(samples, "port"), figure("@pulumi/pulumi with its TypeScript loader", "ms", typescript)],
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
  figure("ours", "ms", samples.of(`ours ${end}`)),
  figure("no-op plugin", "ms", samples.of(`noop ${end}`)),
];
