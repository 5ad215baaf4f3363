// What JSON, Go and HTML write for single characters; \u, \x and % forms are made for every character.
const letterEscapes: Readonly<Record<string, string>> = {
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\b": "b",
  "\f": "f",
  "\v": "v",
  "\u0007": "a",
};

const shortForms: Readonly<Record<string, readonly string[]>> = {
  " ": ["\\+"],
  "&": ["&amp;"],
  "<": ["&lt;"],
  ">": ["&gt;"],
  '"': ["&quot;"],
  "'": ["&apos;", "''"],
};

/** An expression for a text in plain, JSON, Go, URL, YAML and HTML spelling, also where these are nested or mixed. */
export function spellings(text: string): string {
  // A run of backslashes is doubled by each level of quoting, so only that there is one can be told.
  return text.replace(/\\+|[^\\]/gu, (part, at: number) => {
    if (part.startsWith("\\")) return backslashes;
    // A run takes all backslashes: if they could be shared out in several ways, the search could take forever.
    return text[at - 1] === "\\" ? character(part, "") : character(part, quoting);
  });
}

// All repetitions are bounded, so that no text can make the search slow.
const quoting = "\\\\{1,15}";
const percentSign = "%(?:25){0,4}";

function character(char: string, quoting: string): string {
  const literal = `${quoting && `(?:${quoting})?`}${char.replace(/[\^$.*+?()[\]{}|/]/g, "\\$&")}`;
  const units = Array.from({ length: char.length }, (_, index) => char.charCodeAt(index));
  const unicode = units.map((unit) => `${quoting}u${anyCase(unit.toString(16).padStart(4, "0"))}`).join("");
  const bytes = [...Buffer.from(char)].map((byte) => anyCase(byte.toString(16).padStart(2, "0")));
  const percent = bytes.map((byte) => `${percentSign}${byte}`).join("");
  const hex = bytes.map((byte) => `${quoting}x${byte}`).join("");
  // Nobody refers to letters and digits one by one among others; all of them by references are a list of bytes.
  const reference = /[A-Za-z0-9]/.test(char) ? undefined : referenceTo(char.codePointAt(0) ?? 0);
  const letter = letterEscapes[char] && quoting + letterEscapes[char];
  const forms = [literal, unicode, percent, hex, reference, letter, ...(shortForms[char] ?? [])];
  return `(?:${forms.filter(Boolean).join("|")})`;
}

const referenceTo = (code: number): string => `&#(?:0{0,4}${code}|[xX]0{0,4}${anyCase(code.toString(16))});`;

const anyCase = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const oneBackslash = `\\\\|${percentSign}5[cC]|${referenceTo(0x5c)}`;
const backslashes = `(?:\\\\u005[cC]|${oneBackslash}){1,64}(?!${oneBackslash})`;

/** A text in each of the spellings that servers use as a whole, for texts that are too long for an expression. */
export function wholeSpellings(text: string): string[] {
  const spelled = inJson(text).flatMap((each) => inJson(each));
  return [
    ...new Set([
      ...spelled,
      encodeURIComponent(Buffer.from(text).toString()),
      new URLSearchParams([["", text]]).toString().slice(1),
    ]),
  ];
}

/** What a hex dump holds, in lower case, if the text or its JSON spelling is a part of what was dumped. */
export const hexPieces = (text: string): string[] =>
  inJson(text).map((spelling) => Buffer.from(spelling).toString("hex"));

/** What the base64 of a longer text holds if the text or its JSON spelling is a part: a piece for each alignment. */
export const base64Pieces = (text: string): string[] =>
  inJson(text).flatMap((spelling) => foreignCharacters.map((foreign, offset) => aligned(spelling, offset, foreign)));

function inJson(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const goJson = json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [...new Set([text, json, goJson])];
}

// How many characters at the start of the base64 of n bytes and a text hold bits of those bytes.
const foreignCharacters = [0, 2, 3];

function aligned(text: string, offset: number, foreign: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  // The last character can hold bits of what follows.
  return bytes.toString("base64").slice(foreign, Math.floor((bytes.length * 8) / 6));
}
