import { shortLine } from "../../orphans/shortLine";

// Parsers give up on longer fences, and what they hold would be text again.
const longestRun = 16;

/** The length of the longest run of backticks in a text. */
const longestTicks = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A fence of backticks that nothing in a text ends, of a given length at least. */
export const fenceAround = (text: string, shortest: number): string =>
  "`".repeat(Math.max(shortest, longestTicks(text) + 1));

/** A line of others for code in Markdown, in which they can close no fence. */
export function codeLine(text: string, longest: number): string {
  const line = shortLine(text, longest);
  return longestTicks(line) > longestRun ? line.replaceAll("`", "\\u0060") : line;
}

/**
 * Words of others as code in a line of Markdown: nothing in it is a link, an image, a mention, a reference, an emoji or HTML.
 * It must not stand in a table, where parsers do not agree on what ends a cell.
 */
export function codeSpan(text: string, longest = 400): string {
  const line = codeLine(text, longest);
  // Code of nothing but white space is none.
  if (line.trim() === "") return codeSpan(`"${line}"`, longest);
  const fence = fenceAround(line, 1);
  // A parser takes one space from either side.
  const pad = /^[ `]|[ `]$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
