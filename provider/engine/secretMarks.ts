import { fieldAt, pathsWith, rulesOf } from "../objects/fields/fieldRules.js";
import type { Resource } from "../objects/resource.js";
import { isWithin, type Marked, type Path, textsAt } from "../objects/values.js";
import { isReserved } from "./programInputs.js";

/** The fields of a resource, inputs and outputs, that are always secret. */
export function secretPaths(resource: Resource): Path[] {
  return [...pathsWith(resource.inputs, "secret"), ...pathsWith(resource.outputs, "secret")];
}

/** Paths of secrets: those that the resource declares, and those marked in any of the values. */
export function secretMarks(resource: Resource, ...values: readonly Marked[]): Path[] {
  const declared = secretPaths(resource);
  // Dynamic resources keep a copy of all inputs in one reserved secret.
  const marked = values.flatMap(({ secrets }) => secrets).filter(([key]) => !isReserved(String(key)));
  return [...declared, ...marked.filter((path) => !declared.some((each) => isWithin(path, each)))];
}

/** The texts of values that messages mask: those of their secrets. */
export function secretTexts(resource: Resource, ...values: readonly Marked[]): string[] {
  // Each has its own marks: the state may have a list as one secret text.
  return values.flatMap((value) => {
    const masked = secretMarks(resource, value).flatMap((path) => maskedPaths(resource, path));
    return textsAt(value.properties, masked);
  });
}

/** The paths of the values that messages mask: some members of a secret, or all of it. */
function maskedPaths({ outputs }: Resource, path: Path): Path[] {
  const field = fieldAt(outputs, path);
  const members = field && rulesOf(field).maskedMembers;
  return members ? members.map((member) => [...path, member]) : [path];
}
