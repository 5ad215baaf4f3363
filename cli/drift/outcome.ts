import { type FindingKindName, findingKindNames, findingKinds } from "./findingKinds";
import type { Finding, Report } from "./report";

type Outcome = Report["outcome"];

const exitCodes = {
  /** 7 as `pulumi preview --expect-no-changes`. */
  pulumi: { clean: 0, drift: 7, error: 1, unauthorized: 3 },
  /** As `terraform plan -detailed-exitcode`. */
  terraform: { clean: 0, drift: 2, error: 1, unauthorized: 1 },
} as const satisfies Record<string, Record<Outcome, number>>;

/** Style of the exit codes. */
export type ExitCodeStyle = keyof typeof exitCodes;

/** The names of the styles. */
export const exitCodeStyles = Object.keys(exitCodes) as [ExitCodeStyle, ...ExitCodeStyle[]];

/** The exit code of a run. */
export const exitCodeOf = (outcome: Outcome, style: ExitCodeStyle): number => exitCodes[style][outcome];

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
