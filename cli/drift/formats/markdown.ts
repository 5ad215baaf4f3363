import { counted, inDigits, shortLine } from "../../words";
import { findingKindNames, findingKinds } from "../findingKinds";
import type { Finding, Report, Subject } from "../report";
import { bySubject, summary, writtenBy } from "./summary";
import { type DiffLine, valueDiff } from "./valueDiff";

/** GitHub takes 1 MiB for a job summary, with what other commands of the step wrote to it. */
const longestPage = 1_000_000;

// What the page may take for the words of others; the rest is left to those of ours, which are bounded.
const shares = { findings: 0.7, suppressed: 0.15, notes: 0.05 } as const;

const longestLine = 400;

const headings: Record<Report["outcome"], string> = {
  clean: "No drift",
  drift: "Drift",
  error: "Drift: not everything could be read",
  unauthorized: "Drift: not authorized",
};

/** A report as GitHub Flavored Markdown, for a job summary or a comment; what has no room in so many bytes is counted. */
export function markdownReport(report: Report, longest = longestPage): string {
  const counting = report.findings.filter(({ suppressed }) => suppressed === null);
  const suppressed = report.findings.filter((finding) => finding.suppressed !== null);
  const blocks = [
    `## ${headings[report.outcome]}`,
    summary(report),
    stackBlock(report),
    ...countBlocks(report),
    ...fitted(findingBlocks(counting), longest * shares.findings, "finding"),
    ...remedyBlocks(counting),
    ...suppressedBlocks(suppressed, longest * shares.suppressed),
    ...fitted(report.notes.map(noteBlock), longest * shares.notes, "note"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function stackBlock({ stack: { name, project }, finishedAt }: Report): string {
  return `Stack ${codeSpan(project === "" ? name : `${project}/${name}`)}, as of ${codeSpan(finishedAt)}.`;
}

const noteBlock = (note: string): string => `Note: ${codeSpan(note)}`;

/** Of numbers and words of ours only. */
function countBlocks({ counts, suppressed }: Report): string[] {
  const kinds = findingKindNames.filter((kind) => counts[kind] > 0);
  const rows = [
    ...kinds.map((kind) => `| ${findingKinds[kind].title} | ${inDigits(counts[kind])} |`),
    ...(suppressed > 0 ? [`| Suppressed | ${inDigits(suppressed)} |`] : []),
  ];
  return rows.length > 0 ? [["| Finding | Count |", "| :-- | --: |", ...rows].join("\n")] : [];
}

/** A block for each finding; the first one of a resource has its heading. */
function findingBlocks(findings: readonly Finding[]): string[] {
  return bySubject(findings).flatMap(({ subject, kinds }) => {
    const blocks = kinds.flatMap(({ findings }) => findings.map(findingBlock));
    return blocks.map((block, index) => (index === 0 ? `### ${subjectWords(subject)}\n\n${block}` : block));
  });
}

const subjectWords = ({ name, type }: Subject): string => `${codeSpan(name)} ${codeSpan(type)}`;

function findingBlock(finding: Finding): string {
  const { kind, path, message, by } = finding;
  const place = path === null ? "" : ` at ${path === "" ? "the root" : codeSpan(path)}`;
  const writer = by === null ? "" : ` ${codeSpan(writtenBy(by))}`;
  const title = `**${findingKinds[kind].title}**${place}${writer}`;
  const diff = valueDiff(finding);
  // A diff says the same in fewer words.
  const words = kind === "changed" && diff.length > 0 ? [] : [codeSpan(message)];
  return [title, ...words, ...(diff.length > 0 ? [fenced(diff)] : [])].join("\n\n");
}

function fenced(lines: readonly DiffLine[]): string {
  const text = lines
    .map(({ sign, words }) => (sign === "@" ? words : `${sign} ${codeLine(words, longestLine)}`))
    .join("\n");
  const fence = fenceAround(text, 3);
  return `${fence}diff\n${text}\n${fence}`;
}

function remedyBlocks(counting: readonly Finding[]): string[] {
  const kinds = findingKindNames.filter((kind) => counting.some((finding) => finding.kind === kind));
  if (kinds.length === 0) return [];
  const lines = kinds.map((kind) => `- **${findingKinds[kind].title}**: ${findingKinds[kind].remedy}`);
  return ["### What to do", lines.join("\n")];
}

function suppressedBlocks(findings: readonly Finding[], room: number): string[] {
  if (findings.length === 0) return [];
  const heading = `<details><summary>${counted(findings.length, "suppressed finding")}</summary>`;
  return [heading, ...fitted(findings.map(suppressedBlock), room, "suppressed finding"), "</details>"];
}

function suppressedBlock(finding: Finding): string {
  const { reason = "", until = "" } = finding.suppressed ?? {};
  return `${subjectWords(finding.subject)}: until ${codeSpan(until)} because ${codeSpan(reason)}\n\n${findingBlock(finding)}`;
}

/** The first blocks that have room in so many bytes, and how many others there are. */
function fitted(blocks: readonly string[], room: number, thing: string): string[] {
  let left = room;
  const end = blocks.findIndex((block) => {
    left -= Buffer.byteLength(block) + 2;
    return left < 0;
  });
  if (end < 0) return [...blocks];
  const more = counted(blocks.length - end, `more ${thing}`);
  return [...blocks.slice(0, end), `**${more} had no room here.**`];
}

// Parsers give up on longer fences, and what they hold would be text again.
const longestRun = 16;

/** The length of the longest run of backticks in a text. */
const longestTicks = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A fence of backticks that nothing in a text ends, of a given length at least. */
const fenceAround = (text: string, shortest: number): string => "`".repeat(Math.max(shortest, longestTicks(text) + 1));

/** A line of others for code in Markdown, in which they can close no fence. */
function codeLine(text: string, longest: number): string {
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
