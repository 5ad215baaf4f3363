import { type FieldSet, stepsOf } from "../fields/fieldSet";
import type { Steps } from "../fields/fieldTree";
import type { Manager } from "../fields/managers";
import { applyConflict, type Cause, type StatusError } from "../statusError";

/** Fields that an apply would change and that another manager owns. */
export interface Conflict {
  manager: Manager;
  paths: string[];
}

/** Finds the owners of what an apply changes. */
export function findConflicts(others: readonly Manager[], written: FieldSet): Conflict[] {
  const conflicts = others.map((manager) => ({
    manager,
    paths: [...manager.fields].filter((path) => written.has(path)),
  }));
  return conflicts.filter(({ paths }) => paths.length > 0);
}

/** The 409 that names every conflict, by its manager and its field. */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const named = conflicts.map(({ manager, paths }) => ({ title: titleOf(manager), fields: fieldNames(paths) }));
  named.sort((a, b) => (a.title < b.title ? -1 : 1));
  const causes = named.flatMap(({ title, fields }) => fields.map((field) => causeOf(title, field)));
  const [first] = causes;
  if (first !== undefined && causes.length === 1) {
    return applyConflict(`Apply failed with 1 conflict: ${first.message}: ${first.field}`, causes);
  }
  const lines = named.flatMap(({ title, fields }) => [
    `conflicts with ${title}:`,
    ...fields.map((field) => `- ${field}`),
  ]);
  return applyConflict(`Apply failed with ${causes.length} conflicts: ${lines.join("\n")}`, causes);
}

function causeOf(title: string, field: string): Cause {
  return { reason: "FieldManagerConflict", message: `conflict with ${title}`, field };
}

function titleOf({ manager, operation, apiVersion, subresource }: Manager): string {
  const name = JSON.stringify(manager) + (subresource ? ` with subresource ${JSON.stringify(subresource)}` : "");
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}

function fieldNames(paths: readonly string[]): string[] {
  return paths
    .map(stepsOf)
    .sort(bySteps)
    .map((steps) => steps.map(nameOfStep).join(""));
}

// Of what stands at the same place, single fields come before those with members.
function bySteps(left: Steps, right: Steps): number {
  const at = left.findIndex((step, i) => step !== right[i] || i === left.length - 1 || i === right.length - 1);
  const isLast = (steps: Steps) => (at === steps.length - 1 ? 0 : 1);
  return isLast(left) - isLast(right) || ((left[at] ?? "") < (right[at] ?? "") ? -1 : 1);
}

function nameOfStep(step: string): string {
  const name = step.slice("f:".length);
  if (step.startsWith("f:")) return `.${name}`;
  if (step.startsWith("v:")) return `[=${name}]`;
  if (step.startsWith("i:")) return `[${name}]`;
  const keys = Object.entries(JSON.parse(name) as Record<string, unknown>);
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(",")}]`;
}
