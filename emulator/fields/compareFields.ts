import type { FieldSet } from "./fieldSet";
import { type FieldTree, fieldNodes } from "./fieldTree";

/** What a change did to the fields of an object. */
export interface Comparison {
  /** New, or with another value. */
  written: FieldSet;
  removed: FieldSet;
}

/** Finds out what differs between two states of an object; undefined is the state before there was one. */
export function compareFields(before: FieldTree | undefined, after: FieldTree): Comparison {
  const old = before === undefined ? new Map<string, string>() : textsOf(before);
  const now = textsOf(after);
  return {
    written: new Set([...now].filter(([path, text]) => old.get(path) !== text).map(([path]) => path)),
    removed: new Set([...old.keys()].filter((path) => !now.has(path))),
  };
}

function textsOf(tree: FieldTree): Map<string, string> {
  return new Map([...fieldNodes(tree, "any")].map(({ path, text }) => [path, text]));
}
