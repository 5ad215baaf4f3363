import path from "node:path";
import { aim, ratios } from "../figures.mjs";
import { pluginFolders, startPlugin, startPrinting } from "../plugins.mjs";
import { rounds } from "../rounds.mjs";

const loader = path.join(import.meta.dirname, "..", "noop", "loadTypescript.js");

/**
 * From the start of the process until its port is printed.
 * @type {import("../providerBenches.mjs").ProviderBench}
 */
export const start = {
  name: "Provider start",
  sizes: [],
  run: async ({ times }) => {
    const samples = await rounds(times, {
      ours: () => started("ours", () => startPlugin(pluginFolders.ours)),
      noop: () => started("noop", () => startPlugin(pluginFolders.noop)),
      loader: () => started("loader", () => startPrinting([loader])),
    });
    const [ours, noop, typescript] = [samples.of("ours"), samples.of("noop"), samples.of("loader")];
    return [
      {
        title: "Plugin start to port printed",
        figures: [
          { what: "ours", unit: "ms", samples: ours },
          { what: "no-op plugin", unit: "ms", samples: noop },
          { what: "loading @pulumi/pulumi with its TypeScript loader", unit: "ms", samples: typescript },
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
 * @param {string} name
 * @param {() => Promise<{ startMs: number, stop?: () => Promise<void>, end?: () => Promise<void> }>} begin
 */
async function started(name, begin) {
  const { startMs, stop, end } = await begin();
  await (stop ?? end)?.();
  return { [name]: startMs };
}
