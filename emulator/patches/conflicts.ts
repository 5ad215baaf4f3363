import type { Kind } from "../kinds/kind";
import { type ApiObject, type Draft, fieldsOf } from "../kinds/metadata";
import { decodeMetadata } from "../objects/decode";
import {
  appliedFields,
  compareFields,
  type FieldSet,
  fieldTree,
  objectTree,
  stepsOf,
  without,
} from "../objects/fieldSet";
import type { Manager, Writer } from "../objects/managedFields";
import { applyConflict, type ConflictCause } from "../statusError";
import { canonicalJson, isObject, type JsonObject, parseJson } from "../text/json";

/** Throws the 409 that names each field that an apply would change and another manager owns. */
export function refuseConflicts(others: readonly Manager[], written: FieldSet): void {
  const causes = others.flatMap((manager): ConflictCause[] => {
    const message = `conflict with ${titleOf(manager)}`;
    const paths = [...manager.fields].filter((path) => written.has(path));
    return paths.map((path) => ({ reason: "FieldManagerConflict", message, field: nameOf(path) }));
  });
  const key = ({ message, field }: ConflictCause) => `${message} ${field}`;
  if (causes.length > 0) throw applyConflict(causes.sort((left, right) => (key(left) < key(right) ? -1 : 1)));
}

function titleOf({ manager, operation, apiVersion, subresource }: Manager): string {
  const name = JSON.stringify(manager) + (subresource ? ` with subresource ${JSON.stringify(subresource)}` : "");
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}

function nameOf(path: string): string {
  return stepsOf(path)
    .map((step) => (step.startsWith("f:") ? `.${step.slice(2)}` : `[${step.slice(2)}]`))
    .join("");
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
    const tree = fieldTree(decodeMetadata(former.metadata).value, fieldsOf(former));
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
