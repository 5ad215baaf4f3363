import { styleText } from "node:util";
import { counted, shortLine } from "../../words";
import { type FindingKindName, findingKinds, type Level } from "../findingKinds";
import type { Finding, Report, Subject } from "../report";
import { bySubject, objectPlace, remediesOf, type SubjectFindings, stackLabel, summary, writtenBy } from "./summary";
import { type DiffLine, valueDiff } from "./valueDiff";

// The other formats have the rest.
const maxLength = 240;

/** A message ends with its remedy. */
const maxMessageLength = 4000;

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const levelStyles: Record<Level, Style> = { error: "red", warning: "yellow", note: "cyan" };

const signStyles: Record<DiffLine["sign"], Style> = { "-": "red", "+": "green", " ": "reset", "@": "dim" };

/**
 * The report as text. Foreign text never begins a line: pipelines run commands such as `::error::`
 * there, also after white space.
 */
export function textReport(report: Report, { color }: { color: boolean }): string {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const counting = report.findings.filter(({ suppressed }) => suppressed === null);
  const sections = [
    [paint("bold", `Stack ${words(stackLabel(report))}`)],
    ...bySubject(counting).map((group) => subjectLines(group, paint)),
    suppressedLines(report, paint),
    remedyLines(counting, paint),
    report.notes.map((note) => `Note: ${shortLine(note, maxMessageLength)}`),
    [paint("bold", summary(report))],
  ];
  const filled = sections.filter(({ length }) => length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

const words = (text: string): string => shortLine(text, maxLength);

function subjectLines({ subject, kinds }: SubjectFindings, paint: Paint): string[] {
  const lines = kinds.flatMap(({ kind, findings }) => [
    `  ${titleOf(kind, paint)}`,
    ...findings.flatMap((finding) => findingLines(finding, paint)),
  ]);
  return [paint("bold", subjectWords(subject)), ...lines];
}

function subjectWords(subject: Subject): string {
  const { urn, name, type } = subject;
  const place = objectPlace(subject);
  const kind = urn === null ? "Object" : "Resource";
  return `${kind} "${words(name)}" (${words(type)})${place === "" ? "" : `, ${words(place)}`}`;
}

const titleOf = (kind: FindingKindName, paint: Paint): string =>
  paint(levelStyles[findingKinds[kind].level], findingKinds[kind].title);

function findingLines(finding: Finding, paint: Paint): string[] {
  const { kind, path, message, by } = finding;
  const diff = valueDiff(finding).map((line) => paint(signStyles[line.sign], diffWords(line)));
  return [
    ...(path === null ? [] : [`    at ${path === "" ? "the root" : words(path)}`]),
    // The diff shows the same.
    ...(kind === "changed" && diff.length > 0 ? [] : [`    │ ${shortLine(message, maxMessageLength)}`]),
    ...diff.map((line) => `    │ ${line}`),
    ...(by === null ? [] : [`    │ ${paint("dim", words(writtenBy(by)))}`]),
  ];
}

const diffWords = ({ sign, words: text }: DiffLine): string => (sign === "@" ? text : `${sign} ${words(text)}`);

function suppressedLines({ findings }: Report, paint: Paint): string[] {
  const lines = findings.flatMap((finding) => {
    if (finding.suppressed === null) return [];
    const { reason, until } = finding.suppressed;
    const title = `  ${subjectWords(finding.subject)}: ${findingKinds[finding.kind].title}`;
    const why = `    │ until ${words(until)}, because ${words(reason)}`;
    return [title, ...findingLines(finding, paint), why];
  });
  const count = findings.filter(({ suppressed }) => suppressed !== null).length;
  return count === 0 ? [] : [paint("bold", counted(count, "suppressed finding")), ...lines];
}

function remedyLines(counting: readonly Finding[], paint: Paint): string[] {
  if (counting.length === 0) return [];
  const lines = remediesOf(counting).map(({ kind, remedy }) => `  ${titleOf(kind, paint)}: ${remedy}`);
  return [paint("bold", "What to do"), ...lines];
}
