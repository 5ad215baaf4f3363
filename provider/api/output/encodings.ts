/** Part of a text, from its start up to its end. */
export type Span = Readonly<Record<"start" | "end", number>>;

/** The bytes of a text in UTF-8, a character for each: URLs, hex and base64 encode bytes. */
export const toBytes = (text: string): string => Buffer.from(text).toString("latin1");

/** The text of bytes. */
export const fromBytes = (bytes: string): string => Buffer.from(bytes, "latin1").toString();

// Each level of quoting doubles a backslash, and a URL in a URL writes %25 for a percent sign.
const backslashes = String.raw`(?:\\(?:u005c)?|%(?:25)*5c)+`;
const pair = `u(d[89ab][0-9a-f]{2})${backslashes}u(d[c-f][0-9a-f]{2})`;
const escapes = new RegExp(
  `${backslashes}(?:${pair}|u([0-9a-f]{4})|x([0-9a-f]{2}))?|%(?:25)*([0-9a-f]{2})|[\\n\\r\\t\\b\\f\\v\\x07'+]`,
  "gi",
);

// A character is taken for the letter of its escape, a plus sign for a space, and a quoting
// character for nothing: so what stands before a character does not change what it is taken for.
const [special, plain] = ["\n\r\t\b\f\v\u0007+'\\", "nrtbfva "];

const fold = (char: string): string => (special.includes(char) ? plain.charAt(special.indexOf(char)) : char);

function meaning(found: string, [high, low, unit, x, percent]: readonly (string | undefined)[]): string {
  const units = [high, low, unit].flatMap((hex) => (hex === undefined ? [] : Number.parseInt(hex, 16)));
  const byte = x ?? percent;
  if (units.length > 0) return toBytes(String.fromCharCode(...units)).replace(/^.$/s, fold);
  if (byte !== undefined) return fold(String.fromCharCode(Number.parseInt(byte, 16)));
  return found.length > 1 ? "" : fold(found);
}

/** The same bytes for a text and its spellings in JSON, Go, YAML and URLs, nested in any way. */
export function unquoted(bytes: string, onEscape: (place: Span, length: number) => void = () => {}): string {
  return bytes.replace(escapes, (found, ...rest) => {
    const meant = meaning(found, rest);
    onEscape({ start: rest[5], end: rest[5] + found.length }, meant.length);
    return meant;
  });
}

/** Where each of the unquoted bytes stands. */
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

/** A run of hex or base64, decoded from each place where the encoded text may begin. */
export interface EncodedRun extends Span {
  readonly decoded: string;
}

const decoders: readonly [run: RegExp, encoding: "hex" | "base64", starts: (run: string) => string[]][] = [
  [/[0-9a-f]{8,}/gi, "hex", (run) => [run, run.slice(1)]],
  [/[\w+/-]{6,}={0,2}/g, "base64", (run) => ["", "A", "AA", "AAA"].map((before) => before + run)],
];

/** Every run of hex or base64. */
export const encodedRuns = (bytes: string): EncodedRun[] =>
  decoders.flatMap(([expression, encoding, starts]) =>
    [...bytes.matchAll(expression)].map(({ 0: run, index: start }) => {
      const decoded = starts(run).map((each) => Buffer.from(each, encoding).toString("latin1"));
      return { start, end: start + run.length, decoded: decoded.join("\0") };
    }),
  );
