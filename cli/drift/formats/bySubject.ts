import { type FindingKindName, findingKindNames } from "../findingKinds";
import type { Finding, Subject } from "../report";

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
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map((group) => ({ subject: (group[0] as Finding).subject, kinds: byKind(group) }));
}

const byKind = (group: readonly Finding[]): SubjectFindings["kinds"] =>
  findingKindNames
    .map((kind) => ({ kind, findings: group.filter((finding) => finding.kind === kind) }))
    .filter(({ findings }) => findings.length > 0);
