import path from "node:path";
import { aim, ratios } from "../figures.mjs";
import { optimisations, without } from "../optimisations.mjs";
import { pluginFolders, startPlugin, startPrinting } from "../plugins.mjs";
import { rounds } from "../rounds.mjs";

const loader = path.join(import.meta.dirname, "..", "noop", "loadTypescript.js");

/**
 * From the start of the process until its port is printed.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const start = {
  name: "Process start",
  sizes: [],
  run: async ({ times }) => {
    const samples = await rounds(times, {
      ours: () => started("ours", () => startPlugin(pluginFolders.ours)),
      noop: () => started("noop", () => startPlugin(pluginFolders.noop)),
      ...Object.fromEntries(
        optimisations.start.map((name) => [
          name,
          () => started(name, () => startPlugin(pluginFolders.ours, without(name))),
        ]),
      ),
      loader: () => started("loader", () => startPrinting([loader])),
    });
    const [ours, noop, typescript] = [samples.of("ours"), samples.of("noop"), samples.of("loader")];
    return [
      {
        title: "Plugin start to port printed",
        figures: [
          figure("ours", ours),
          figure("no-op plugin", noop),
          ...optimisations.start.map((name) => figure(`ours without ${name}`, samples.of(name))),
          figure("@pulumi/pulumi with its TypeScript loader", typescript),
        ],
        verdicts: [
          aim("ours to the no-op plugin", ratios(ours, noop), 1.3),
          aim("the TypeScript loader to ours", ratios(typescript, ours), 4, { holds: "at least" }),
        ],
      },
    ];
  },
};

/**
 * @param {string} what
 * @param {readonly number[]} samples
 * @returns {import("../figures.mjs").Figure}
 */
const figure = (what, samples) => ({ what, unit: "ms", samples });

/**
 * @param {string} name
 * @param {() => Promise<{ startMs: number, stop?: () => Promise<void>, end?: () => Promise<void> }>} begin
 */
async function started(name, begin) {
  const { startMs, stop, end } = await begin();
  await (stop ?? end)?.();
  return { [name]: startMs };
}
