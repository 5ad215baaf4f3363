/** Replaces a secret. */
export const mask = "[secret]";

// Fields whose values are secrets.
const keyNames = "(?:access_?)?key|(?:id|access|refresh)?token|nonce|connectorData|password|clientSecret|authorization";

// A value up to a quote with as many backslashes as group 1 has, or to the end.
const toQuote = `[\\s\\S]*?(?:(?<!\\\\)\\1"|$)`;

// A quoted or truncated value. No part matches in two ways, so matching is linear.
const goValue = `"[^"\\\\]*(?:\\\\[\\s\\S][^"\\\\]*)*(?:"|\\\\?$)`;

/** A JSON web token. It also consumes texts that only start like one, so matching is linear. */
export const jsonWebToken = /\beyJ[\w-]+(\.[\w-]+\.[\w-]*)?/g;

const shapes: readonly (readonly [RegExp, string])[] = [
  // A member of a JSON object, quoted any number of times.
  [new RegExp(`(?<!\\\\)(\\\\*)"(${keyNames})\\1"\\s*:\\s*\\1"${toQuote}`, "gi"), `$1"$2$1": $1"${mask}$1"`],
  // A JSON Patch operation on such a member.
  [
    new RegExp(
      `(?<!\\\\)(\\\\*)"path\\1"\\s*:\\s*\\1"([^"\\\\]*/(?:${keyNames}))\\1"\\s*,\\s*\\1"value\\1"\\s*:\\s*\\1"${toQuote}`,
      "gi",
    ),
    `$1"path$1": $1"$2$1", $1"value$1": $1"${mask}$1"`,
  ],
  // A field error: spec.key: Invalid value: "…".
  [new RegExp(`\\b((?:${keyNames}): \\w+ value: )${goValue}`, "gi"), `$1"${mask}"`],
  // A Go value: {Key:"…" or AccessKey:….
  [new RegExp(`\\b(${keyNames}):${goValue}`, "gi"), `$1:"${mask}"`],
  // A Go value without quotes: {Name:a Password:… or map[password:….
  [new RegExp(`(?<=[{[\\s])(${keyNames}):(?!:)[^\\s,;})\\]"'[]+`, "gi"), `$1:${mask}`],
  [/\b(accessKey|idToken|accessToken|refreshToken|connectorData)([:=]\s*)[^\s,;})\]"'[]+/gi, `$1$2${mask}`],
  [/\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${mask}`],
  // The password in a URL, which may contain an @.
  [/(:\/\/[^\s/:@]*:)[^\s/]+@/g, `$1${mask}@`],
];

/** Masks values that look like secrets, even if they are unknown. */
export const maskShapes = (text: string): string =>
  shapes
    .reduce((masked, [shape, replacement]) => masked.replace(shape, replacement), text)
    .replace(jsonWebToken, (found, rest) => (rest ? mask : found));

/** A range of a text; `end` is exclusive. */
export type Span = Readonly<Record<"start" | "end", number>>;

// Each level of quoting doubles a backslash; a URL inside a URL encodes % as %25.
const escapes = /(?:\\(?:u005[cC])*)+(?:u([\da-fA-F]{4})|U000([\da-fA-F]{5}))?/g;
const byteEscapes = /(?:(?:%(?:25)*|\\x)[\da-f]{2})+/gi;

// YAML has other line ends and indentation than the text of a block.
const lineEnds = /\r(?=\n)|\\r(?=\\+n)|(?<=\n|\\n)[ \t]+/g;

// Control characters become the letters of their escapes, + a space; others and quoting are
// dropped.
const special = "\n\r\t\b\f\v\x07+'\\";
const folded = "nrtbfva ";

const decodeByteEscapes = (found: string): string =>
  Buffer.from((found.match(/[\da-f]{2}(?=[%\\]|$)/gi) ?? []).join(""), "hex").toString();

/** Normalizes a text: it has the same result in JSON, Go, YAML and URLs, however nested. */
export const unquoted = (text: string): string =>
  text
    .replace(byteEscapes, decodeByteEscapes)
    .replace(lineEnds, "")
    .replace(escapes, (_, unit = "", point = "") =>
      unit + point ? String.fromCodePoint(parseInt(unit + point, 16)) : "",
    )
    .replace(/[\p{Cc}+'\\]/gu, (char) => folded.charAt(special.indexOf(char)));

/** A run of hex or base64, decoded. */
interface EncodedRun extends Span {
  readonly decoded: string;
}

const aligned = [
  [/[0-9a-f]{8,}/gi, "hex"],
  [/[\w+/-]{6,}={0,2}/g, "base64"],
] as const;

// Other characters of the alphabet may stand before a run, such as the n of an escaped line end.
const unaligned = [
  [/(?<=[0-9a-f])[0-9a-f]{8,}/gi, "hex"],
  [/(?<=[\w+/-])[\w+/-]{6,}={0,2}/g, "base64"],
  [/(?<=[\w+/-]{2})[\w+/-]{6,}={0,2}/g, "base64"],
  [/(?<=[\w+/-]{3})[\w+/-]{6,}={0,2}/g, "base64"],
] as const;

const runsIn = (text: string, decoders: readonly (readonly [RegExp, "hex" | "base64"])[]): EncodedRun[] =>
  decoders.flatMap(([expression, encoding]) =>
    [...text.matchAll(expression)].map(({ 0: run, index: start }) => {
      return { start, end: start + run.length, decoded: Buffer.from(run, encoding).toString() };
    }),
  );

/** All runs of hex or base64, which may be ordinary words. */
export const alignedRuns = (text: string): EncodedRun[] => runsIn(text, aligned);

/** All runs of hex or base64, and their ends: up to three characters before them are no part. */
export const encodedRuns = (text: string): EncodedRun[] => runsIn(text, [...aligned, ...unaligned]);

// Names in camel case have no single lower case letter between upper case ones.
const isMixed = (word: string): boolean => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d|[A-Z][a-z][A-Z]/.test(word);

const isRandom = (word: string): boolean => isMixed(word) || /^[0-9a-f]{16,}$/i.test(word);

// Go prints bytes as numbers, [107 101 121 …], or as 0x6b, 6b:65 and 6b 65.
const byteNumber = "(?:\\d{1,3}|\\d[a-f]|[a-f][\\da-f]|0x[\\da-f]{1,2})";
const byteList = new RegExp(`\\b${byteNumber}(?:[ ,:]+${byteNumber}){7,}\\b`, "gi");

/** The spans of runs that are too random for a word or a name, so that they may encode a secret. */
export const randomRuns = (text: string): Span[] =>
  [...text.matchAll(/[\w+/-]{16,}={0,2}/g)]
    .filter(([run]) => (run.match(/[A-Za-z0-9]{8,}/g) ?? []).some(isRandom))
    .concat([...text.matchAll(byteList)])
    .map(({ 0: run, index: start }) => ({ start, end: start + run.length }));
