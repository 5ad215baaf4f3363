import { UsageError } from "../command";
import type { ExportedResource, ExportedState } from "../state/exportedState";
import { subjectOf } from "./looking/newFinding";
import { matches } from "./resourcePattern";

/** The resources that a refresh reads, and of them those that are asked for; patterns that match none are a mistake. */
export function chosenResources({ resources }: ExportedState, only: readonly string[]): ExportedResource[] {
  const read = resources.filter(isRead);
  if (only.length === 0) return read;
  const chosen = read.filter(({ urn, id }) => only.some((pattern) => matches(pattern, subjectOf(urn, id))));
  if (chosen.length > 0) return chosen;
  throw new UsageError(`--only ${only.join(", ")} matches no resource of the stack`);
}

const isRead = ({ custom, type, viewOf, pendingReplacement }: ExportedResource): boolean =>
  custom === true && !type.startsWith("pulumi:providers:") && !viewOf && !pendingReplacement;
