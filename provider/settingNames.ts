import { packageName } from "./packageNames.js";

/** The key of a setting in stack configuration. */
export const settingKey = <const Setting extends string>(setting: Setting) => `${packageName}:${setting}` as const;

/** In constant case: BASE_URL for baseUrl, VCLUSTER_PLATFORM for vcluster-platform. */
const constantCase = (name: string) =>
  name
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll("-", "_")
    .toUpperCase();

/** The environment variable of a setting: VCLUSTER_PLATFORM_BASE_URL for baseUrl. */
export const envName = (setting: string): string => `${constantCase(packageName)}_${constantCase(setting)}`;
