import { defineMappingTag, defineScalarTag, FAILSAFE_SCHEMA, mergeTag, NOT_RESOLVED } from "js-yaml";
import { canonicalJson, isObject, type JsonObject, type JsonValue, setMember, wholeNumber } from "./json";

/** Text that cannot be read as the YAML of an API object. */
export class YamlError extends Error {}

const words = new Map<string, boolean>([
  ...["true", "yes", "on", "y"].flatMap(spellings).map((word): [string, boolean] => [word, true]),
  ...["false", "no", "off", "n"].flatMap(spellings).map((word): [string, boolean] => [word, false]),
]);
const nulls = new Set(["", "~", "null", "Null", "NULL"]);
const nonNumbers = new Map<string, number>([
  ...[".nan", ".NaN", ".NAN"].map((word): [string, number] => [word, Number.NaN]),
  ...spellings("inf").flatMap((word): [string, number][] => [
    [`.${word}`, Infinity],
    [`+.${word}`, Infinity],
    [`-.${word}`, -Infinity],
  ]),
]);
const decimal = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const integers: [RegExp, string][] = [
  [/^[-+]?0[xX]([0-9a-fA-F]+)$/, "0x"],
  [/^[-+]?0[bB]([01]+)$/, "0b"],
  [/^[-+]?0[oO]?([0-7]+)$/, "0o"],
  [/^[-+]?([1-9][0-9]*|0)$/, ""],
];

function spellings(word: string): string[] {
  return [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];
}

// The longest 64-bit integers are binary ones; longer digits are a float or, if they are too many for that, a text.
const maxIntegerLength = 70;

function readInteger(source: string): number | bigint | undefined {
  if (source.length > maxIntegerLength) return undefined;
  const text = source.replaceAll("_", "");
  for (const [pattern, prefix] of integers) {
    const digits = pattern.exec(text)?.[1];
    if (digits === undefined) continue;
    const size = BigInt(prefix + digits);
    return wholeNumber(text.startsWith("-") ? -size : size);
  }
  return undefined;
}

function readFloat(source: string): number | undefined {
  const special = nonNumbers.get(source);
  if (special !== undefined) return special;
  const text = source.replaceAll("_", "");
  if (!decimal.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const scalar = <T>(name: string, read: (source: string) => T | undefined, identify: (value: unknown) => boolean) =>
  defineScalarTag<T>(`tag:yaml.org,2002:${name}`, {
    implicit: true,
    identify,
    represent: String,
    resolve: (source) => read(source) ?? NOT_RESOLVED,
  });
const isInteger = (value: unknown) => typeof value === "bigint" || Number.isSafeInteger(value);
const isFloat = (value: unknown) => typeof value === "number" && !Number.isSafeInteger(value);

const nullTag = defineScalarTag<null>("tag:yaml.org,2002:null", {
  implicit: true,
  identify: (value) => value === null,
  represent: () => "null",
  resolve: (source) => (nulls.has(source) ? null : NOT_RESOLVED),
});

const mapTag = defineMappingTag<JsonObject>("tag:yaml.org,2002:map", {
  identify: isObject,
  represent: (object: JsonObject) => new Map(Object.entries(object)),
  create: () => ({}),
  has: (carrier, key) => Object.hasOwn(carrier, keyText(key, undefined)),
  addPair: (carrier, key, value) => {
    setMember(carrier, keyText(key, value), value as JsonValue);
    return "";
  },
  keys: (result) => Object.keys(result),
  get: (result, key) => result[String(key)],
});

function keyText(key: unknown, value: unknown): string {
  if (["string", "boolean", "number", "bigint"].includes(typeof key)) return String(key);
  const kind = key === null ? "%!s(<nil>)" : "%!s(map)";
  throw new YamlError(
    `unsupported map key of type: ${kind}, key: <nil>, value: ${canonicalJson((value ?? null) as JsonValue)}`,
  );
}

/** The words and numbers of YAML 1.1 as Go's reader knows them: no sexagesimals, no dates, octal with a bare zero. */
export const yamlSchema = FAILSAFE_SCHEMA.withTags(
  nullTag,
  scalar(
    "bool",
    (source) => words.get(source),
    (value) => typeof value === "boolean",
  ),
  scalar("int", readInteger, isInteger),
  scalar("float", readFloat, isFloat),
  mergeTag,
  mapTag,
);
