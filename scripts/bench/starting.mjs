import { megabytes, milliseconds } from "./table.mjs";

/**
 * How long a start takes, and how much memory an empty platform.
 * @type {import("./benches.mjs").Bench}
 */
export const starting = {
  name: "Start",
  run: async (platform) => [
    ["until it is ready", milliseconds(platform.startMs), "from the start of the process"],
    ["memory when empty", megabytes(platform.memory())],
  ],
};
