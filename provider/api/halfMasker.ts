import { base64Pieces, hexPieces, wholeSpellings } from "./encodings.js";
import { mask } from "./redact.js";

// Less of a secret than this cannot be told from ordinary words.
const shortestHalf = 8;

/**
 * Masks the start of a secret where a text ends with it, and the end of one where it begins with it: a server may share out over
 * several texts what it quotes. Whole secrets are masked before.
 */
export function halfMasker(secrets: readonly string[]): (text: string) => string {
  const pieces = [...new Set(secrets.filter(({ length }) => length >= 2 * shortestHalf).flatMap(spelled))];
  return (text) => pieces.reduce((masked, piece) => withoutStart(withoutEnd(masked, piece), piece), text);
}

const spelled = (secret: string): string[] => [
  ...wholeSpellings(secret),
  ...base64Pieces(secret),
  ...base64Pieces(secret).map((piece) => piece.replaceAll("+", "-").replaceAll("/", "_")),
  ...hexPieces(secret),
];

function withoutEnd(text: string, piece: string): string {
  const last = text.slice(-shortestHalf);
  if (last.length < shortestHalf) return text;
  for (let at = piece.indexOf(last); at >= 0; at = piece.indexOf(last, at + 1)) {
    const start = piece.slice(0, at + shortestHalf);
    if (text.endsWith(start)) return text.slice(0, -start.length) + mask;
  }
  return text;
}

function withoutStart(text: string, piece: string): string {
  const first = text.slice(0, shortestHalf);
  if (first.length < shortestHalf) return text;
  for (let at = piece.indexOf(first); at >= 0; at = piece.indexOf(first, at + 1)) {
    const end = piece.slice(at);
    if (text.startsWith(end)) return mask + text.slice(end.length);
  }
  return text;
}
