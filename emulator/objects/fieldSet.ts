import { type ApiObject, fieldsOf, ownerKey, userFields } from "../kinds/metadata";
import { requestTooLarge } from "../statusError";
import { canonicalJson, isObject, type JsonObject, type JsonValue } from "../text/json";

/** The path to a field in the words of FieldsV1: `f:name`, `k:{"uid":"…"}` or `v:"value"`. */
export type Steps = readonly string[];

/** A set of fields, each as the text of its path. */
export type FieldSet = ReadonlySet<string>;

/** What of an object can have managers: some metadata, and the fields beside it. */
export interface FieldTree extends JsonObject {
  metadata: JsonObject;
}

/** One field of a tree. A map is a field beside its members; its text is only `{}`. */
interface FieldNode {
  path: string;
  text: string;
}

/** The fields of a stored object that can have managers. */
export function objectTree(object: ApiObject): FieldTree {
  const { metadata } = object;
  const set = userFields.filter((field) => metadata[field] !== undefined);
  return { ...fieldsOf(object), metadata: Object.fromEntries(set.map((field) => [field, metadata[field]])) };
}

/** A path as one text, to be a member of a set. */
function pathOf(steps: Steps): string {
  return JSON.stringify(steps);
}

/** The steps of a member of a set. */
function stepsOf(path: string): Steps {
  return JSON.parse(path) as Steps;
}

// A path repeats its parents, so the paths of an object can take far more memory than the object.
const maxPathLetters = 16 * 1024 * 1024;

/** Every field of a tree, parents before their members. */
function* fieldNodes(tree: FieldTree): Generator<FieldNode> {
  let letters = 0;
  for (const [step, member] of membersOf([], tree) ?? []) {
    for (const node of nodesFrom([step], member)) {
      letters += node.path.length;
      if (letters > maxPathLetters) throw requestTooLarge();
      // Every object has metadata, so it has no owner.
      if (node.path !== '["f:metadata"]') yield node;
    }
  }
}

function* nodesFrom(steps: Steps, value: JsonValue): Generator<FieldNode> {
  const members = membersOf(steps, value);
  const emptyText = Array.isArray(value) ? "[]" : "{}";
  yield { path: pathOf(steps), text: members === undefined ? canonicalJson(value) : emptyText };
  for (const [step, member] of members ?? []) yield* nodesFrom([...steps, step], member);
}

/** The members of a value by their steps; undefined for one that has a single owner as a whole. */
function membersOf(steps: Steps, value: JsonValue): [string, JsonValue][] | undefined {
  if (steps.at(-1)?.startsWith("k:")) return undefined;
  if (isObject(value)) return Object.entries(value).map(([name, member]) => [`f:${name}`, member ?? null]);
  if (!Array.isArray(value) || steps[0] !== "f:metadata") return undefined;
  return value.map((item) => [itemStep(item), item]);
}

function itemStep(item: JsonValue): string {
  return isObject(item) ? `k:${canonicalJson({ [ownerKey]: item[ownerKey] })}` : `v:${canonicalJson(item)}`;
}

/** The members of any of the sets. */
export function union(...sets: Iterable<string>[]): FieldSet {
  return new Set(sets.flatMap((set) => [...set]));
}

/** The members that are in none of the others. */
export function without(set: FieldSet, ...others: FieldSet[]): FieldSet {
  return new Set([...set].filter((path) => !others.some((other) => other.has(path))));
}

/** Writes a set as FieldsV1: a tree of steps. `.` stands for a field beside its members. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const tree: JsonObject = {};
  const nodes = [...set].map((path) => nodeAt(tree, stepsOf(path)));
  for (const node of nodes) {
    if (Object.keys(node).length > 0) node["."] = {};
  }
  return tree;
}

function nodeAt(tree: JsonObject, steps: Steps): JsonObject {
  let node = tree;
  for (const step of steps) {
    const next = isObject(node[step]) ? node[step] : {};
    node[step] = next;
    node = next;
  }
  return node;
}

/** Reads FieldsV1; undefined for what is none, or too much of it. */
export function fromFieldsV1(tree: unknown): FieldSet | undefined {
  const set = new Set<string>();
  return collect(tree, [], set, { left: maxPathLetters }) ? set : undefined;
}

function collect(node: unknown, steps: Steps, set: Set<string>, letters: { left: number }): boolean {
  if (!isObject(node)) return false;
  const names = Object.keys(node);
  const path = pathOf(steps);
  letters.left -= path.length;
  if (letters.left < 0) return false;
  if (steps.length > 0 && (names.length === 0 || names.includes("."))) set.add(path);
  return names.every((name) => name === "." || (isStep(name) && collect(node[name], [...steps, name], set, letters)));
}

function isStep(name: string): boolean {
  if (/^(f:|i:\d+$)/.test(name)) return true;
  try {
    return /^[kv]:/.test(name) && JSON.parse(name.slice(2)) !== null;
  } catch {
    return false;
  }
}

/** What a change did to the fields of an object. */
export interface Comparison {
  /** New, or with another value. */
  written: FieldSet;
  removed: FieldSet;
}

/** Compares two states of an object; undefined is the state before the create. */
export function compareFields(before: FieldTree | undefined, after: FieldTree): Comparison {
  const old = before === undefined ? new Map<string, string>() : textsOf(before);
  const now = textsOf(after);
  return {
    written: new Set([...now].filter(([path, text]) => old.get(path) !== text).map(([path]) => path)),
    removed: new Set([...old.keys()].filter((path) => !now.has(path))),
  };
}

function textsOf(tree: FieldTree): Map<string, string> {
  return new Map([...fieldNodes(tree)].map(({ path, text }) => [path, text]));
}
