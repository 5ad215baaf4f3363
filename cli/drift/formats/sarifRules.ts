import type { ReportingDescriptor } from "sarif";
import { type FindingKindName, findingKindNames, findingKinds } from "../findingKinds";
import { docsUri } from "./docsUri";

/** One rule for each kind of finding; a result names it by its place in this list. */
export function sarifRules(): ReportingDescriptor[] {
  return findingKindNames.map(ruleOf);
}

const severities = { error: "error", warning: "warning", note: "recommendation" } as const;

function ruleOf(kind: FindingKindName): ReportingDescriptor {
  const { title, description, remedy, level } = findingKinds[kind];
  const helpUri = docsUri("drift.md");
  return {
    id: kind,
    // A name must not be the id in other letters, and "Orphan" would be.
    name: `Drift ${title}`.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${title}.` },
    fullDescription: { text: description },
    help: { text: remedy, markdown: remedy },
    ...(helpUri ? { helpUri } : {}),
    defaultConfiguration: { level },
    properties: { tags: ["drift"], precision: "very-high", "problem.severity": severities[level] },
  };
}
