/** The places that a text is tried in, in the order of a row's verdicts. */
const places = ["name", "prefix", "project", "segment", "labelKey", "labelValue"] as const;

export type Place = (typeof places)[number];

// o: accepted, r: refused before a request.
// Names are RFC 1123 subdomains, projects are DNS labels, other names are URL segments.
const table: readonly [label: string, text: string, verdicts: string][] = [
  ["nothing", "", "rrrrro"],
  ["two dots", "..", "rrrrrr"],
  ["a step up", "../a", "rrrrrr"],
  ["a slash", "a/b", "rrrror"],
  ["a backslash", "a\\b", "rrrrrr"],
  ["encoded dots", "%2e%2e", "rrrrrr"],
  ["a query", "a?x", "rrrrrr"],
  ["a line break", "a\r\nX-Evil: 1", "rrrrrr"],
  ["a line break at the end", "a\n", "rrrrrr"],
  ["NUL", "a\u0000", "rrrrrr"],
  ["an escape sequence", "a\u001b[31m", "rrrrrr"],
  ["DEL", "a\u007f", "rrrrrr"],
  ["64 letters", "a".repeat(64), "oororr"],
  ["247 letters", "a".repeat(247), "orrorr"],
  ["254 letters", "a".repeat(254), "rrrrrr"],
  ["1 MiB", "a".repeat(1024 * 1024), "rrrrrr"],
  ["an accent", "é", "rrrrrr"],
  ["the Kelvin sign, in lower case a letter", "\u212a", "rrrrrr"],
  ["a full-width dot", "\uff0e\uff0e", "rrrrrr"],
  ["a change of direction", "a\u202eb", "rrrrrr"],
  ["upper case", "Upper", "rrrooo"],
  ["a dash in front", "-a", "rrrorr"],
  ["a dash at the end", "a-", "rororr"],
  ["a dot in front", ".a", "rrrorr"],
  ["a dot at the end", "a.", "rororr"],
  ["two dots inside", "a..b", "rrrooo"],
  ["an underscore", "a_b", "rrrooo"],
  ["a space inside", "a b", "rrrrrr"],
  ["an ordinary name", "a-1.b", "oorooo"],
  ["an ordinary label", "web", "oooooo"],
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters.
  expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  expect(message.length).toBeLessThan(1500);
}
