import { providerConfig } from "../../provider/config";
import { envName } from "../../provider/config/settingWords";

const settings = new RegExp(`\\bplatform:(${Object.keys(providerConfig.shape).join("|")})\\b`, "g");

/** The provider's advice names settings as stack configuration does, which is not read here: they are named by their variables. */
export const settingsByVariable = (advice: string): string =>
  advice.replace(settings, (_, field: string) => envName(field));
