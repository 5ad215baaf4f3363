import { escapeText } from "../../../provider/cliFacade";
import { counted, inDigits, oneLine } from "../../words";
import { type FindingKindName, findingKindNames, findingKinds } from "../findingKinds";
import type { Finding, FindingWriter, Report, Subject } from "../report";

/** Project and name of the stack, not escaped. */
export const stackLabel = ({ stack: { name, project } }: Pick<Report, "stack">): string =>
  project === "" ? name : `${project}/${name}`;

/** A summary in one line without foreign text. */
export function summary(report: Report): string {
  const counting = report.findings.filter(({ suppressed }) => suppressed === null);
  const found = [...ofResources(report, counting), ...ofObjects(counting), ...others(report, counting)].join("; ");
  return [...(found === "" ? [] : [`${found}.`]), ...missing(report)].join(" ");
}

function ofResources(report: Report, counting: readonly Finding[]): string[] {
  const { checked, unread } = report.resources;
  const findings = counting.filter(({ kind }) => findingKinds[kind].about === "resource");
  if (findings.length > 0) {
    const drift = `${inDigits(subjectsIn(findings))} of ${counted(checked + unread, "resource")} drifted`;
    return [`${drift}: ${countsIn(findings).join(", ")}`];
  }
  if (checked > 0) return [asDeclared(report)];
  return report.outcome === "clean" && unread === 0 ? ["There is no resource to compare"] : [];
}

const subjectsIn = (findings: readonly Finding[]): number =>
  new Set(findings.map(({ subject }) => subjectKey(subject))).size;

/** Resources by kind; one may have several. */
const countsIn = (findings: readonly Finding[]): string[] =>
  kindsIn(findings).map((kind) => `${inDigits(subjectsIn(findings.filter((each) => each.kind === kind)))} ${kind}`);

function asDeclared({ resources: { checked }, suppressed }: Report): string {
  const sentence = `${counted(checked, "resource")} ${checked === 1 ? "is" : "are"} as declared`;
  return suppressed > 0 ? `${sentence}, apart from what is suppressed` : sentence;
}

function ofObjects(counting: readonly Finding[]): string[] {
  const countOf = (kind: FindingKindName) => counting.filter((finding) => finding.kind === kind).length;
  const [orphans, retired] = [countOf("orphan"), countOf("retired")];
  return [
    ...(orphans > 0 ? [counted(orphans, "orphan")] : []),
    ...(retired > 0 ? [counted(retired, "retired key")] : []),
  ];
}

function others({ suppressed, outcome }: Report, counting: readonly Finding[]): string[] {
  return [
    ...(suppressed > 0 ? [`${inDigits(suppressed)} suppressed`] : []),
    ...(outcome === "clean" && counting.length > 0 ? ["nothing of it fails this run"] : []),
  ];
}

/** What was not compared. */
function missing({ resources: { unread }, counts, outcome }: Report): string[] {
  const refused =
    outcome === "unauthorized" ? ["Not authorized: an access key or a login is missing or was refused."] : [];
  if (unread > 0) return [...refused, `${counted(unread, "resource")} could not be read: ${silence(unread)}.`];
  if (counts.unknown > 0) return [...refused, `${counted(counts.unknown, "read")} failed: ${silence(counts.unknown)}.`];
  return outcome === "error" ? ["The search did not come to its end."] : refused;
}

const silence = (count: number): string => `nothing is said about ${count === 1 ? "it" : "them"}`;

/** Findings of a resource by kind. */
export interface SubjectFindings {
  readonly subject: Subject;
  readonly kinds: readonly { readonly kind: FindingKindName; readonly findings: readonly Finding[] }[];
}

/** Identity of a resource. */
const subjectKey = ({ urn, type, id, name }: Subject): string => urn ?? JSON.stringify([type, id, name]);

/** Findings by resource, in the order of the first finding of each. */
export function bySubject(findings: readonly Finding[]): SubjectFindings[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = subjectKey(finding.subject);
    const group = groups.get(key) ?? [];
    group.push(finding);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ subject: (group[0] as Finding).subject, kinds: byKind(group) }));
}

const byKind = (group: readonly Finding[]): SubjectFindings["kinds"] =>
  kindsIn(group).map((kind) => ({ kind, findings: group.filter((finding) => finding.kind === kind) }));

/** The kinds of findings, in the order of a report. */
const kindsIn = (findings: readonly Finding[]): FindingKindName[] =>
  findingKindNames.filter((kind) => findings.some((finding) => finding.kind === kind));

/** What to do, each thing once, in the order of a report. */
export const remediesOf = (findings: readonly Finding[]): Pick<Finding, "kind" | "remedy">[] =>
  kindsIn(findings).flatMap((kind) =>
    [...new Set(findings.filter((each) => each.kind === kind).map(({ remedy }) => remedy))].map((remedy) => ({
      kind,
      remedy,
    })),
  );

/** Last writer and time, not escaped. */
export const writtenBy = ({ manager, time }: FindingWriter): string =>
  `by ${manager}, ${time === null ? "at a time that the platform does not tell" : `at or before ${time}`}`;

/** The object of a resource and its platform, not escaped; empty if neither is known. */
export const objectPlace = ({ urn, id, platform }: Subject): string =>
  [urn !== null && id !== null ? `object "${id}"` : "", platform === null ? "" : `at ${platform}`]
    .filter(Boolean)
    .join(" ");

/** All of a finding in plain lines. */
export function detailsOf({ subject, path, expected, live, by, message, remedy, suppressed }: Finding): string {
  const { urn, type, id, name, platform } = subject;
  return [
    oneLine(message),
    oneLine(`resource: ${urn ?? `${type} ${id ?? name}`}`),
    ...(urn !== null && id !== null ? [oneLine(`object: ${id}`)] : []),
    ...(platform === null ? [] : [oneLine(`platform: ${platform}`)]),
    ...(path === null ? [] : [oneLine(`property: ${path}`)]),
    ...valueLines("expected", expected),
    ...valueLines("live", live),
    ...(by ? [oneLine(`written by: ${by.manager}${by.time ? `, at or before ${by.time}` : ""}`)] : []),
    ...(suppressed
      ? [oneLine(`suppressed until ${suppressed.until} by ${suppressed.rule}: ${suppressed.reason}`)]
      : []),
    `remedy: ${remedy}`,
  ].join("\n");
}

function valueLines(label: string, value: Finding["live"]): string[] {
  if (value === undefined) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const lines = escapeText(text).split("\n");
  // The prefix keeps a line of a value from passing for a line of the report or a command.
  return lines.length > 1 ? [`${label}:`, ...lines.map((line) => `| ${line}`)] : [`${label}: ${text}`];
}
