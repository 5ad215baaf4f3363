import type { PlatformOptions } from "../../emulator/platformOptions";
import { providerConfig } from "../../provider/config.js";
import { type CommandValues, UsageError } from "../command";
import { text, wholeNumber } from "../values";

const maxPort = 65_535;
const maxLatencyMs = 600_000;

/** Turns the options of the command line into those of the platform; mistakes become usage errors. */
export function platformOptions(values: CommandValues): PlatformOptions {
  const given = {
    host: text(values, "host"),
    port: wholeNumber(values, "port", maxPort),
    accessKey: setting(values, "access-key", "accessKey"),
    vendor: setting(values, "vendor", "vendor"),
    latencyMs: wholeNumber(values, "latency", maxLatencyMs),
    projects: Array.isArray(values.project) ? values.project.map(String) : undefined,
    dataFile: text(values, "data"),
    seedFile: text(values, "seed"),
    hideKeys: values["hide-keys"] === true,
    omitEmpty: values["omit-empty"] === true,
    allowsAnonymous: values.anonymous === true,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as PlatformOptions;
}

// What the provider would refuse in its configuration is of no use here either.
function setting(values: CommandValues, name: string, field: "accessKey" | "vendor"): string | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  const read = providerConfig.shape[field].safeParse(value);
  if (read.success) return read.data;
  throw new UsageError(`--${name} cannot be used: ${read.error.issues[0]?.message}`);
}
