import { providerConfig } from "../../config/config.js";
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
