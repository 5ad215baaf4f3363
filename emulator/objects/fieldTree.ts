import { type Fields, type FieldType, memberType } from "../kinds/fields";
import { type ApiObject, type DraftMeta, fieldsOf, ownerKey, userFields } from "../kinds/metadata";
import { internalError } from "../statusError";
import { canonicalJson, isObject, type JsonObject, type JsonValue } from "../text/json";

/** The path to a field in the words of FieldsV1: `f:name`, `k:{"uid":"…"}` or `v:"value"`. */
export type Steps = readonly string[];

/** What of an object can have managers: some metadata, and the fields beside it. */
export interface FieldTree extends JsonObject {
  metadata: JsonObject;
}

/** One field of a tree. A map is a field beside its members; its text is only `{}`. */
export interface FieldNode {
  path: string;
  text: string;
  /** It is declared and holds others: who applies those does not apply it. */
  isGroup: boolean;
}

const metadataTypes: Fields = Object.fromEntries(userFields.map((field) => [field, "any"]));

/** Takes the fields that can have managers out of an object or a draft. */
export function fieldTree(metadata: DraftMeta, fields: JsonObject): FieldTree {
  const set = userFields.filter((field) => metadata[field] !== undefined);
  return { ...fields, metadata: Object.fromEntries(set.map((field) => [field, metadata[field]])) };
}

/** The fields that can have managers of a stored object. */
export const objectTree = (object: ApiObject): FieldTree => fieldTree(object.metadata, fieldsOf(object));

/** A path as one text, to be a member of a set. */
export function pathOf(steps: Steps): string {
  return JSON.stringify(steps);
}

/** The most letters of all paths of an object. A path repeats its parents, which takes memory. */
export const maxPathLetters = 16 * 1024 * 1024;

/** Every field of a tree, parents before their members. */
export function* fieldNodes(tree: FieldTree, fields: Fields): Generator<FieldNode> {
  let letters = 0;
  for (const node of allNodes(tree, fields)) {
    letters += node.path.length;
    if (letters > maxPathLetters) throw internalError("etcdserver: request is too large");
    yield node;
  }
}

function* allNodes(tree: FieldTree, fields: Fields): Generator<FieldNode> {
  for (const [step, member] of membersOf([], tree) ?? []) {
    const nodes = nodesFrom([step], member, memberType({ ...fields, metadata: metadataTypes }, nameOf(step)));
    // Every object has metadata, so it has no owner.
    if (step === "f:metadata") nodes.next();
    yield* nodes;
  }
}

function* nodesFrom(steps: Steps, value: JsonValue, type: FieldType | undefined): Generator<FieldNode> {
  const members = membersOf(steps, value);
  const isGroup = type !== undefined && members !== undefined && members.length > 0;
  yield { path: pathOf(steps), text: members === undefined ? canonicalJson(value) : emptyText(value), isGroup };
  for (const [step, member] of members ?? [])
    yield* nodesFrom([...steps, step], member, memberType(type, nameOf(step)));
}

const emptyText = (value: JsonValue) => (Array.isArray(value) ? "[]" : "{}");

const nameOf = (step: string) => step.slice("f:".length);

/** The members of a value by their steps; undefined for one that has a single owner as a whole. */
export function membersOf(steps: Steps, value: JsonValue): [string, JsonValue][] | undefined {
  if (steps.at(-1)?.startsWith("k:")) return undefined;
  if (isObject(value)) return Object.entries(value).map(([name, member]) => [`f:${name}`, member ?? null]);
  if (!Array.isArray(value) || steps[0] !== "f:metadata") return undefined;
  return value.map((item) => [itemStep(item), item]);
}

function itemStep(item: JsonValue): string {
  return isObject(item) ? `k:${canonicalJson({ [ownerKey]: item[ownerKey] })}` : `v:${canonicalJson(item)}`;
}

/** Puts a value together again from its members: the other way of `membersOf`. */
export function fromMembers(like: JsonValue, members: Iterable<[string, JsonValue]>): JsonValue {
  if (Array.isArray(like)) return [...members].map(([, item]) => item);
  return Object.fromEntries([...members].map(([step, member]) => [step.slice("f:".length), member]));
}
