import { base64Pieces, hexPieces, wholeSpellings } from "./encodings.js";
import { mask } from "./redact.js";
import { rememberedLast } from "./rememberedLast.js";

/** Shorter parts cannot be told from ordinary words; a long secret, such as a manifest, holds many of those itself. */
export const shortestPart = { ofShortSecret: 8, ofLongSecret: 20 } as const;
const longestShortSecret = 200;

// As many characters are enough to find where in the secrets a text goes on.
const probe = shortestPart.ofShortSecret;

// Of larger secrets only some places are probed, so that an error takes no long time: a part must be longer to be found.
const mostPlaces = 50_000;

/**
 * Masks parts of secrets wherever they stand in a text: a server may share out over several texts what it quotes. Whole secrets are
 * masked before.
 */
export const partMasker = rememberedLast((secrets) => {
  const isShort = ({ length }: string) => length <= longestShortSecret;
  const ofShort = masker(secrets.filter(isShort), shortestPart.ofShortSecret);
  const ofLong = masker(
    secrets.filter((secret) => !isShort(secret)),
    shortestPart.ofLongSecret,
  );
  return (text: string) => ofLong(ofShort(text)).replace(/(?:\[secret\])+/g, mask);
});

const spelled = (secret: string): string[] => [
  ...wholeSpellings(secret),
  ...base64Pieces(secret),
  ...base64Pieces(secret).map((piece) => piece.replaceAll("+", "-").replaceAll("/", "_")),
  ...hexPieces(secret).flatMap((piece) => [piece, piece.toUpperCase()]),
];

function masker(secrets: readonly string[], shortest: number): (text: string) => string {
  const sought = [...new Set(secrets.flatMap(spelled))].join("\0");
  const places = placesIn(sought);
  return (text) => {
    let masked = "";
    let done = 0;
    for (let at = 0; at <= text.length - probe; at++) {
      const place = places.get(text.slice(at, at + probe));
      if (place === undefined) continue;
      const { start, end } = common(text, at, sought, place);
      if (end - start < shortest) continue;
      masked += text.slice(done, Math.max(start, done)) + mask;
      done = end;
      // What follows may be of another part that has some characters in common with this one.
      at = end - probe;
    }
    return masked + text.slice(done);
  };
}

/** Where each probe stands first. */
function placesIn(sought: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const step = Math.ceil(sought.length / mostPlaces);
  for (let at = 0; at <= sought.length - probe; at += step) {
    const found = sought.slice(at, at + probe);
    if (!places.has(found)) places.set(found, at);
  }
  return places;
}

/** How far a text is the same as what is sought, to both sides of where it is known to be. */
function common(text: string, at: number, sought: string, place: number): { start: number; end: number } {
  let before = 0;
  while (at > before && text[at - before - 1] === sought[place - before - 1]) before++;
  let after = probe;
  while (at + after < text.length && text[at + after] === sought[place + after]) after++;
  // No half of a character may stay: such a text cannot be sent.
  const start = at - before;
  const end = at + after;
  return { start: isSecondHalf(text, start) ? start - 1 : start, end: isSecondHalf(text, end) ? end + 1 : end };
}

const isSecondHalf = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, at - 1), at + 1));
