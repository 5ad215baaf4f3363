import { type ConfigField, providerConfig } from "../../provider/config/config";
import { envName, settingKey } from "../../provider/identity.js";
import type { Facts } from "./check";

const settings = new RegExp(`\\b${settingKey("")}(${Object.keys(providerConfig.shape).join("|")})\\b`, "g");

/**
 * The provider's advice names settings as stack configuration does. Where none is looked at, they are named by their variables; where a
 * stack was named, the advice names it, too.
 */
export function adviceFor({ stack, stackName }: Facts, advice: string): string {
  if (!stack) return advice.replace(settings, (_, field: string) => envName(field));
  return stackName === undefined
    ? advice
    : advice.replaceAll("pulumi config set ", () => `pulumi config set --stack ${stack.name} `);
}

/** How to give a setting another value where it has it from: what the stack's configuration says, no variable changes. */
export function howToChange(field: ConfigField, value: string, { explicit, stack }: Facts): string {
  if (explicit[field]) return `Give ${value} as the option.`;
  return stack?.given[field]
    ? `Run "pulumi config set ${settingKey(field)} ${value}".`
    : `Set ${envName(field)}=${value}.`;
}

/** How to set a key that the platform takes. */
export function howToChangeKey({ stack }: Facts): string {
  if (!stack?.given.accessKey) return `Set a valid one as ${envName("accessKey")}.`;
  return `Set a valid one with "pulumi config set --secret ${settingKey("accessKey")}", or remove it there and set ${envName("accessKey")}.`;
}
