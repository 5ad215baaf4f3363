import { maxDelayMs } from "../../emulator/faults/fault";
import type { PlatformOptions } from "../../emulator/platformOptions";
import { providerConfig } from "../../provider/config";
import { type CommandValues, UsageError } from "../command";
import { numberValue, textValue } from "../values";

const maxPort = 65_535;

/** Turns the options of the command line into those of the platform; mistakes become usage errors. */
export function platformOptions(values: CommandValues): PlatformOptions {
  const given = {
    host: textValue(values, "host"),
    port: numberValue(values, "port", maxPort),
    accessKey: setting(values, "access-key", "accessKey"),
    vendor: setting(values, "vendor", "vendor"),
    latencyMs: numberValue(values, "latency", maxDelayMs),
    projects: Array.isArray(values.project) ? values.project.map(String) : undefined,
    dataFile: textValue(values, "data"),
    seedFile: textValue(values, "seed"),
    hideKeys: values["hide-keys"] === true,
    omitEmpty: values["omit-empty"] === true,
    allowsAnonymous: values.anonymous === true,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as PlatformOptions;
}

// What the provider would refuse in its configuration is of no use here either.
function setting(values: CommandValues, name: string, field: "accessKey" | "vendor"): string | undefined {
  const value = textValue(values, name);
  if (value === undefined) return undefined;
  const read = providerConfig.shape[field].safeParse(value);
  if (read.success) return read.data;
  throw new UsageError(`--${name} cannot be used: ${read.error.issues[0]?.message}`);
}
