import type { Audience } from "../session.js";

/** Prints messages without a resource, since the host of dynamic resources has no log of the engine. */
export const stderr: Audience = {
  warn: (message) => process.stderr.write(`warning: ${message}\n`),
  inform: (message) => process.stderr.write(`${message}\n`),
  // Each line stays on screen, so progress is not shown.
  status: () => {},
};
