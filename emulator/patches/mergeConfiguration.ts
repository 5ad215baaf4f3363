import { type FieldSet, without, withParents } from "../fields/fieldSet";
import { type FieldTree, fromMembers, membersOf, pathOf, type Steps } from "../fields/fieldTree";
import type { JsonValue } from "../text/json";

/** Puts an applied configuration over what is there: maps and sets are merged, everything else is replaced. */
export function mergeConfiguration(live: FieldTree, config: FieldTree): FieldTree {
  return merge([], live, config) as FieldTree;
}

function merge(steps: Steps, live: JsonValue | undefined, config: JsonValue): JsonValue {
  if (live === undefined) return config;
  const theirs = membersOf(steps, live);
  if (config === null && theirs !== undefined) return live;
  const ours = membersOf(steps, config);
  if (theirs === undefined || ours === undefined || Array.isArray(live) !== Array.isArray(config)) return config;
  const members = new Map(theirs);
  for (const [step, member] of ours) members.set(step, merge([...steps, step], members.get(step), member));
  return fromMembers(live, members);
}

/** Takes out what the applier applied before and neither it nor anybody else owns now. */
export function pruneConfiguration(merged: FieldTree, former: FieldSet, owned: readonly FieldSet[]): FieldTree {
  const gone = without(withParents(former), ...owned.map(withParents));
  return prune([], merged, gone) as FieldTree;
}

function prune(steps: Steps, value: JsonValue, gone: FieldSet): JsonValue | undefined {
  const isGone = gone.has(pathOf(steps));
  const members = membersOf(steps, value);
  if (members === undefined) return isGone ? undefined : value;
  const kept = members.flatMap(([step, member]): [string, JsonValue][] => {
    const left = prune([...steps, step], member, gone);
    return left === undefined ? [] : [[step, left]];
  });
  return isGone && kept.length === 0 ? undefined : fromMembers(value, kept);
}
