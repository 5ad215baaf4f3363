import { inPlaceOfMark, isMarkingKey, isMarkingText, signature, unknownTexts } from "./pulumiMarks.js";

/** Far more than any answer of this API has. */
export const mostJson = { depth: 200, values: 1_000_000 } as const;

/** What a JSON text can have too much of. */
export type Excess = keyof typeof mostJson;

/** What a text says as JSON, or why nothing can be done with it. */
export type Parsed = { readonly value: unknown } | { readonly problem: string; readonly excess?: Excess };

const excessWords: Readonly<Record<Excess, string>> = {
  depth: `JSON that is nested more than ${mostJson.depth} levels deep`,
  values: `JSON of more than ${mostJson.values} values`,
};

/**
 * Reads JSON that somebody else wrote, within limits of size and depth. The value has no marker of
 * Pulumi and no key `__proto__`. A value to keep also has valid Unicode and finite numbers only.
 */
export function readJson(text: string, isKept = true): Parsed {
  const excess = excessOf(text);
  if (excess !== undefined) return { problem: excessWords[excess], excess };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "no JSON" };
  }
  // Most texts have nothing suspicious, and a list may have many objects.
  return suspicious.test(text) ? cleaned(value, isKept) : { value };
}

/** The value of JSON of any size, without markers of Pulumi; undefined for broken JSON. */
export function parseJson(text: string): unknown {
  try {
    const parsed = suspicious.test(text) ? cleaned(JSON.parse(text), false) : { value: JSON.parse(text) };
    return "value" in parsed ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** How a text looks that may hold what is not passed on. An escaped character may be any. */
const suspicious = new RegExp(
  String.raw`\\u(?!003[ce]|0026)|__p|${signature}|${unknownTexts.join("|")}|\d[eE]\+?\d{3}|\d{200}`,
);

const brokenUnicode = /\p{Surrogate}/u;

/** Changes the value in place. Not recursive, since a deep value could exhaust the stack. */
function cleaned(value: unknown, isKept: boolean): Parsed {
  const whole = { value };
  const left: object[] = [whole];
  for (let next = left.pop(); next; next = left.pop()) {
    const members = next as Record<string, unknown>;
    const all = isKept ? [...Object.keys(members), ...Object.values(members)] : [];
    const problem = all.map(problemWith).find(Boolean);
    if (problem !== undefined) return { problem };
    replaceMarks(members);
    for (const member of Object.values(members)) if (typeof member === "object" && member !== null) left.push(member);
  }
  return whole;
}

function problemWith(value: unknown): string | undefined {
  if (typeof value === "string" && brokenUnicode.test(value)) return "a text that is no valid Unicode";
  return typeof value === "number" && !Number.isFinite(value) ? "a number that is too large" : undefined;
}

function replaceMarks(members: Record<string, unknown>): void {
  Reflect.deleteProperty(members, "__proto__");
  for (const [key, member] of Object.entries(members)) {
    if (typeof member === "string" && isMarkingText(member)) members[key] = inPlaceOfMark;
    if (!isMarkingKey(key) && !isMarkingText(key)) continue;
    members[inPlaceOfMark] = members[key];
    delete members[key];
  }
}

/** What a JSON text has too much of; undefined if it is safe to parse. */
function excessOf(text: string): Excess | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    depth += deeper[code] ?? 0;
    values += oneMore[code] ?? 0;
    if (depth > mostJson.depth) return "depth";
    if (values > mostJson.values) return "values";
  }
  return undefined;
}

const [quote, backslash] = [...'"\\'].map((char) => char.charCodeAt(0));

/** What a character outside of texts does to a count. */
const table = (steps: Readonly<Record<string, number>>): Int8Array =>
  Int8Array.from({ length: 128 }, (_, code) => steps[String.fromCharCode(code)] ?? 0);

const deeper = table({ "[": 1, "{": 1, "]": -1, "}": -1 });
const oneMore = table({ "[": 1, "{": 1, ",": 1 });

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let escaped = false;
  for (let before = at - 1; text.charCodeAt(before) === backslash; before--) escaped = !escaped;
  return escaped;
}
