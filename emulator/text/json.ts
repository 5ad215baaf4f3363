import { parse } from "lossless-json";

/** Any JSON value. Integers that a double cannot hold are bigints. */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** A JSON object; an undefined member is one that is not there. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** Whether a value is a JSON object (no list, no null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a member, also where its name is one that JavaScript treats specially. */
export function setMember(target: JsonObject, key: string, value: JsonValue): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Reads a member that the object itself has. */
export function getMember(target: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(target, key) ? target[key] : undefined;
}

/** Names the JSON type of a value as API servers do in messages about wrong types. */
export function jsonType(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" || Number.isSafeInteger(value) ? "integer" : typeof value;
}

/** Turns digits into a number, a bigint within 64 bits, or else a rounded double. */
export function wholeNumber(digits: bigint): number | bigint {
  return Number.isSafeInteger(Number(digits)) || BigInt.asIntN(64, digits) !== digits ? Number(digits) : digits;
}

/** Limits of every text that is read, and of every object that is patched. */
export const limits = {
  /** Nested lists and maps. Real servers allow 10,000; here every walk has to fit the stack. */
  depth: 500,
  tooDeep: "exceeded max depth",
  /** Duplicate and unknown fields that are named, as on real servers. */
  namedFields: 100,
  /** Characters of the name of such a field. */
  nameLength: 1000,
  /** Characters that the aliases of a YAML text may stand for. */
  aliasedLength: 3 * 1024 * 1024,
};

/** A text that is not JSON or YAML. */
export class UnreadableError extends Error {}

/** A value, and the keys that it has more than once; the last value counts. */
export interface Parsed {
  value: JsonValue;
  duplicates: string[];
}

/** Reads JSON. It keeps 64-bit integers, notes duplicate keys, and limits the depth. */
export function parseJson(text: string, extraDepth = 0): Parsed {
  const duplicates: string[] = [];
  const onDuplicateKey = ({ key, newValue }: { key: string; newValue: unknown }) => {
    if (duplicates.length < limits.namedFields) duplicates.push(key.slice(0, limits.nameLength));
    return newValue;
  };
  try {
    const reviver = /\\u[dD]/.test(text) ? wellFormed : undefined;
    const value = parse(text, reviver, { parseNumber, onDuplicateKey }) as JsonValue;
    if (!isDeeperThan(limits.depth + extraDepth, value)) return { value, duplicates };
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableError(`json: ${error.message}`);
    // The parser is recursive.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new UnreadableError(`json: ${limits.tooDeep}`);
}

// Field bookkeeping, lists and watch events are deeper than the object.
const storedDepth = 20;

/** Reads JSON that the platform wrote itself. */
export function parseStored(text: string): JsonValue {
  return parseJson(text, storedDepth).value;
}

// Half of a surrogate pair becomes U+FFFD, as in Go.
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? Buffer.from(value).toString() : value;
}

// No 64-bit integer is longer. The time to read digits grows with the square of their number.
const maxInt64Length = 20;

function parseNumber(text: string): number | bigint {
  const isInteger = /^-?\d+$/.test(text) && text.length <= maxInt64Length;
  // A negative zero is none in canonical JSON.
  const value = isInteger ? wholeNumber(BigInt(text)) : Number(text) + 0;
  if (Number.isFinite(Number(value))) return value;
  throw new SyntaxError(`number ${text} is out of range`);
}

/** Whether lists and maps lie deeper within each other than a number of levels. */
export function isDeeperThan(levels: number, value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** Writes canonical JSON: sorted keys, no spaces, 64-bit integers. Equal values give equal text. */
export function canonicalJson(value: JsonValue | undefined): string {
  if (typeof value === "bigint") return value.toString();
  if (value === undefined) return "null";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** Whether two values are the same JSON. */
export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right);
}
