import { type CommandValues, UsageError } from "./command";

/** The text of an option, which must not be empty; undefined if it was not given. */
export function textValue(values: CommandValues, name: string): string | undefined {
  const value = values[name];
  if (value === "") throw new UsageError(`--${name} must not be empty`);
  return typeof value === "string" ? value : undefined;
}

/** The number of an option; undefined if it was not given. */
export function numberValue(values: CommandValues, name: string, max: number, min = 0): number | undefined {
  const value = textValue(values, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) > max || Number(value) < min) {
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${value}"`);
  }
  return Number(value);
}

/** The texts of an option that may be repeated, none of them empty. */
export function textsValue(values: CommandValues, name: string): string[] {
  const given = values[name];
  const texts = Array.isArray(given) ? given.map(String) : [];
  if (texts.includes("")) throw new UsageError(`--${name} must not be empty`);
  return texts;
}

/** Which of some words an option has; the first where it was not given. */
export function wordValue<Word extends string>(
  values: CommandValues,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = textValue(values, name) ?? words[0];
  const word = words.find((each) => each === value);
  if (word === undefined) throw new UsageError(`--${name} must be one of ${words.join(", ")}, not "${value}"`);
  return word;
}
