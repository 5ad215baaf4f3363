import { type FindingKindName, findingKindNames, findingKinds } from "./findingKinds";
import type { Finding, Report } from "./report";

type Outcome = Report["outcome"];

/** The exit code of each outcome; 7 as `pulumi preview --expect-no-changes`. */
export const exitCodes: Readonly<Record<Outcome, number>> = { clean: 0, drift: 7, error: 1, unauthorized: 3 };

/** The kinds that fail a run by default: all but notes. */
export const defaultFailOn = findingKindNames.filter((kind) => findingKinds[kind].level !== "note");

/** The outcome of a run. An unreadable resource is an error, whichever kinds fail the run. */
export function outcomeOf(
  findings: readonly Pick<Finding, "kind" | "suppressed">[],
  failing: readonly FindingKindName[],
  { unauthorized }: { unauthorized: boolean },
): Outcome {
  if (unauthorized) return "unauthorized";
  if (findings.some(({ kind }) => kind === "unknown")) return "error";
  return findings.some(({ kind, suppressed }) => suppressed === null && failing.includes(kind)) ? "drift" : "clean";
}
