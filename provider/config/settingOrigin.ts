import { envName, settingKey } from "../settingNames.js";

/** Origin of explicit settings: stack configuration, a Provider, or command-line options. */
export type SettingOrigin = "stack" | "provider" | "options";

/** The origins as messages name them. */
export const originNames: Readonly<Record<SettingOrigin, string>> = {
  stack: "the stack's configuration",
  provider: "the Provider in the program",
  options: "an option",
};

/** The ways to set a setting. A Provider in the program does not read stack configuration. */
export function howToSet(field: string, origin: SettingOrigin, isSecret: boolean): string {
  if (origin === "provider") return `Set ${field} of the Provider in the program, or ${envName(field)}.`;
  if (origin === "options") return `Set ${envName(field)}.`;
  const flag = isSecret ? "--secret " : "";
  const example = field === "baseUrl" ? "https://…" : "…";
  return `Run "pulumi config set ${flag}${settingKey(field)} ${example}" or set ${envName(field)}.`;
}
