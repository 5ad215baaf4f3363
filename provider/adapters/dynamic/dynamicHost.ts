import { now } from "../../api/call.js";
import { providerConfig } from "../../config/config.js";
import type { Diagnostics } from "../../engine/session.js";
import { settingKey } from "../../settingNames.js";

/** Reads one setting of the stack, such as `vcluster-platform:baseUrl`. */
export interface StackConfig {
  get(key: string): string | undefined;
}

/** The provider's settings that a stack's configuration has, by name. */
export function stackSettings(config: StackConfig): Record<string, unknown> {
  const fields = Object.keys(providerConfig.shape).map((field) => [field, config.get(settingKey(field))] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Prints messages. The host of dynamic resources has no connection to the engine's log. */
export const stderr: Diagnostics = {
  warn: (message) => process.stderr.write(`warning: ${message}\n`),
  inform: (message) => process.stderr.write(`${message}\n`),
  // Each line stays on screen, so progress is not shown.
  status: () => {},
};

const firstProgressMs = 10_000;

/** Diagnostics of one operation. Progress is shown at doubling intervals. */
export function withProgress(): Diagnostics {
  const started = now();
  let next = firstProgressMs;
  const status = (message: string) => {
    const elapsed = now() - started;
    if (elapsed < next) return;
    next = 2 * elapsed;
    stderr.inform(message);
  };
  return { ...stderr, status };
}
