import { now } from "../../api/call.js";
import { providerConfig } from "../../config/config.js";
import type { Diagnostics } from "../../engine/session.js";
import { settingKey } from "../../settingNames.js";

/** Reads one setting of the stack, such as `vcluster-platform:baseUrl`. */
export interface StackConfig {
  get(key: string): string | undefined;
}

/** The provider's settings in the stack's configuration, by name. */
export function stackSettings(config: StackConfig): Record<string, unknown> {
  const fields = Object.keys(providerConfig.shape).map((field) => [field, config.get(settingKey(field))] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Prints messages to stderr: the host of dynamic resources cannot reach the engine's log. */
export const stderr: Diagnostics = {
  warn: (message) => process.stderr.write(`warning: ${message}\n`),
  inform: (message) => process.stderr.write(`${message}\n`),
  // A printed line stays on screen, so progress is not shown by default.
  status: () => {},
};

/** Milliseconds of an operation until its first progress message. */
const firstProgressMs = 10_000;

/** Diagnostics of one operation. Shows progress each time that the elapsed time has doubled. */
export function withProgress(): Diagnostics {
  const started = now();
  let nextProgressMs = firstProgressMs;
  const status = (message: string) => {
    const elapsed = now() - started;
    if (elapsed < nextProgressMs) return;
    nextProgressMs = 2 * elapsed;
    stderr.inform(message);
  };
  return { ...stderr, status };
}
