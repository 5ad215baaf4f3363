/** What a text may be used for: each letter of a row of the table stands for one of these. */
export const places = ["name", "prefix", "project", "segment", "labelKey", "labelValue", "query"] as const;

export type Place = (typeof places)[number];

/** A text, and where it is taken. */
export interface BadText {
  readonly label: string;
  readonly text: string;
  isTaken(place: Place): boolean;
}

// o: taken, r: refused before anything is sent. In the order of `places`. Written from the rules of Kubernetes (names are RFC 1123
// subdomains, projects DNS labels, names of other kinds one step of a path) and of URLs, not from what the provider does.
const table: readonly [label: string, text: string, verdicts: string][] = [
  ["nothing", "", "rrrrroo"],
  ["a space", " ", "rrrrrro"],
  ["a dot", ".", "rrrrrro"],
  ["two dots", "..", "rrrrrro"],
  ["a step up", "../a", "rrrrrro"],
  ["a slash", "a/b", "rrrroro"],
  ["a slash at the end", "a/", "rrrrrro"],
  ["a backslash", "a\\b", "rrrrrro"],
  ["encoded dots", "%2e%2e", "rrrrrro"],
  ["encoded dots, encoded again", "%252e%252e", "rrrrrro"],
  ["an encoded slash", "%2F", "rrrrrro"],
  ["a query", "a?x", "rrrrrro"],
  ["a fragment", "a#x", "rrrrrro"],
  ["a second parameter", "a&limit=1", "rrrorro"],
  ["a line break", "a\r\nX-Evil: 1", "rrrrrrr"],
  ["a line break at the end", "a\n", "rrrrrrr"],
  ["NUL", "a\u0000", "rrrrrrr"],
  ["a bell", "a\u0007", "rrrrrrr"],
  ["an escape sequence", "a\u001b[31m", "rrrrrrr"],
  ["DEL", "a\u007f", "rrrrrrr"],
  ["a C1 control", "a\u0085", "rrrrrrr"],
  ["64 letters", "a".repeat(64), "oororro"],
  ["247 letters", "a".repeat(247), "orrorro"],
  ["254 letters", "a".repeat(254), "rrrrrro"],
  ["1 MiB", "a".repeat(1024 * 1024), "rrrrrrr"],
  ["an accent", "é", "rrrrrro"],
  ["other scripts", "日本", "rrrrrro"],
  ["a letter that is lower case k in lower case", "\u212a", "rrrrrro"],
  ["a full-width dot", "\uff0e\uff0e", "rrrrrro"],
  ["an override of the direction", "a\u202eb", "rrrrrro"],
  ["a mark of the direction", "a\u200fb", "rrrrrro"],
  ["upper case", "Upper", "rrroooo"],
  ["a dash in front", "-a", "rrrorro"],
  ["a dash at the end", "a-", "rororro"],
  ["a dot in front", ".a", "rrrorro"],
  ["a dot at the end", "a.", "rororro"],
  ["two dots inside", "a..b", "rrroooo"],
  ["an underscore", "a_b", "rrroooo"],
  ["a space inside", "a b", "rrrrrro"],
  ["a space in front", " a", "rrrrrro"],
  ["an asterisk", "*", "rrrorro"],
  ["a colon", "a:b", "rrrorro"],
  ["an ordinary name", "a-1.b", "oorooo" + "o"],
  ["an ordinary label", "web", "ooooooo"],
];

/** Texts that have led elsewhere, broken a message or a header somewhere, or been taken for another; and ordinary ones. */
export const badTexts: readonly BadText[] = table.map(([label, text, verdicts]) => ({
  label,
  text,
  isTaken: (place) => verdicts.charAt(places.indexOf(place)) === "o",
}));

/** Half of a character: no text of UTF-8, so that only a caller in the same process can give it. */
export const halfACharacter = "a\ud800";
