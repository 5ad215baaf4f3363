import { createPatch } from "diff";
import { isRecord, secretPlaceholder } from "../../../provider/cliFacade";
import { counted } from "../../words";
import type { Finding } from "../report";

/** A line of a diff: expected (-), live (+), both, or about them (@). */
export interface DiffLine {
  readonly sign: "-" | "+" | " " | "@";
  /** Foreign text, except after @. */
  readonly words: string;
}

type Value = Finding["live"];

// Fits beside its path in a terminal.
const maxInlineLength = 72;

const maxDiffLines = 40;

// Limits the time; texts with fewer common lines are shown whole.
const maxEditLength = 2000;

// Before the first hunk of a patch.
const headerLines = 4;

/** The differing lines, or the two values in one line each; empty if both are hidden. */
export function valueDiff({ expected, live }: Pick<Finding, "expected" | "live">): DiffLine[] {
  if ([expected, live].every((value) => value === undefined || value === secretPlaceholder)) return [];
  const lines = [expected, live].some(hasLines) ? lineDiff(textOf(expected), textOf(live)) : [];
  return lines.length > 0 ? shortened(lines) : inlineDiff(inline(expected), inline(live));
}

function hasLines(value: Value): boolean {
  if (typeof value === "string") return value.includes("\n");
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value).length > maxInlineLength : false;
}

/** Empty if the texts are equal or have almost nothing in common. */
function lineDiff(expected: string | undefined, live: string | undefined): DiffLine[] {
  // A missing line end matters only if the other text has one.
  const hasEnd = [expected, live].some((text) => text?.endsWith("\n"));
  const ended = (text: string | undefined) => (text === undefined || hasEnd ? (text ?? "") : `${text}\n`);
  const patch = createPatch("", ended(expected), ended(live), "", "", { context: 2, maxEditLength });
  return patch?.split("\n").slice(headerLines, -1).map(diffLine) ?? [];
}

function diffLine(line: string): DiffLine {
  const sign = line.charAt(0);
  if (sign === "-" || sign === "+" || sign === " ") return { sign, words: line.slice(1) };
  return { sign: "@", words: sign === "@" ? line : "no line end after this line" };
}

const textOf = (value: Value): string | undefined =>
  value === undefined || typeof value === "string" ? value : jsonOf(value, 2);

/** JSON with sorted keys. */
const jsonOf = (value: Value, space?: number): string => JSON.stringify(value, sortedKeys, space);

function sortedKeys(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function inline(value: Value): string {
  if (value === undefined) return "(nothing)";
  return value === secretPlaceholder ? value : jsonOf(value);
}

/** Two lines without a long common beginning. */
function inlineDiff(before: string, after: string): DiffLine[] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const skipped = same > maxInlineLength && same < before.length ? same - maxInlineLength / 4 : 0;
  const rest = (text: string) =>
    skipped > 0 ? `(${counted(skipped, "equal character")} …) ${text.slice(skipped)}` : text;
  return [
    { sign: "-", words: rest(before) },
    { sign: "+", words: rest(after) },
  ];
}

function shortened(lines: DiffLine[]): DiffLine[] {
  const more = lines.length - maxDiffLines;
  if (more <= 0) return lines;
  return [...lines.slice(0, maxDiffLines), { sign: "@", words: `… ${counted(more, "more line")} of this diff` }];
}
