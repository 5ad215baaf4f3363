/** The text that replaces a secret. */
export const secretPlaceholder = "[secret]";

// Names of fields whose values are secrets.
const secretFieldNames =
  "(?:access_?)?key|(?:id|access|refresh)?token|nonce|connectorData|password|clientSecret|authorization";

// A value up to a quote with as many backslashes as group 1 has, or to the end.
const toQuote = String.raw`[\s\S]*?(?:(?<!\\)\1"|$)`;

// A quoted value of Go, complete or truncated. No part matches in two ways: matching is linear.
const goValue = String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)`;

/** A JSON web token, or (without group 1) a text that only starts like one: linear matching. */
export const jsonWebToken = /\beyJ[\w-]+(\.[\w-]+\.[\w-]*)?/g;

const shapes: readonly (readonly [RegExp, string])[] = [
  // A member of a JSON object, quoted any number of times.
  [
    new RegExp(String.raw`(?<!\\)(\\*)"(${secretFieldNames})\1"\s*:\s*\1"${toQuote}`, "gi"),
    `$1"$2$1": $1"${secretPlaceholder}$1"`,
  ],
  // A JSON Patch operation on such a member.
  [
    new RegExp(
      String.raw`(?<!\\)(\\*)"path\1"\s*:\s*\1"([^"\\]*/(?:${secretFieldNames}))\1"\s*,\s*\1"value\1"\s*:\s*\1"${toQuote}`,
      "gi",
    ),
    `$1"path$1": $1"$2$1", $1"value$1": $1"${secretPlaceholder}$1"`,
  ],
  // A field error: spec.key: Invalid value: "…".
  [new RegExp(String.raw`\b((?:${secretFieldNames}): \w+ value: )${goValue}`, "gi"), `$1"${secretPlaceholder}"`],
  // A quoted Go value: {Key:"…"} or AccessKey:"…".
  [new RegExp(String.raw`\b(${secretFieldNames}):${goValue}`, "gi"), `$1:"${secretPlaceholder}"`],
  // A Go value without quotes: {Name:a Password:… or map[password:….
  [new RegExp(String.raw`(?<=[{[\s])(${secretFieldNames}):(?!:)[^\s,;})\]"'[]+`, "gi"), `$1:${secretPlaceholder}`],
  // The same, also after an equals sign, for names that are not words of English.
  [
    /\b(accessKey|idToken|accessToken|refreshToken|connectorData)([:=]\s*)[^\s,;})\]"'[]+/gi,
    `$1$2${secretPlaceholder}`,
  ],
  [/\b(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${secretPlaceholder}`],
  // The password in a URL, which may contain an @.
  [/(:\/\/[^\s/:@]*:)[^\s/]+@/g, `$1${secretPlaceholder}@`],
];

/** Masks values that look like secrets, even if they are unknown. */
export const maskShapes = (text: string): string =>
  shapes
    .reduce((masked, [shape, replacement]) => masked.replace(shape, replacement), text)
    .replace(jsonWebToken, (found, payloadAndSignature) => (payloadAndSignature ? secretPlaceholder : found));

/** A range of a text; `end` is exclusive. */
export type Span = Readonly<Record<"start" | "end", number>>;

// Each level of quoting doubles a backslash. A URL inside a URL encodes % as %25.
const backslashEscapes = /(?:\\(?:u005[cC])*)+(?:u([\da-fA-F]{4})|U000([\da-fA-F]{5}))?/g;
const byteEscapes = /(?:(?:%(?:25)*|\\x)[\da-f]{2})+/gi;

// A YAML block scalar indents lines and may end them with CRLF.
const returnsAndIndents = /\r(?=\n)|\\r(?=\\+n)|(?<=\n|\\n)[ \t]+/g;

// After the backslashes are removed, an escaped \n is n. So a raw line end becomes n, too.
const replacements: Readonly<Record<string, string>> = {
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\b": "b",
  "\f": "f",
  "\v": "v",
  "\x07": "a",
  // A space in the query of a URL.
  "+": " ",
};

// The last two digits of each escape: %2541 is A, and each 25 is an encoded percent sign.
const decodeByteEscapes = (found: string): string =>
  Buffer.from((found.match(/[\da-f]{2}(?=[%\\]|$)/gi) ?? []).join(""), "hex").toString();

/** A normal form of a text, the same for its spellings in JSON, Go, YAML and URLs, also nested. */
export const withoutEscapes = (text: string): string =>
  text
    .replace(byteEscapes, decodeByteEscapes)
    .replace(returnsAndIndents, "")
    .replace(backslashEscapes, (_, unit = "", point = "") =>
      unit + point ? String.fromCodePoint(parseInt(unit + point, 16)) : "",
    )
    .replace(/[\p{Cc}+'\\]/gu, (char) => replacements[char] ?? "");

/** A run of hex or base64, decoded. */
interface EncodedRun extends Span {
  readonly decoded: string;
}

const wholeRuns = [
  [/[0-9a-f]{8,}/gi, "hex"],
  [/[\w+/-]{6,}={0,2}/g, "base64"],
] as const;

// Runs without their first one to three characters.
const trimmedRuns = [
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
export const encodedRuns = (text: string): EncodedRun[] => runsIn(text, wholeRuns);

/** All runs, also without their first characters: these can be other text, such as the n of \n. */
export const encodedRunsAtAnyOffset = (text: string): EncodedRun[] => runsIn(text, [...wholeRuns, ...trimmedRuns]);

// Names in camel case have no single lower case letter between upper case ones.
const isMixed = (word: string): boolean => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d|[A-Z][a-z][A-Z]/.test(word);

const isRandom = (word: string): boolean => isMixed(word) || /^[0-9a-f]{16,}$/i.test(word);

// Go prints bytes as numbers, [107 101 121 …], or as 0x6b, 6b:65 and 6b 65.
const byteNumber = String.raw`(?:\d{1,3}|\d[a-f]|[a-f][\da-f]|0x[\da-f]{1,2})`;
const byteList = new RegExp(String.raw`\b${byteNumber}(?:[ ,:]+${byteNumber}){7,}\b`, "gi");

/** The spans that may encode a secret: runs too random for a word or a name, and lists of bytes. */
export const randomRuns = (text: string): Span[] =>
  [...text.matchAll(/[\w+/-]{16,}={0,2}/g)]
    .filter(([run]) => (run.match(/[A-Za-z0-9]{8,}/g) ?? []).some(isRandom))
    .concat([...text.matchAll(byteList)])
    .map(({ 0: run, index: start }) => ({ start, end: start + run.length }));
