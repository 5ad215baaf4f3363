import { UsageError } from "../command";
import { type FindingKindName, findingKindNames, findingKinds } from "./findingKinds";

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
