import {
  defineMappingTag,
  defineScalarTag,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  getScalarValue,
  loadAll,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  YAMLException,
} from "js-yaml";
import { isObject, type JsonObject, type JsonValue, setMember, wholeNumber } from "./json";

/** Text that cannot be read as the YAML of an API object. */
export class YamlError extends Error {}

/** What was read, and one sentence for every key that was given twice (the last one wins). */
export interface ParsedYaml {
  value: JsonValue;
  duplicates: string[];
}

const words: Record<string, boolean> = {};
for (const word of ["true", "yes", "on", "y"]) for (const form of spellings(word)) words[form] = true;
for (const word of ["false", "no", "off", "n"]) for (const form of spellings(word)) words[form] = false;
const nulls = new Set(["", "~", "null", "Null", "NULL"]);
const infinities: Record<string, number> = {};
for (const word of spellings("inf")) {
  Object.assign(infinities, { [`.${word}`]: Infinity, [`+.${word}`]: Infinity, [`-.${word}`]: -Infinity });
}
for (const word of [".nan", ".NaN", ".NAN"]) infinities[word] = Number.NaN;

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

function readInteger(source: string): number | bigint | undefined {
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
  const special = infinities[source];
  if (special !== undefined) return special;
  const text = source.replaceAll("_", "");
  if (!decimal.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const scalar = <T>(name: string, read: (source: string) => T | undefined) =>
  defineScalarTag<T>(`tag:yaml.org,2002:${name}`, {
    implicit: true,
    identify: () => false,
    resolve: (source) => read(source) ?? NOT_RESOLVED,
  });

const nullTag = defineScalarTag<null>("tag:yaml.org,2002:null", {
  implicit: true,
  identify: () => false,
  resolve: (source) => (nulls.has(source) ? null : NOT_RESOLVED),
});

const mapTag = defineMappingTag<JsonObject>("tag:yaml.org,2002:map", {
  identify: isObject,
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
  throw new YamlError(`unsupported map key of type: ${kind}, key: <nil>, value: ${JSON.stringify(value ?? null)}`);
}

// The words and numbers of YAML 1.1 as Go's reader knows them: no sexagesimals, no dates, octal with a bare zero.
const schema = FAILSAFE_SCHEMA.withTags(
  nullTag,
  scalar("bool", (source) => words[source]),
  scalar("int", readInteger),
  scalar("float", readFloat),
  mergeTag,
  mapTag,
);

/** Reads the first document of a YAML text the way API servers do; later documents are ignored, as they ignore them. */
export function parseYaml(text: string): ParsedYaml {
  try {
    // `json: true` lets a doubled key overwrite, as the servers do.
    const value = (loadAll(text, { schema, json: true })[0] ?? null) as JsonValue;
    rejectNonNumbers(value);
    return { value, duplicates: duplicateKeys(text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? "" : `line ${error.mark.line + 1}: `;
    throw new YamlError(`yaml: ${line}${error.reason}`);
  }
}

function rejectNonNumbers(value: JsonValue | undefined): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new YamlError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) rejectNonNumbers(member);
}

interface OpenMap {
  keys: Set<string>;
  expectsKey: boolean;
}

function duplicateKeys(text: string): string[] {
  const found: string[] = [];
  const open: (OpenMap | undefined)[] = [];
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const duplicate = noteMember(open.at(-1), event, text);
    if (duplicate !== undefined) found.push(duplicate);
    if (event.type === EVENT_ID.MAPPING) open.push({ keys: new Set(), expectsKey: true });
    else if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT) open.push(undefined);
  }
  return found;
}

/** Notes a key or value of an open map; a key that was there before comes back as a sentence. */
function noteMember(map: OpenMap | undefined, event: Event, text: string): string | undefined {
  if (map === undefined) return undefined;
  map.expectsKey = !map.expectsKey;
  if (map.expectsKey || event.type !== EVENT_ID.SCALAR) return undefined;
  const key = getScalarValue(text, event);
  if (map.keys.has(key)) return `line ${lineAt(text, event.valueStart)}: key "${key}" already set in map`;
  map.keys.add(key);
  return undefined;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
