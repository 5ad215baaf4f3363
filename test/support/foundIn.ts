import type { Report } from "../../cli/drift/report";

/** The findings that count, as `name: kind at path`, sorted. */
export const foundIn = ({ findings }: Report): string[] =>
  findings
    .filter(({ suppressed }) => suppressed === null)
    .map(({ subject, kind, path }) => `${subject.name}: ${kind}${path === null ? "" : ` at ${path}`}`)
    .sort();
