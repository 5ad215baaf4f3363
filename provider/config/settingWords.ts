import { envName, settingKey } from "../identity.js";
/**
 * Who gives the settings that neither the environment nor a login file gives: the stack's configuration, a Provider in
 * the program, or the options of a command, which reads no stack's configuration.
 */
export type GivenBy = "stack" | "provider" | "options";

/** Where a setting of the program stands. */
export const places: Readonly<Record<GivenBy, string>> = {
  stack: "the stack's configuration",
  provider: "the Provider in the program",
  options: "an option",
};

/** Every way to set a setting. The stack's configuration says nothing to a Provider in the program. */
export function howToSet(field: string, by: GivenBy, isSecret: boolean): string {
  if (by === "provider") return `Set ${field} of the Provider in the program, or ${envName(field)}.`;
  if (by === "options") return `Set ${envName(field)}.`;
  const [flag, example] = [isSecret ? "--secret " : "", field === "baseUrl" ? "https://…" : "…"];
  return `Run "pulumi config set ${flag}${settingKey(field)} ${example}" or set ${envName(field)}.`;
}
