import { UsageError } from "../program";
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

/** The outcome of a run. An unreadable resource is an error, whichever kinds fail the run. */
export function outcomeOf(
  findings: readonly Pick<Finding, "kind" | "suppressed">[],
  failing: ReadonlySet<FindingKindName>,
  { unauthorized }: { unauthorized: boolean },
): Outcome {
  if (unauthorized) return "unauthorized";
  if (findings.some(({ kind }) => kind === "unknown")) return "error";
  return findings.some(({ kind, suppressed }) => suppressed === null && failing.has(kind)) ? "drift" : "clean";
}

/** The kinds that fail a run: those of `--fail-on`, by default all but notes. */
export function failOn(given: readonly string[]): ReadonlySet<FindingKindName> {
  if (given.length === 0) return new Set(findingKindNames.filter((kind) => findingKinds[kind].level !== "note"));
  return new Set(given.flatMap((kinds) => kinds.split(",")).map((kind) => kindNamed(kind.trim())));
}

function kindNamed(given: string): FindingKindName {
  const kind = findingKindNames.find((name) => name === given);
  if (kind) return kind;
  throw new UsageError(`Unknown kind "${given}" in --fail-on. Valid: ${findingKindNames.join(", ")}`);
}
