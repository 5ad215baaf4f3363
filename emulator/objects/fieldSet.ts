import type { Fields } from "../kinds/fields";
import { isObject, type JsonObject } from "../text/json";
import { type FieldTree, fieldNodes, maxPathLetters, pathOf, type Steps } from "./fieldTree";

/** A set of fields, each as the text of its path. */
export type FieldSet = ReadonlySet<string>;

/** The steps of a member of a set. */
export function stepsOf(path: string): Steps {
  return JSON.parse(path) as Steps;
}

/** The members of any of the sets. */
export function union(...sets: Iterable<string>[]): FieldSet {
  return new Set(sets.flatMap((set) => [...set]));
}

/** The members that are in none of the others. */
export function without(set: FieldSet, ...others: FieldSet[]): FieldSet {
  return new Set([...set].filter((path) => !others.some((other) => other.has(path))));
}

/** The set with everything that its members stand in. */
export function withParents(set: FieldSet): FieldSet {
  const all = new Set<string>();
  for (const path of set) {
    const steps = stepsOf(path);
    for (let length = steps.length; length > 0; length--) {
      const part = pathOf(steps.slice(0, length));
      // Its parents came with it, so deep objects with many fields take no longer than flat ones.
      if (all.has(part)) break;
      all.add(part);
    }
  }
  return all;
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

function isStep(name: string): boolean {
  if (/^(f:|i:\d+$)/.test(name)) return true;
  return /^[kv]:/.test(name) && isJson(name.slice(2));
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
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
  return new Map([...fieldNodes(tree, {})].map(({ path, text }) => [path, text]));
}

/** The fields that an applied configuration claims. */
export function appliedFields(config: FieldTree, fields: Fields): FieldSet {
  const claimed = [...fieldNodes(config, fields)].filter(({ isGroup }) => !isGroup);
  return new Set(claimed.map(({ path }) => path));
}
