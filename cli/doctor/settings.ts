import {
  type ConfigField,
  type ConfigProblem,
  type ConfigSource,
  providerConfig,
  type ResolvedConfig,
  resolveConfig,
  type SettingOrigin,
} from "../../provider/cliFacade";
import { envName, settingKey } from "../../provider/settingNames.js";
import type { Facts } from "./check";
import type { StackConfiguration } from "./stack";

/** Encrypted settings of the stack that cannot be decrypted and that no option overrides. */
const undecryptedFields = ({ explicit, stack }: SettingFacts): ConfigField[] =>
  (stack?.undecrypted ?? []).filter((field) => !explicit[field]);

/** Whether there is such a setting. */
export const hasUndecrypted = (facts: SettingFacts): boolean => undecryptedFields(facts).length > 0;

// The environment's key may belong to another platform, so it must not replace the stack's.
const undecryptedProblems = (facts: SettingFacts): ConfigProblem[] =>
  undecryptedFields(facts).map((property) => ({
    property,
    reason: `stack ${facts.stack?.name} sets it, which could not be decrypted; nothing else is used in its place`,
  }));

/** Sources of settings. */
type SettingFacts = Pick<Facts, "explicit" | "machine"> & { readonly stack?: StackConfiguration | undefined };

/** The settings as the provider resolves them; options override the stack's configuration. */
export function settingsOf(facts: SettingFacts, standIn: Readonly<Record<string, string>> = {}): ResolvedConfig {
  const { explicit, machine, stack } = facts;
  if (hasUndecrypted(facts) && !standIn.accessKey) return { problems: undecryptedProblems(facts) };
  const options = Object.entries(explicit).filter(([, value]) => value);
  const given = { ...stack?.given, ...Object.fromEntries(options), ...standIn };
  const resolve = (by: SettingOrigin) => resolveConfig(given, machine, { origin: by });
  const [ofStack, ofOptions] = [resolve("stack"), resolve("options")];
  if (!stack || !("problems" in ofStack) || !("problems" in ofOptions)) return ofOptions;
  // The two differ in their advice only.
  const problems = ofStack.problems.map((found, at) =>
    explicit[found.property] ? (ofOptions.problems[at] ?? found) : found,
  );
  return { problems };
}

/** Source of a setting's value. */
export function originOf(field: ConfigField, source: ConfigSource, { explicit, stack }: Facts): string {
  if (source === "default") return "by default";
  if (source === "environment") return `from ${envName(field)}`;
  // Options and the stack are both "program"; the option comes first.
  if (source === "program") return explicit[field] ? "from an option" : `from stack ${stack?.name}`;
  return `from ${source}`;
}

const settings = new RegExp(`\\b${settingKey("")}(${Object.keys(providerConfig.shape).join("|")})\\b`, "g");

/**
 * Adapts the provider's advice: environment variables in place of stack configuration if no stack
 * is known, and `--stack` if it was given.
 */
export function adviceFor({ stack, stackName }: Facts, advice: string): string {
  if (!stack) return advice.replace(settings, (_, field: string) => envName(field));
  return stackName === undefined
    ? advice
    : advice.replaceAll("pulumi config set ", () => `pulumi config set --stack ${stack.name} `);
}

/** How to change a setting at its source: no variable overrides the stack's configuration. */
export function howToChange(field: ConfigField, value: string, { explicit, stack }: Facts): string {
  if (explicit[field]) return `Give ${value} as the option.`;
  return stack?.given[field]
    ? `Run "pulumi config set ${settingKey(field)} ${value}".`
    : `Set ${envName(field)}=${value}.`;
}

/** How to replace a refused access key. */
export function howToChangeKey({ stack }: Facts): string {
  if (!stack?.given.accessKey) return `Set a valid one as ${envName("accessKey")}.`;
  return `Set a valid one with "pulumi config set --secret ${settingKey("accessKey")}", or remove it there and set ${envName("accessKey")}.`;
}
