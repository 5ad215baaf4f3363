import { UsageError } from "../command";
import type { ExportedResource, ExportedState } from "../state/exportedState";
import { subjectOf } from "./looking/newFinding";
import { matches } from "./resourcePattern";

/** The resources that a refresh reads, and of them those that are asked for; a pattern that matches none is a mistake. */
export function chosenResources({ resources }: ExportedState, only: readonly string[]): ExportedResource[] {
  const read = resources.filter(isReadByRefresh);
  if (only.length === 0) return read;
  const subjects = read.map((exported) => ({ exported, subject: subjectOf(exported.urn, exported.id) }));
  const matchless = only.find((pattern) => !subjects.some(({ subject }) => matches(pattern, subject)));
  if (matchless !== undefined) throw new UsageError(`--only ${matchless} matches no resource of the stack`);
  return subjects
    .filter(({ subject }) => only.some((pattern) => matches(pattern, subject)))
    .map(({ exported }) => exported);
}

const isReadByRefresh = ({ custom, type, viewOf, pendingReplacement }: ExportedResource): boolean =>
  custom === true && !type.startsWith("pulumi:providers:") && !viewOf && !pendingReplacement;
