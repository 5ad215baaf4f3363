import { maxJsonDepth } from "./sizeLimits.js";

/** The key that marks a map as a special value of Pulumi, such as a secret or an asset. */
export const signature = "4dabf18193072939515e22adb298388d";

/** Pulumi's sentinels for unknown values, one per type. The first is for strings. */
export const unknownSentinels = [
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
] as const;

const sentinelSet: ReadonlySet<string> = new Set(unknownSentinels);

/** Replaces a marker in platform data, because a marker could make Pulumi read a local file. */
export const markerPlaceholder = "(a marker of Pulumi, which is not passed on)";

/** Whether this key marks a special value of Pulumi or of its Node.js SDK. */
export const isMarkerKey = (key: string): boolean => key === signature || key.startsWith("__pulumi");

/** Whether a text is a sentinel for an unknown value. */
export const isUnknownSentinel = (text: string): boolean => sentinelSet.has(text);

/** The value of a JSON text, or why it is not usable. */
type Parsed = { readonly value: unknown } | { readonly problem: string };

/**
 * Parses untrusted JSON and removes markers of Pulumi and the key `__proto__`. With `strict`, it
 * also rejects deep nesting, invalid Unicode and infinite numbers.
 */
export function readJson(text: string, strict = true): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "invalid JSON" };
  }
  return clean(value, suspiciousJson.test(text), strict);
}

/** The value of JSON, not strict, without markers of Pulumi; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  const parsed = readJson(text, false);
  return "value" in parsed ? parsed.value : undefined;
}

// A number may be infinite with an exponent of three digits, or with 200 digits. A uid may contain
// 1e300, but without a delimiter before it.
const largeNumber = String.raw`(?:^|[[:,\s])-?\d[\d.]*[eE]\+?\d{3}|\d{200}`;

/**
 * Matches JSON that may contain a value to remove or reject. An escape may hide one, except those
 * that every Go server writes for `<`, `>` and `&`.
 */
const suspiciousJson = new RegExp(
  String.raw`\\u(?!003[ce]|0026)|__p|${signature}|${unknownSentinels.join("|")}|${largeNumber}`,
);

/** Cleans the value in place, level by level: recursion could overflow the stack. */
function clean(value: unknown, isSuspicious: boolean, strict: boolean): Parsed {
  const root = { value };
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (strict && depth > maxJsonDepth) return { problem: `JSON that is nested more than ${maxJsonDepth} levels deep` };
    // Other JSON has nothing to clean, but may be nested too deep.
    const suspects = isSuspicious ? level : [];
    for (const members of suspects) {
      const problem = cleanMembers(members as Record<string, unknown>, strict);
      if (problem !== undefined) return { problem };
    }
    level = containersIn(level);
  }
  return root;
}

function containersIn(level: readonly object[]): object[] {
  const containers: object[] = [];
  for (const members of level) {
    for (const member of Object.values(members)) if (typeof member === "object" && member) containers.push(member);
  }
  return containers;
}

/** Cleans an object or a list in place, or returns why it is rejected. */
function cleanMembers(members: Record<string | number, unknown>, strict: boolean): string | undefined {
  Reflect.deleteProperty(members, "__proto__");
  // A list may have millions of items: a string for each index would exhaust the memory.
  for (const key of Array.isArray(members) ? members.keys() : Object.keys(members)) {
    const member = members[key];
    const problem = strict ? (valueProblem(key) ?? valueProblem(member)) : undefined;
    if (problem !== undefined) return problem;
    if (typeof member === "string" && isUnknownSentinel(member)) members[key] = markerPlaceholder;
    if (typeof key === "number" || !(isMarkerKey(key) || isUnknownSentinel(key))) continue;
    members[markerPlaceholder] = members[key];
    delete members[key];
  }
  return undefined;
}

function valueProblem(value: unknown): string | undefined {
  if (typeof value === "string" && !value.isWellFormed()) return "a text that is not valid Unicode";
  return typeof value === "number" && !Number.isFinite(value) ? "a number that is too large" : undefined;
}
