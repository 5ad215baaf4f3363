import { UsageError } from "../program";
import { type FindingKindName, findingKindNames, findingKinds } from "./findingKinds";
import type { Finding, Report } from "./report";

type Outcome = Report["outcome"];

const exitCodes = {
  /** 7 is what `pulumi preview --expect-no-changes` ends with. */
  pulumi: { clean: 0, drift: 7, error: 1, unauthorized: 3 },
  /** As `terraform plan -detailed-exitcode`, which knows one kind of error. */
  terraform: { clean: 0, drift: 2, error: 1, unauthorized: 1 },
} as const satisfies Record<string, Record<Outcome, number>>;

/** Whose exit codes a run ends with. */
export type ExitCodeStyle = keyof typeof exitCodes;

/** The names of the styles. */
export const exitCodeStyles = Object.keys(exitCodes) as [ExitCodeStyle, ...ExitCodeStyle[]];

/** The exit code of a run. */
export const exitCodeOf = (outcome: Outcome, style: ExitCodeStyle): number => exitCodes[style][outcome];

/** What a run comes to: what could not be read makes it an error, whatever else was found and whichever kinds fail it. */
export function outcomeOf(
  findings: readonly Pick<Finding, "kind" | "suppressed">[],
  failing: ReadonlySet<FindingKindName>,
  { unauthorized }: { unauthorized: boolean },
): Outcome {
  if (unauthorized) return "unauthorized";
  if (findings.some(({ kind }) => kind === "unknown")) return "error";
  return findings.some(({ kind, suppressed }) => suppressed === null && failing.has(kind)) ? "drift" : "clean";
}

/** The kinds of findings that fail a run: those that `--fail-on` names, or else all that are more than a note. */
export function failOn(given: readonly string[]): ReadonlySet<FindingKindName> {
  if (given.length === 0) return new Set(findingKindNames.filter((kind) => findingKinds[kind].level !== "note"));
  return new Set(given.flatMap((kinds) => kinds.split(",")).map((kind) => kindNamed(kind.trim())));
}

function kindNamed(given: string): FindingKindName {
  const kind = findingKindNames.find((name) => name === given);
  if (kind) return kind;
  throw new UsageError(`--fail-on takes kinds of findings, and "${given}" is none: ${findingKindNames.join(", ")}`);
}
