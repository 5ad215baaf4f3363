import { escapeText } from "../../../provider/api/output/escape";
import { oneLine } from "../../orphans/oneLine";
import { type FindingKindName, findingKindNames, findingKinds } from "../findingKinds";
import type { Finding, FindingWriter, Subject } from "../report";

/** What was found of one resource, by kind. */
export interface SubjectFindings {
  readonly subject: Subject;
  readonly kinds: readonly { readonly kind: FindingKindName; readonly findings: readonly Finding[] }[];
}

/** What tells one resource from another. */
export const subjectKey = ({ urn, type, id, name }: Subject): string => urn ?? JSON.stringify([type, id, name]);

/** Findings by resource, in the order in which the resources come first. */
export function bySubject(findings: readonly Finding[]): SubjectFindings[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = subjectKey(finding.subject);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].map((group) => ({ subject: (group[0] as Finding).subject, kinds: byKind(group) }));
}

const byKind = (group: readonly Finding[]): SubjectFindings["kinds"] =>
  findingKindNames
    .map((kind) => ({ kind, findings: group.filter((finding) => finding.kind === kind) }))
    .filter(({ findings }) => findings.length > 0);

/** Who wrote a value, and when at the latest, with the words of others as they are. */
export const writtenBy = ({ manager, time }: FindingWriter): string =>
  `by ${manager}, ${time === null ? "at a time that the platform does not tell" : `at or before ${time}`}`;

/** All that a finding says, in plain lines. */
export function detailsOf({ kind, subject, path, expected, live, by, message, suppressed }: Finding): string {
  return [
    oneLine(message),
    oneLine(`resource: ${subject.urn ?? `${subject.type} ${subject.id ?? subject.name}`}`),
    ...(path === null ? [] : [oneLine(`property: ${path}`)]),
    ...valueLines("expected", expected),
    ...valueLines("live", live),
    ...(by ? [oneLine(`written by: ${by.manager}${by.time ? `, at or before ${by.time}` : ""}`)] : []),
    ...(suppressed
      ? [oneLine(`suppressed until ${suppressed.until} by ${suppressed.rule}: ${suppressed.reason}`)]
      : []),
    `remedy: ${findingKinds[kind].remedy}`,
  ].join("\n");
}

function valueLines(label: string, value: Finding["live"]): string[] {
  if (value === undefined) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const lines = escapeText(text).split("\n");
  // No line of a value passes for one of the report, or for a command: those may stand behind spaces.
  return lines.length > 1 ? [`${label}:`, ...lines.map((line) => `| ${line}`)] : [`${label}: ${text}`];
}
