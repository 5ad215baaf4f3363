/** A range of a text; `end` is exclusive. */
export type Span = Readonly<Record<"start" | "end", number>>;

// Each level of quoting doubles a backslash; a URL inside a URL encodes % as %25.
const escapes = /(?:\\(?:u005c)*)+(?:u([0-9a-f]{4})|x([0-9a-f]{2}))?/gi;
const percentEscapes = /(?:%(?:25)*[0-9a-f]{2})+/gi;

// Control characters become the letters of their escapes, + a space, and quoting is dropped.
const special = "\n\r\t\b\f\v+'\\";
const folded = "nrtbfv ";

const decodePercents = (found: string): string =>
  Buffer.from((found.match(/[0-9a-f]{2}(?=%|$)/gi) ?? []).join(""), "hex").toString();

/** Normalizes a text: it has the same result in JSON, Go, YAML and URLs, however nested. */
export const unquoted = (text: string): string =>
  text
    .replace(percentEscapes, decodePercents)
    .replace(escapes, (_, unit = "", byte = "") => (unit + byte ? String.fromCharCode(parseInt(unit + byte, 16)) : ""))
    .replace(/[\n\r\t\b\f\v+'\\]/g, (char) => folded.charAt(special.indexOf(char)));

/** A run of hex or base64, decoded. */
export interface EncodedRun extends Span {
  readonly decoded: string;
}

const decoders = [
  [/[0-9a-f]{8,}/gi, "hex"],
  [/[\w+/-]{6,}={0,2}/g, "base64"],
] as const;

/** All runs of hex or base64, which may be ordinary words. */
export const encodedRuns = (text: string): EncodedRun[] =>
  decoders.flatMap(([expression, encoding]) =>
    [...text.matchAll(expression)].map(({ 0: run, index: start }) => {
      return { start, end: start + run.length, decoded: Buffer.from(run, encoding).toString() };
    }),
  );

// Names in camel case have no single lower case letter between upper case ones.
const isMixed = (word: string): boolean => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d|[A-Z][a-z][A-Z]/.test(word);

const isRandom = (word: string): boolean => isMixed(word) || /^[0-9a-f]{16,}$/i.test(word);

/** The spans of runs that are too random for a word or a name, so that they may encode a secret. */
export const randomRuns = (text: string): Span[] =>
  [...text.matchAll(/[\w+/-]{16,}={0,2}/g)]
    .filter(([run]) => (run.match(/[A-Za-z0-9]{8,}/g) ?? []).some(isRandom))
    .map(({ 0: run, index: start }) => ({ start, end: start + run.length }));

/** Sorts spans and merges overlapping and adjacent ones. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) all.splice(-1, 1, { start: last.start, end: Math.max(end, last.end) });
    else all.push({ start, end });
  }
  return all;
}

/** The texts before, between and after merged spans. */
export function outside(text: string, spans: readonly Span[]): string[] {
  const ends = [0, ...spans.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, spans[index]?.start));
}
