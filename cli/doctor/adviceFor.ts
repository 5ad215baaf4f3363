import { providerConfig } from "../../provider/config";
import { envName } from "../../provider/config/settingWords";
import type { Facts } from "./check";

const settings = new RegExp(`\\bplatform:(${Object.keys(providerConfig.shape).join("|")})\\b`, "g");

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
