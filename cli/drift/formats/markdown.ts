import { counted, shortLine } from "../../words";
import { findingKinds } from "../findingKinds";
import type { Finding, Report, Subject } from "../report";
import { bySubject, objectPlace, remediesOf, stackLabel, summary, writtenBy } from "./summary";
import { type DiffLine, valueDiff } from "./valueDiff";

/** GitHub's limit for a job summary is 1 MiB, which other commands of the step share. */
const maxPageBytes = 1_000_000;

// Shares of foreign text; the rest of the page is limited.
const shares = { findings: 0.7, suppressed: 0.15, notes: 0.05 } as const;

const maxLineLength = 400;

const headings: Record<Report["outcome"], string> = {
  clean: "No drift",
  drift: "Drift",
  error: "Drift: not everything could be read",
  unauthorized: "Drift: not authorized",
};

/** The report as GitHub Flavored Markdown. What exceeds `longest` bytes is counted only. */
export function markdownReport(report: Report, longest = maxPageBytes): string {
  const counting = report.findings.filter(({ suppressed }) => suppressed === null);
  const suppressed = report.findings.filter((finding) => finding.suppressed !== null);
  const blocks = [
    `## ${headings[report.outcome]}`,
    summary(report),
    `Stack ${codeSpan(stackLabel(report))}, as of ${codeSpan(report.finishedAt)}.`,
    ...withinBytes(findingBlocks(counting), longest * shares.findings, "finding"),
    ...remedyBlocks(counting),
    ...suppressedBlocks(suppressed, longest * shares.suppressed),
    ...withinBytes(report.notes.map(noteBlock), longest * shares.notes, "note"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const noteBlock = (note: string): string => `Note: ${codeSpan(note)}`;

/** Blocks of findings; the first one of a resource has its heading. */
function findingBlocks(findings: readonly Finding[]): string[] {
  return bySubject(findings).flatMap(({ subject, kinds }) => {
    const blocks = kinds.flatMap(({ findings }) => findings.map(findingBlock));
    return blocks.map((block, index) => (index === 0 ? `### ${subjectWords(subject)}\n\n${block}` : block));
  });
}

function subjectWords(subject: Subject): string {
  const place = objectPlace(subject);
  return `${codeSpan(subject.name)} ${codeSpan(subject.type)}${place === "" ? "" : `, ${codeSpan(place)}`}`;
}

function findingBlock(finding: Finding): string {
  const { kind, path, message, by } = finding;
  const place = path === null ? "" : ` at ${path === "" ? "the root" : codeSpan(path)}`;
  const writer = by === null ? "" : ` ${codeSpan(writtenBy(by))}`;
  const title = `**${findingKinds[kind].title}**${place}${writer}`;
  const diff = valueDiff(finding);
  // The diff shows the same.
  const words = kind === "changed" && diff.length > 0 ? [] : [codeSpan(message)];
  return [title, ...words, ...(diff.length > 0 ? [fenced(diff)] : [])].join("\n\n");
}

function fenced(lines: readonly DiffLine[]): string {
  const text = lines
    .map(({ sign, words }) => (sign === "@" ? words : `${sign} ${codeLine(words, maxLineLength)}`))
    .join("\n");
  const fence = fenceAround(text, 3);
  return `${fence}diff\n${text}\n${fence}`;
}

function remedyBlocks(counting: readonly Finding[]): string[] {
  if (counting.length === 0) return [];
  const lines = remediesOf(counting).map(({ kind, remedy }) => `- **${findingKinds[kind].title}**: ${remedy}`);
  return ["### What to do", lines.join("\n")];
}

function suppressedBlocks(findings: readonly Finding[], room: number): string[] {
  if (findings.length === 0) return [];
  const heading = `<details><summary>${counted(findings.length, "suppressed finding")}</summary>`;
  return [heading, ...withinBytes(findings.map(suppressedBlock), room, "suppressed finding"), "</details>"];
}

function suppressedBlock(finding: Finding): string {
  const { reason = "", until = "" } = finding.suppressed ?? {};
  return `${subjectWords(finding.subject)}: until ${codeSpan(until)} because ${codeSpan(reason)}\n\n${findingBlock(finding)}`;
}

/** The first blocks within so many bytes, and the number of omitted ones. */
function withinBytes(blocks: readonly string[], room: number, thing: string): string[] {
  let left = room;
  const end = blocks.findIndex((block) => {
    left -= Buffer.byteLength(block) + 2;
    return left < 0;
  });
  if (end < 0) return [...blocks];
  const more = counted(blocks.length - end, `more ${thing}`);
  return [...blocks.slice(0, end), `**${more} had no room here.**`];
}

// Parsers do not support longer fences.
const maxBackticks = 16;

/** Length of the longest run of backticks. */
const backticksIn = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A fence that no backticks of the text close. */
const fenceAround = (text: string, shortest: number): string => "`".repeat(Math.max(shortest, backticksIn(text) + 1));

/** Foreign text as a line of code that closes no fence. */
function codeLine(text: string, longest: number): string {
  const line = shortLine(text, longest);
  return backticksIn(line) > maxBackticks ? line.replaceAll("`", "\\u0060") : line;
}

/**
 * Foreign text as inline code, without links, mentions, emojis or HTML. Not for tables: parsers
 * disagree on what ends a cell.
 */
export function codeSpan(text: string, longest = 400): string {
  const line = codeLine(text, longest);
  // White space only is no code.
  if (line.trim() === "") return codeSpan(`"${line}"`, longest);
  const fence = fenceAround(line, 1);
  // Parsers remove one space from each side.
  const pad = /^[ `]|[ `]$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
