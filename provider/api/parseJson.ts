import { type Excess, excessOf, mostJson } from "./excessOf.js";

/** What a text says as JSON, or why nothing can be done with it. */
export type Parsed = { readonly value: unknown } | { readonly problem: string; readonly excess?: Excess };

const excessWords: Readonly<Record<Excess, string>> = {
  depth: `JSON that is nested more than ${mostJson.depth} levels deep`,
  values: `JSON of more than ${mostJson.values} values`,
};

/** Parses JSON of others; a key `__proto__`, which could change what objects are, is dropped. Undefined for broken JSON. */
export function parseJson(text: string): unknown {
  // The reviver is slow, so only where the key, plain or escaped, can be.
  const reviver = /__proto__|\\u00[567]/i.test(text) ? dropProto : undefined;
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

/** The same, if it is so little and so flat that everything can be done with it. */
export function readJson(text: string): Parsed {
  const excess = excessOf(text);
  if (excess !== undefined) return { problem: excessWords[excess], excess };
  const value = parseJson(text);
  return value === undefined ? { problem: "no JSON" } : { value };
}

const dropProto = (key: string, value: unknown): unknown => (key === "__proto__" ? undefined : value);
