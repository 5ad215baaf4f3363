import {
  type ConfigField,
  type ConfigProblem,
  type ConfigSource,
  type ResolvedConfig,
  resolveConfig,
} from "../../provider/config/config";
import { findLogin } from "../../provider/config/login";
import type { SettingOrigin } from "../../provider/config/settingOrigin";
import { envName } from "../../provider/identity.js";
import type { Facts } from "./check";
import type { StackConfiguration } from "./stack/stackConfiguration";

/** Settings that the stack has, nobody can read here, and no option gives in their place. */
const sealedFields = ({ explicit, stack }: SettingFacts): ConfigField[] =>
  (stack?.sealed ?? []).filter((field) => !explicit[field]);

/** Whether the stack has a setting that cannot be decrypted, and that no option gives. */
export const isSealed = (facts: SettingFacts): boolean => sealedFields(facts).length > 0;

// The key of the environment may be for another platform than the stack's, which must not get to see it.
const sealedProblems = (facts: SettingFacts): ConfigProblem[] =>
  sealedFields(facts).map((property) => ({
    property,
    reason: `stack ${facts.stack?.name} sets it, which could not be decrypted; nothing else is used in its place`,
  }));

/** What settings are read from. */
export type SettingFacts = Pick<Facts, "explicit" | "machine"> & { readonly stack?: StackConfiguration | undefined };

/** The settings as the provider takes them, where options stand before the configuration of the stack. */
export function settingsOf(facts: SettingFacts, standIn: Readonly<Record<string, string>> = {}): ResolvedConfig {
  const { explicit, machine, stack } = facts;
  if (isSealed(facts) && !standIn.accessKey) return { problems: sealedProblems(facts) };
  const options = Object.entries(explicit).filter(([, value]) => value);
  const given = { ...stack?.given, ...Object.fromEntries(options), ...standIn };
  const resolve = (by: SettingOrigin) => resolveConfig(given, machine.env, machine.files, new Set(), by);
  const [ofStack, ofOptions] = [resolve("stack"), resolve("options")];
  if (!stack || !("problems" in ofStack) || !("problems" in ofOptions)) return ofOptions;
  // Only what helps differs: what is wrong with an option is nothing that the stack's configuration could mend.
  const problems = ofStack.problems.map((found, at) =>
    explicit[found.property] ? (ofOptions.problems[at] ?? found) : found,
  );
  return { problems };
}

/** From where a setting's value came, and where else it is set without counting. */
export function originOf(field: ConfigField, source: ConfigSource, facts: Facts): string {
  if (source === "default") return "by default";
  const [winner = "", ...others] = placesOf(field, facts, source);
  return `from ${winner}${others.length > 0 ? `, which overrides ${others.join(" and ")}` : ""}`;
}

/** Where a setting is set: the place that counts first, which the provider decides. */
function placesOf(field: ConfigField, { explicit, machine, stack }: Facts, source: ConfigSource): string[] {
  // Whatever is known elsewhere, this is what the login file would give.
  const login = findLogin({ has: () => false, baseUrl: undefined }, machine.files);
  const isOfLogin = source.startsWith("~");
  const file = isOfLogin ? source : login.file;
  const places: [isSetIn: boolean, of: ConfigSource, words: string][] = [
    [Boolean(explicit[field]), "program", "an option"],
    [Boolean(stack?.given[field]) || stack?.sealed.includes(field) === true, "program", `stack ${stack?.name}`],
    [Boolean(machine.env[envName(field)]), "environment", envName(field)],
    [isOfLogin || field in login.values, file, file],
  ];
  const set = places.filter(([isSetIn]) => isSetIn);
  // Both an option and the stack are explicit; the option stands first.
  const counting = set.find(([, of]) => of === source);
  return [...(counting ? [counting] : []), ...set.filter((place) => place !== counting)].map(([, , words]) => words);
}
