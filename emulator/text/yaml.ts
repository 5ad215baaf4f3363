import {
  boolYaml11Tag,
  defineMappingTag,
  defineScalarTag,
  dump,
  FAILSAFE_SCHEMA,
  floatCoreTag,
  loadAll,
  mergeTag,
  NOT_RESOLVED,
  nullYaml11Tag,
  YAMLException,
} from "js-yaml";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  limits,
  type Parsed,
  setMember,
  UnreadableError,
  wholeNumber,
} from "./json";

// The longest 64-bit integers are binary. Longer digits are a float or a text.
const maxIntegerLength = 70;
const integers: [RegExp, string][] = [
  [/^[-+]?0[xX]([0-9a-fA-F]+)$/, "0x"],
  [/^[-+]?0[bB]([01]+)$/, "0b"],
  [/^[-+]?0[oO]?([0-7]+)$/, "0o"],
  [/^[-+]?([1-9][0-9]*|0)$/, ""],
];

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

const intTag = defineScalarTag<number | bigint>("tag:yaml.org,2002:int", {
  implicit: true,
  identify: (value) => typeof value === "bigint" || Number.isSafeInteger(value),
  represent: String,
  resolve: (source) => readInteger(source) ?? NOT_RESOLVED,
});

// Keys are texts, also those that YAML reads as numbers or booleans.
const mapTag = defineMappingTag<JsonObject>("tag:yaml.org,2002:map", {
  identify: isObject,
  represent: (object: JsonObject) => new Map(Object.entries(object)),
  create: () => ({}),
  has: (object, key) => Object.hasOwn(object, String(key)),
  addPair: (object, key, value) => {
    if (typeof key === "object") return "unsupported map key";
    setMember(object, String(key), value as JsonValue);
    return "";
  },
  keys: Object.keys,
  get: (object, key) => object[String(key)],
});

/** The words and numbers of YAML 1.1 as API servers read them: without dates and sexagesimals. */
export const yamlSchema = FAILSAFE_SCHEMA.withTags(
  nullYaml11Tag,
  boolYaml11Tag,
  intTag,
  floatCoreTag,
  mergeTag,
  mapTag,
);

/** Reads the first document. Of a duplicate key the last value counts, as on API servers. */
export function parseYaml(text: string): Parsed {
  const duplicates: string[] = [];
  const read = (json: boolean): unknown => {
    try {
      // For the library a scalar is a level, too.
      return loadAll(text, { schema: yamlSchema, json, maxDepth: limits.depth + 1 })[0] ?? null;
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const { reason, mark } = error;
      const problem = mark === undefined ? reason : `line ${mark.line + 1}: ${reason}`;
      if (json || !reason.startsWith("duplicated")) throw new UnreadableError(`yaml: ${problem}`);
      duplicates.push(problem);
      return read(true);
    }
  };
  const value = read(false);
  return { value: copy(value as JsonValue, { left: text.length + limits.aliasedLength }), duplicates };
}

/** Writes YAML. */
export const writeYaml = (value: JsonValue): string => dump(value, { schema: yamlSchema });

/** Copies what aliases share. A document must not expand far beyond its size ("YAML bomb"). */
function copy(value: JsonValue, budget: { left: number }, depth = 0): JsonValue {
  budget.left -= typeof value === "string" ? value.length : 1;
  if (budget.left < 0) throw new UnreadableError("yaml: document contains excessive aliasing");
  if (depth > limits.depth) throw new UnreadableError(`yaml: ${limits.tooDeep}`);
  if (typeof value === "number" && !Number.isFinite(value)) throw new UnreadableError("yaml: a number is not finite");
  if (Array.isArray(value)) return value.map((item) => copy(item, budget, depth + 1));
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    budget.left -= key.length;
    setMember(result, key, copy(member ?? null, budget, depth + 1));
  }
  return result;
}
