import { visible } from "../api/visible.js";

const longest = 200;
const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t" };

/** A property path as a message may hold it, since a key may be anything: of bounded length, on one line, nothing that a terminal obeys. */
export function shownProperty(property: string): string {
  const cut = property.length > longest ? `${property.slice(0, longest)}…` : property;
  return visible(cut).replace(/[\n\t]/g, (char) => escapes[char] ?? char);
}
