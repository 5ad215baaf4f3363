import { createRequire } from "node:module";
import path from "node:path";
import { Failure, tail } from "../setup/failure.js";
import { root } from "../setup/paths.js";
import { run } from "../setup/processes.js";
import { createStack } from "./engineStack.mjs";
import { peakMemory } from "./memory.mjs";
import { megabytes, milliseconds, whole } from "./table.mjs";

// More than that, and the file backend takes most of the time.
const mostResources = 1000;
const up = ["up", "--yes", "--skip-preview", "--suppress-progress", "--suppress-outputs"];
const command = path.join(root, "bin", "pulumi-vcluster-platform");

/**
 * How long a search for drift takes beside the refresh of Pulumi that it is made of, how much it asks and how much memory it takes.
 * @type {import("./benches.mjs").Bench}
 */
export const drift = {
  name: "Drift",
  run: async (_, { objects }) => {
    const resources = Math.min(objects, mostResources);
    let requests = 0;
    /** @type {typeof import("../../emulator/platform.js").startPlatform} */
    const start = createRequire(import.meta.url)(path.join(root, "dist", "emulator", "platform.js")).startPlatform;
    const platform = await start({ onRequest: () => void requests++ });
    const stack = createStack(platform, resources);
    /** @param {string} program @param {string[]} args */
    const measured = async (program, ...args) => {
      requests = 0;
      const memory = peakMemory();
      const started = performance.now();
      const { code, output } = await run(program, args, stack.place);
      const ms = performance.now() - started;
      const bytes = memory.end();
      if (code !== 0) throw new Failure(`${program} ${args.join(" ")} ended with ${code}:\n${tail(output)}`);
      return { ms, requests, bytes };
    };
    try {
      for (const args of [["stack", "init", "bench"], up]) await measured("pulumi", ...args);
      const refresh = await measured("pulumi", "refresh", "--preview-only", "--non-interactive");
      const search = await measured(process.execPath, command, "drift");
      return [
        ...rows("pulumi refresh --preview-only", resources, refresh),
        ...rows("pulumi-vcluster-platform drift", resources, search),
      ];
    } finally {
      stack.dispose();
      await platform.close();
    }
  },
};

/**
 * @param {string} what
 * @param {number} resources
 * @param {{ ms: number, requests: number, bytes: number }} measured
 * @returns {import("./benches.mjs").Row[]}
 */
const rows = (what, resources, { ms, requests, bytes }) => [
  [what, milliseconds(ms), `${whole(resources)} resources, none of them drifted`],
  ["  requests", whole(requests)],
  ["  memory at most", megabytes(bytes), "of all its processes together"],
];
