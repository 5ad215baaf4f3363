import { npmName, version } from "../../provider/identity.js";
import { outcomeOf } from "./exitCode";
import { type FindingKindName, findingKindNames } from "./findingKinds";
import { applyIgnoring, type IgnoreRule } from "./ignoring";
import { type Finding, type Report, schemaVersion } from "./report";
import { matches } from "./resourcePattern";
import { placeOf, type Survey, type SurveyOptions, survey } from "./survey";

/** What to look at, and what of it counts. */
export interface DriftOptions extends SurveyOptions {
  readonly ignoring: readonly IgnoreRule[];
  readonly failOn: ReadonlySet<FindingKindName>;
}

/** What a search found, and which resources it was about. */
export interface Search {
  readonly report: Report;
  readonly targets: readonly string[];
}

/** Looks for drift in a stack and writes nothing anywhere. */
export async function searchForDrift(options: DriftOptions): Promise<Search> {
  const startedAt = new Date();
  const found = await survey(options);
  return { report: reportOf(options, found, startedAt), targets: found.targets };
}

/** What is reported of a survey. */
export function reportOf(
  {
    stack,
    only,
    ignoring,
    failOn,
    now,
  }: Pick<DriftOptions, "only" | "ignoring" | "failOn" | "now"> & {
    readonly stack: { readonly name: string; readonly project: string };
  },
  found: Omit<Survey, "targets">,
  startedAt: Date,
): Report {
  const chosen = found.findings.filter(({ kind, subject }) => kind === "unknown" || isAskedFor(subject, only));
  const { findings, notes } = applyIgnoring(chosen, ignoring, now, { isPartial: only.length > 0 });
  const counting = findings.filter(({ suppressed }) => suppressed === null);
  return {
    schemaVersion,
    tool: { name: npmName, version },
    stack: { name: placeOf(stack).stack, project: stack.project },
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    resources: { checked: found.checked, unread: found.unread },
    counts: countsOf(counting),
    failOn: [...failOn],
    suppressed: findings.length - counting.length,
    findings: findings.sort(inOrder),
    notes: [...new Set([...found.notes, ...notes])],
    outcome: outcomeOf(findings, failOn, { unauthorized: found.unauthorized }),
  };
}

const isAskedFor = (subject: Finding["subject"], only: readonly string[]): boolean =>
  only.length === 0 || only.some((pattern) => matches(pattern, subject));

function countsOf(findings: readonly Finding[]): Report["counts"] {
  const count = (name: FindingKindName) => findings.filter(({ kind }) => kind === name).length;
  return Object.fromEntries(findingKindNames.map((name) => [name, count(name)])) as Report["counts"];
}

/** Resources in the order of their names, what is found of one in the order of the kinds; the same in every run. */
const inOrder = (a: Finding, b: Finding): number => sortKey(a).localeCompare(sortKey(b), "en");

const sortKey = ({ subject, kind, path }: Finding): string =>
  [subject.type, subject.name, subject.urn ?? "", String(findingKindNames.indexOf(kind)).padStart(2, "0"), path].join(
    "\n",
  );
