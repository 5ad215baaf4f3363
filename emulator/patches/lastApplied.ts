import { appliedFields } from "../fields/appliedFields";
import { compareFields } from "../fields/compareFields";
import { type FieldSet, without } from "../fields/fieldSet";
import { fieldTree } from "../fields/fieldTree";
import type { Kind } from "../kinds/kind";
import type { ApiObject, Draft } from "../kinds/metadata";
import { decodeMetadata } from "../objects/decode";
import type { Writer } from "../objects/managedFields";
import { canonicalJson, isObject, type JsonObject, parseJson } from "../text/json";
import type { Configuration } from "./decodeConfiguration";

// What `kubectl apply` without --server-side left behind, and the manager that it becomes on the server.
const annotation = "kubectl.kubernetes.io/last-applied-configuration";
const kubectl = "kubectl";
const nothing: FieldSet = new Set();

/** The fields that kubectl itself wrote before and that nobody changed since: going over to the server is no conflict. */
export function allowedByLastApplied(kind: Kind, live: ApiObject | undefined, { manager }: Writer): FieldSet {
  const text = live?.metadata.annotations?.[annotation];
  if (live === undefined || manager !== kubectl || !text) return nothing;
  try {
    const former = parseJson(text).value;
    if (!isObject(former) || former.apiVersion !== live.apiVersion) return nothing;
    const tree = fieldTree({ metadata: decodeMetadata(former.metadata).metadata, spec: former.spec });
    const { written, removed } = compareFields(tree, fieldTree(live));
    return without(appliedFields(tree, kind.spec(live.apiVersion)), written, removed);
  } catch {
    // Anybody can write into an annotation. What cannot be read allows nothing.
    return nothing;
  }
}

/** Keeps the annotation up to date for as long as it is there, so that both ways of kubectl go on working. */
export function keepLastApplied(draft: Draft, { sent }: Configuration, { manager }: Writer): Draft {
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
