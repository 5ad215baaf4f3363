import type { FindingKindName } from "../../cli/drift/findingKinds";
import type { Report } from "../../cli/drift/report";

/** What a report found that counts, as `name: kind at path`, in alphabetical order. */
export const foundIn = ({ findings }: Report): string[] =>
  findings
    .filter(({ suppressed }) => suppressed === null)
    .map(({ subject, kind, path }) => `${subject.name}: ${kind}${path === null ? "" : ` at ${path}`}`)
    .sort();

/** What it says of findings of one kind. */
export const messagesOf = ({ findings }: Report, kind: FindingKindName): string =>
  findings.flatMap((finding) => (finding.kind === kind ? finding.message : [])).join("\n");
