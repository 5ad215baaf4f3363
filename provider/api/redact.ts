import { replaceByteLists } from "./byteLists.js";
import { base64Pieces, hexPieces, spellings, wholeSpellings } from "./encodings.js";
import { rememberedLast } from "./rememberedLast.js";
import { maskShapes } from "./secretShapes.js";

/** What stands in the place of a secret. */
export const mask = "[secret]";

/** A shorter value would mask parts of ordinary words. */
export const shortestSecret = 4;

// A longer secret is looked for in parts, as a server may quote only some of it.
const longestPart = 200;

// An expression takes long to compile, and for some 10,000 characters cannot be compiled at all.
const longestExpression = 1000;

const base64Run = /[A-Za-z0-9+/_-]{4,}={0,2}/g;
const hexRun = /(?:[0-9a-f]{2}){4,}/gi;
const longestHash = 64;

// {"key":"…"} in base64 is as long.
const shortestShape = 16;

// As English and our settings have them; a key that anybody generates has digits or is longer.
const plainWord = /^[A-Za-z][a-z]{3,13}$/;

/**
 * The secrets to mask in a sentence of ours: not those that are a plain word, such as `expired`, since its mask in a fixed text would
 * tell what it is. What others wrote in such a sentence is masked before, where it comes in.
 */
export const withoutPlainWords = (secrets: readonly string[]): string[] =>
  secrets.filter((secret) => !plainWord.test(secret));

/** Masks the given secrets in a text, however they are encoded in it, and whatever else has the shape of a secret. */
export const redact = (text: string, secrets: readonly string[]): string => redactorOf(secrets)(text);

type Masker = (text: string) => string;

const redactorOf = rememberedLast((secrets): Masker => {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const [maskSpelled, maskEncoded] = [spelledMasker(known), encodedMasker(known)];
  return (text) => maskShapes(maskEncoded(maskSpelled(text)), mask).replace(/(?:\[secret\])+/g, mask);
});

/** Whether a text holds one of these secrets, however it is encoded in it; what merely has the shape of a secret is none of them. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const { inHex, inBase64 } = encodedFinder(known);
  return Boolean(
    spelledMasker(known)(text) !== text ||
      replaceByteLists(text, inHex, mask) !== text ||
      text.match(hexRun)?.some(inHex) ||
      text.match(base64Run)?.some(inBase64),
  );
}

function spelledMasker(secrets: readonly string[]): Masker {
  const shortestFirst = [...secrets].sort((one, other) => one.length - other.length);
  const inOne = shortestFirst.slice(0, countWithin(shortestFirst, longestExpression));
  const long = shortestFirst.slice(inOne.length).reverse().flatMap(parts);
  const maskLong: Masker = (text) => long.reduce(maskWhole, text);
  if (inOne.length === 0) return maskLong;
  const longestFirst = inOne.flatMap(parts).sort((one, other) => other.length - one.length);
  const expression = new RegExp(longestFirst.map(spellings).join("|"), "gu");
  return (text) => maskLong(text).replace(expression, mask);
}

/** How many of the first texts are together no longer than that. */
function countWithin(texts: readonly string[], length: number): number {
  let left = length;
  const tooMuch = texts.findIndex((text) => {
    left -= text.length;
    return left < 0;
  });
  return tooMuch < 0 ? texts.length : tooMuch;
}

const maskWhole = (text: string, part: string): string =>
  wholeSpellings(part).reduce((masked, spelling) => masked.replaceAll(spelling, mask), text);

function parts(secret: string): string[] {
  const characters = [...secret];
  const count = Math.ceil(characters.length / longestPart);
  const size = Math.ceil(characters.length / count);
  return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size).join(""));
}

// A run of base64, hex or bytes is masked whole: its ends hold a part of the secret too.
function encodedMasker(secrets: readonly string[]): Masker {
  const { inHex, inBase64 } = encodedFinder(secrets);
  const isSought = (run: string) => isTextInHex(run) || inHex(run);
  return (text) =>
    replaceByteLists(text, isSought, mask)
      .replace(hexRun, (run) => (isSought(run) ? mask : run))
      .replace(base64Run, (run) => (inBase64(run) || hasShapeInBase64(run) ? mask : run));
}

/** Which runs of hex and of base64 hold one of the secrets. */
function encodedFinder(secrets: readonly string[]) {
  const pieces = secrets.flatMap(base64Pieces);
  const dumps = secrets.flatMap(hexPieces);
  return {
    inHex: (run: string) => holds(run.toLowerCase(), dumps),
    inBase64: (run: string) => holds(run.replaceAll("-", "+").replaceAll("_", "/"), pieces),
  };
}

const holds = (run: string, pieces: readonly string[]): boolean => pieces.some((piece) => run.includes(piece));

// A server quotes a body it cannot read as hex. A digest is as long, but decodes to no text.
function isTextInHex(run: string): boolean {
  if (run.length < longestHash) return false;
  const text = Buffer.from(run, "hex").toString("utf8");
  const unreadable = text.match(/[^\t\n\r\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]|\uFFFD/gu)?.length ?? 0;
  return unreadable <= text.length / 10;
}

// A server quotes what it has just generated as well, which nobody here knows yet. Where the run begins, other words may stand before it.
function hasShapeInBase64(run: string): boolean {
  if (run.length < shortestShape) return false;
  return [0, 1, 2, 3].some((start) => {
    const text = Buffer.from(run.slice(start), "base64").toString("latin1");
    return maskShapes(text, mask) !== text;
  });
}
