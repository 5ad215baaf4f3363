import { structuredPatch } from "diff";
import { mask } from "../../../provider/api/output/secretShapes";
import { counted } from "../../words";
import type { Finding } from "../report";

/** A line of a diff: of what is expected (-), of what is live (+), of both, or about them (@). */
export interface DiffLine {
  readonly sign: "-" | "+" | " " | "@";
  /** Words of others, except after @. */
  readonly words: string;
}

type Value = Finding["live"];

// What fits beside its path in a terminal.
const longestInline = 72;

const longestDiff = 40;

// Texts that have less in common are not worth the time that it takes to compare them.
const maxEditLength = 2000;

/** How the live value differs from the expected one, line by line where one of them has several; empty where that tells nothing. */
export function valueDiff({ expected, live }: Pick<Finding, "expected" | "live">): DiffLine[] {
  if ([expected, live].every((value) => value === undefined || value === mask)) return [];
  const lines = hasLines(expected) || hasLines(live) ? lineDiff(expected, live) : [];
  return lines.length > 0 ? shortened(lines) : inlineDiff(expected, live);
}

function hasLines(value: Value): boolean {
  if (typeof value === "string") return value.includes("\n");
  return typeof value === "object" && value !== null && JSON.stringify(value).length > longestInline;
}

/** Empty where the two are one text, or have next to nothing in common. */
function lineDiff(expected: Value, live: Value): DiffLine[] {
  const [before, after] = withLastLineEnd(textOf(expected), textOf(live));
  const patch = structuredPatch("", "", before, after, undefined, undefined, { context: 2, maxEditLength });
  return (patch?.hunks ?? []).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    { sign: "@", words: `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@` },
    ...lines.map(diffLine),
  ]);
}

/** A range of no lines is named after the line before it. */
const rangeOf = (start: number, lines: number): string => `${lines === 0 ? start - 1 : start},${lines}`;

function diffLine(line: string): DiffLine {
  const sign = line.charAt(0);
  if (sign === "-" || sign === "+" || sign === " ") return { sign, words: line.slice(1) };
  return { sign: "@", words: "no line end after this line" };
}

/** Only one text without an end of its last line is worth a word. */
function withLastLineEnd(before: string | undefined, after: string | undefined): [string, string] {
  const told = [before, after].some((text) => text?.endsWith("\n"));
  const ended = (text: string | undefined) => (text === undefined || told ? (text ?? "") : `${text}\n`);
  return [ended(before), ended(after)];
}

function textOf(value: Value): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  return JSON.stringify(sorted(value), null, 2);
}

/** The same value whatever the order of its keys was. */
function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map((item) => sorted(item) ?? null);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member) ?? null]));
}

function inlineDiff(expected: Value, live: Value): DiffLine[] {
  const [before, after] = [inline(expected), inline(live)];
  const skipped = sameStart(before, after);
  return [
    { sign: "-", words: afterStart(before, skipped) },
    { sign: "+", words: afterStart(after, skipped) },
  ];
}

function inline(value: Value): string {
  if (value === undefined) return "(nothing)";
  return value === mask ? value : JSON.stringify(sorted(value));
}

/** How many characters both begin with that only hide where they differ. */
function sameStart(before: string, after: string): number {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  return same > longestInline && same < before.length ? same - longestInline / 4 : 0;
}

const afterStart = (text: string, skipped: number): string =>
  skipped > 0 ? `(${counted(skipped, "equal character")} …) ${text.slice(skipped)}` : text;

function shortened(lines: DiffLine[]): DiffLine[] {
  const more = lines.length - longestDiff;
  if (more <= 0) return lines;
  return [...lines.slice(0, longestDiff), { sign: "@", words: `… ${counted(more, "more line")} of this diff` }];
}
