/** Far more than any answer of this API has. Walking through a deeper value could end in an overflow of the stack. */
export const mostJson = { depth: 200, values: 1_000_000 } as const;

/** What a JSON text can have too much of. */
export type Excess = keyof typeof mostJson;

/** What a JSON text has too much of, told without parsing it; undefined for one that is safe to parse. */
export function excessOf(text: string): Excess | undefined {
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
