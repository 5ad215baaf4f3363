/** A range of a text; `end` is exclusive. */
export type Span = Readonly<Record<"start" | "end", number>>;

/** The UTF-8 bytes of a text, one character each: URLs, hex and base64 encode bytes. */
export const toBytes = (text: string): string => Buffer.from(text).toString("latin1");

/** Decodes the result of {@link toBytes}. */
export const fromBytes = (bytes: string): string => Buffer.from(bytes, "latin1").toString();

// Each level of quoting doubles a backslash; a URL inside a URL encodes % as %25.
const backslashes = String.raw`(?:\\(?:u005c)?|%(?:25)*5c)+`;
const pair = `u(d[89ab][0-9a-f]{2})${backslashes}u(d[c-f][0-9a-f]{2})`;
const escapes = new RegExp(
  `${backslashes}(?:${pair}|u([0-9a-f]{4})|x([0-9a-f]{2}))?|%(?:25)*([0-9a-f]{2})|[\\n\\r\\t\\b\\f\\v\\x07'+]`,
  "gi",
);

// Maps a character to the letter of its escape, + to a space, and drops quoting characters.
// So the result for a character does not depend on the characters before it.
const [special, plain] = ["\n\r\t\b\f\v\u0007+'\\", "nrtbfva "];

const fold = (char: string): string => (special.includes(char) ? plain.charAt(special.indexOf(char)) : char);

function meaning(found: string, [high, low, unit, x, percent]: readonly (string | undefined)[]): string {
  const units = [high, low, unit].flatMap((hex) => (hex === undefined ? [] : Number.parseInt(hex, 16)));
  const byte = x ?? percent;
  if (units.length > 0) return toBytes(String.fromCharCode(...units)).replace(/^.$/s, fold);
  if (byte !== undefined) return fold(String.fromCharCode(Number.parseInt(byte, 16)));
  return found.length > 1 ? "" : fold(found);
}

/** Normalizes bytes: a text has the same result in JSON, Go, YAML and URLs, however nested. */
export function unquoted(bytes: string, onEscape: (place: Span, length: number) => void = () => {}): string {
  return bytes.replace(escapes, (found, ...rest) => {
    const meant = meaning(found, rest);
    onEscape({ start: rest[5], end: rest[5] + found.length }, meant.length);
    return meant;
  });
}

/** The span in the original of each unquoted byte. */
export function unquotedSpans(bytes: string): Span[] {
  const places: Span[] = [];
  let done = 0;
  const keepUpTo = (end: number) => {
    for (; done < end; done++) places.push({ start: done, end: done + 1 });
  };
  unquoted(bytes, (place, length) => {
    keepUpTo(place.start);
    for (let count = 0; count < length; count++) places.push(place);
    done = place.end;
  });
  keepUpTo(bytes.length);
  return places;
}

/** A run of hex or base64, decoded at each possible alignment. */
export interface EncodedRun extends Span {
  readonly decoded: string;
}

const decoders: readonly [run: RegExp, encoding: "hex" | "base64", starts: (run: string) => string[]][] = [
  [/[0-9a-f]{8,}/gi, "hex", (run) => [run, run.slice(1)]],
  [/[\w+/-]{6,}={0,2}/g, "base64", (run) => ["", "A", "AA", "AAA"].map((before) => before + run)],
];

/** All runs of hex or base64. */
export const encodedRuns = (bytes: string): EncodedRun[] =>
  decoders.flatMap(([expression, encoding, starts]) =>
    [...bytes.matchAll(expression)].map(({ 0: run, index: start }) => {
      const decoded = starts(run).map((each) => Buffer.from(each, encoding).toString("latin1"));
      return { start, end: start + run.length, decoded: decoded.join("\0") };
    }),
  );
