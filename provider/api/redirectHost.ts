import { base64Pieces, hexPieces } from "./encodings.js";
import { shortestSecret } from "./redact.js";

// A host name holds at most 63 characters between two dots, so a long key arrives in pieces.
const longestWindow = 8;

/**
 * The host that a redirect leads to, and no more of it: a login page's query can carry tokens. Undefined where there is none, or where
 * a part of a secret can be in it: a host is written in lower case and ends at the first slash, so nobody masks it afterwards.
 */
export function redirectHost(location: string, secrets: readonly string[]): string | undefined {
  if (!URL.canParse(location)) return undefined;
  const { host } = new URL(location);
  const known = secrets.filter(({ length }) => length >= shortestSecret).map((secret) => secret.toLowerCase());
  const encoded = secrets.flatMap((secret) => [...base64Pieces(secret), ...hexPieces(secret)]).map(asHost);
  const isThere =
    known.some((secret) => isIn(location.toLowerCase(), secret) || overlaps(host.toLowerCase(), secret)) ||
    encoded.some((piece) => piece.length >= longestWindow && overlaps(asHost(host), piece));
  return isThere ? undefined : host;
}

/** What a host can hold of a text: no capital letters, and a hyphen as the only mark. */
const asHost = (text: string): string => text.toLowerCase().replace(/[+/_]/g, "-");

const isIn = (location: string, secret: string): boolean =>
  location.includes(secret) || location.includes(encodeURIComponent(secret).toLowerCase());

function overlaps(host: string, secret: string): boolean {
  const length = Math.min(longestWindow, secret.length);
  return [...host].some(
    (_, start) => start + length <= host.length && secret.includes(host.slice(start, start + length)),
  );
}
