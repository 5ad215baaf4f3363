import { type CommandValues, UsageError } from "./command";

/** The text of an option, which must not be empty; undefined if it was not given. */
export function textValue(values: CommandValues, name: string): string | undefined {
  const value = values[name];
  if (value === "") throw new UsageError(`--${name} must not be empty`);
  return typeof value === "string" ? value : undefined;
}

/** The number of an option; undefined if it was not given. */
export function numberValue(values: CommandValues, name: string, max: number): number | undefined {
  const value = textValue(values, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) > max) {
    throw new UsageError(`--${name} must be a whole number from 0 to ${max}, not "${value}"`);
  }
  return Number(value);
}
