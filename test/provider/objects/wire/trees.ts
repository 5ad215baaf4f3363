import fc from "fast-check";
import type { Properties } from "../../../../provider/objects/values";

/** Keys that JSON Pointer escapes, that objects inherit, or that are not identifiers. */
const leafKeys = ["a", "a/b", "c~1d", "~", "", "0", "constructor", "__proto__", "policy.loft.sh/x"] as const;
const branchKeys = ["o", "p/q", "r~0", "toString", "hasOwnProperty"] as const;

const scalars = ["", "x", "y", "z", 0, 1, 2, false, true] as const;

/** A leaf: a scalar or a list, which is one value. */
export const leaf: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...scalars) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], ["x"], ["x", ""], [{ n: 1, e: "" }]) },
);

/** An object in which the key decides whether the value is a leaf or an object, as in a schema. */
export const tree: fc.Arbitrary<Properties> = treeOfDepth(3);

function treeOfDepth(depth: number): fc.Arbitrary<Properties> {
  const leaves = members(fc.constantFrom<string>(...leafKeys), leaf);
  if (depth === 1) return leaves.map((entries) => Object.fromEntries(entries));
  const branches = members(fc.constantFrom<string>(...branchKeys), treeOfDepth(depth - 1));
  return fc.tuple(leaves, branches).map((both) => Object.fromEntries(both.flat()));
}

function members<T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>): fc.Arbitrary<[string, T][]> {
  return fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 4 });
}

export const isTree = (value: unknown): value is Properties =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The leaves of an object by path. Objects without leaves are lost. */
export function leavesOf(value: Properties): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (node: Properties, path: readonly string[]) => {
    for (const [key, member] of Object.entries(node)) {
      if (isTree(member)) visit(member, [...path, key]);
      else leaves.set(JSON.stringify([...path, key]), member);
    }
  };
  visit(value, []);
  return leaves;
}

/** The object with another value at a path through objects; undefined removes the member. */
export function withLeaf(value: Properties, [key = "", ...rest]: readonly string[], changed: unknown): Properties {
  const below = Object.hasOwn(value, key) ? value[key] : undefined;
  const member = rest.length === 0 ? changed : withLeaf(isTree(below) ? below : {}, rest, changed);
  const others = Object.entries(value).filter(([other]) => other !== key);
  return Object.fromEntries(member === undefined ? others : [...others, [key, member]]);
}

/** The object as a Go server stores it, without empty values. */
export function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isTree(item) ? withoutZeros(item) : item));
  if (!isTree(value)) return value;
  const kept = Object.entries(value).map(([key, member]) => [key, withoutZeros(member)] as const);
  return Object.fromEntries(kept.filter(([, member]) => isNonZero(member)));
}

/** Whether a value differs from the zero value of its type. */
export function isNonZero(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isTree(value)) return Object.values(value).some(isNonZero);
  return value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;
}

/** A text that is equal for semantically equal values only. */
export const meaningOf = (value: unknown): string =>
  JSON.stringify(isNonZero(value) ? inOrder(withoutZeros(value)) : null);

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isTree(value)) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => [key, inOrder(member)]);
}
