import { isObject } from "./apiObject.js";

// How such values are written in JSON; most texts have nothing that looks like it, and need not be walked through.
const suspicious = /\\u[dD][89a-fA-F]|(?:^|[\s:,[])-?\d[\d.]*[eE]\+?\d{3}|\d{200}/;
const brokenUnicode = /\p{Surrogate}/u;

/** What a parsed JSON text holds that no state of Pulumi can: it would be lost after the write that answered it. */
export function unfitFor(text: string, value: unknown): string | undefined {
  return suspicious.test(text) ? unfitIn([value]) : undefined;
}

function unfitIn(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value === "string" && brokenUnicode.test(value)) return "a text that is no valid Unicode";
    if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
    const inside = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
    const problem = unfitIn(inside);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
