/** The places that a text is tried in, in the order of a row's verdicts. */
const places = ["name", "prefix", "project", "segment", "labelKey", "labelValue", "query"] as const;

export type Place = (typeof places)[number];

// o: accepted, r: refused before a request. Names are RFC 1123 subdomains, projects DNS labels, other names URL segments.
const table: readonly [label: string, text: string, verdicts: string][] = [
  ["nothing", "", "rrrrroo"],
  ["a dot", ".", "rrrrrro"],
  ["two dots", "..", "rrrrrro"],
  ["a step up", "../a", "rrrrrro"],
  ["a slash", "a/b", "rrrroro"],
  ["a backslash", "a\\b", "rrrrrro"],
  ["encoded dots", "%2e%2e", "rrrrrro"],
  ["a query", "a?x", "rrrrrro"],
  ["a fragment", "a#x", "rrrrrro"],
  ["a second parameter", "a&limit=1", "rrrorro"],
  ["a line break", "a\r\nX-Evil: 1", "rrrrrrr"],
  ["a line break at the end", "a\n", "rrrrrrr"],
  ["NUL", "a\u0000", "rrrrrrr"],
  ["an escape sequence", "a\u001b[31m", "rrrrrrr"],
  ["DEL", "a\u007f", "rrrrrrr"],
  ["a C1 control character", "a\u0085", "rrrrrrr"],
  ["64 letters", "a".repeat(64), "oororro"],
  ["247 letters", "a".repeat(247), "orrorro"],
  ["254 letters", "a".repeat(254), "rrrrrro"],
  ["1 MiB", "a".repeat(1024 * 1024), "rrrrrrr"],
  ["an accent", "é", "rrrrrro"],
  ["the Kelvin sign, in lower case a letter", "\u212a", "rrrrrro"],
  ["a full-width dot", "\uff0e\uff0e", "rrrrrro"],
  ["a change of direction", "a\u202eb", "rrrrrro"],
  ["upper case", "Upper", "rrroooo"],
  ["a dash in front", "-a", "rrrorro"],
  ["a dash at the end", "a-", "rororro"],
  ["a dot in front", ".a", "rrrorro"],
  ["a dot at the end", "a.", "rororro"],
  ["two dots inside", "a..b", "rrroooo"],
  ["an underscore", "a_b", "rrroooo"],
  ["a space inside", "a b", "rrrrrro"],
  ["a space in front", " a", "rrrrrro"],
  ["a colon", "a:b", "rrrorro"],
  ["an ordinary name", "a-1.b", "ooroooo"],
  ["an ordinary label", "web", "ooooooo"],
];

/** Texts that a program may take for another path, header, line or name; and ordinary ones. */
export const badTexts = table.map(([label, text, verdicts]) => ({
  label,
  text,
  accepted: (place: Place) => verdicts.charAt(places.indexOf(place)) === "o",
}));

/** A lone surrogate: UTF-8 cannot encode it, so only a caller in the same process can pass it. */
export const loneSurrogate = "a\ud800";

/** A message has no control or bidirectional character, and repeats little of a value. */
export function expectSafe(message: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it looks for.
  expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  expect(message.length).toBeLessThan(1500);
}
