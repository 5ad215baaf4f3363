import type { Kind } from "../kinds/kind";
import { type ApiObject, type Draft, fieldsOf } from "../kinds/metadata";
import { decodeMetadata } from "../objects/decode";
import { appliedFields, compareFields, type FieldSet, stepsOf, without } from "../objects/fieldSet";
import { fieldTree, objectTree, type Steps } from "../objects/fieldTree";
import type { Manager, Writer } from "../objects/managedFields";
import { applyConflict, type Cause, type StatusError } from "../statusError";
import { canonicalJson, isObject, type JsonObject, parseJson } from "../text/json";

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

// What client-side `kubectl apply` leaves behind, and its manager on the server.
const annotation = "kubectl.kubernetes.io/last-applied-configuration";
const kubectl = "kubectl";
const nothing: FieldSet = new Set();

/** The fields that kubectl itself wrote and nobody changed: moving to the server is no conflict. */
export function allowedByLastApplied(kind: Kind, live: ApiObject | undefined, { manager }: Writer): FieldSet {
  const text = live?.metadata.annotations?.[annotation];
  if (live === undefined || manager !== kubectl || !text) return nothing;
  try {
    const former = parseJson(text).value;
    if (!isObject(former) || former.apiVersion !== live.apiVersion) return nothing;
    const tree = fieldTree(decodeMetadata(former.metadata).metadata, fieldsOf(former));
    const { written, removed } = compareFields(tree, objectTree(live));
    return without(appliedFields(tree, kind.fields(live.apiVersion)), written, removed);
  } catch {
    // Anybody can write into an annotation. What cannot be read allows nothing.
    return nothing;
  }
}

/** Keeps the annotation up to date while it exists, so that both ways of kubectl work. */
export function keepLastApplied(draft: Draft, sent: JsonObject, { manager }: Writer): Draft {
  const { annotations } = draft.metadata;
  if (manager !== kubectl || !annotations?.[annotation]) return draft;
  const text = `${canonicalJson(withoutAnnotation(sent))}\n`;
  return { ...draft, metadata: { ...draft.metadata, annotations: { ...annotations, [annotation]: text } } };
}

function withoutAnnotation(sent: JsonObject): JsonObject {
  const metadata = isObject(sent.metadata) ? sent.metadata : {};
  if (!isObject(metadata.annotations)) return sent;
  const { [annotation]: former, ...annotations } = metadata.annotations;
  return { ...sent, metadata: { ...metadata, annotations } };
}
