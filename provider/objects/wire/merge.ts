import type * as z from "zod";
import type { ConflictPolicy } from "../../config/config.js";
import { equalInputs } from "../fields/equality.js";
import { fieldAt, pathsWith, rulesOf } from "../fields/fieldRules.js";
import { type ListVersions, withUnchangedEntries } from "../fields/listEntries.js";
import { keepUndeclaredSecrets } from "../fields/secretEntries.js";
import { byIdentity, type Identity } from "../sharedEntries.js";
import {
  asList,
  asRecord,
  copyPath,
  deepEqual,
  getOwn,
  isEmpty,
  isPatternBelow,
  isRecord,
  isWithin,
  isWithinAny,
  type Path,
  type Properties,
  semanticEqual,
} from "../values.js";
import { yamlMapOf, yamlTextOf } from "./yamlMaps.js";

/** A field that another client changed. The program changed it too, or the policy is `fail`. */
export interface MergeConflict {
  readonly path: Path;
  readonly recorded: unknown;
  readonly theirs: unknown;
  readonly ours: unknown;
}

/** Versions of an object or field in wire form: declared before and now, recorded, and live. */
export interface Versions<Value = Properties> {
  readonly before: Value;
  readonly after: Value;
  readonly recorded: Value;
  readonly live: Value;
}

/** The versions of the value of one field. */
type Field = Versions<unknown>;

function mapVersions<From, To>(
  { before, after, recorded, live }: Versions<From>,
  map: (version: From) => To,
): Versions<To> {
  return { before: map(before), after: map(after), recorded: map(recorded), live: map(live) };
}

/** The fields of the object, and what decides which version of a field wins. */
export interface MergeRules {
  readonly schema: z.ZodType;
  readonly policy: ConflictPolicy;
  /** Property paths of the ignoreChanges option; `*` matches any key. */
  readonly ignored: readonly Path[];
  /** The input property for a path of the object; undefined if there is none. */
  propertyOf(path: Path): Path | undefined;
  /** Paths of the secrets of other clients that the server masks. */
  readonly masked: readonly Path[];
}

const ruleAt = (schema: z.ZodType, path: Path) => rulesOf(fieldAt(schema, path) ?? schema);

/** Whether a path is at or inside a secret, which the server may hide. */
const isSecret = (schema: z.ZodType, path: Path): boolean => isWithinAny(path, pathsWith(schema, "secret"));

/** The field with the ignored parts of a list at their live value, so that none is a change. */
function withIgnoredParts(field: Field, property: Path, ignored: readonly Path[]): Field {
  const parts = ignored.filter((each) => isPatternBelow(each, property)).map((each) => each.slice(property.length));
  return mapVersions(field, (value) => parts.reduce((changed, part) => copyPath(changed, field.live, part), value));
}

/** The rules, and the fields in conflict so far. */
interface Merge extends MergeRules {
  readonly conflicts: MergeConflict[];
}

/**
 * Applies the program's changes to the live object. Other fields stay, but the policy `overwrite`
 * restores declared values that another client changed.
 */
export function threeWayMerge(versions: Versions, rules: MergeRules) {
  const merge: Merge = { ...rules, conflicts: [] };
  return { target: mergeFields(merge, [], versions), conflicts: merge.conflicts };
}

function mergeFields(merge: Merge, path: Path, versions: Versions): Properties {
  const target = new Map(Object.entries(versions.live));
  for (const key of new Set([...Object.keys(versions.before), ...Object.keys(versions.after)])) {
    const field = mapVersions(versions, (each) => getOwn(each, key));
    const value = mergeField(merge, [...path, key], field);
    if (value === undefined) target.delete(key);
    else target.set(key, value);
  }
  return Object.fromEntries(target);
}

function mergeField(merge: Merge, path: Path, field: Field): unknown {
  const property = merge.propertyOf(path);
  if (property && isWithinAny(property, merge.ignored)) return field.live;
  const { sharedBy, assigned, sentOnce, yamlMap } = ruleAt(merge.schema, path);
  if (sharedBy) return mergeShared(merge, path, field);
  if (assigned) return mergeAssigned(merge, path, field);
  if (sentOnce) return semanticEqual(field.before, field.after) ? field.live : field.after;
  if (yamlMap) return mergeYamlMap(merge, path, field);
  if (mergesMembers(field)) return mergeObject(merge, path, field);
  return mergeLeaf(merge, path, property ? withIgnoredParts(field, property, merge.ignored) : field);
}

/** Whether to merge member by member: the program declares an object now, or did before. */
function mergesMembers({ before, after, live }: Field): boolean {
  if (live !== undefined && live !== null && !isRecord(live)) return false;
  return isRecord(after) || (after === undefined && isRecord(before));
}

/** Merges a shared list entry by entry. Entries that the program never declared stay. */
function mergeShared({ schema, policy, conflicts }: Merge, path: Path, field: Field): unknown {
  const identity = ruleAt(schema, path).sharedBy as Identity;
  const lists = mapVersions(field, asList);
  const { before, after, recorded, live } = mapVersions(lists, (list) => byIdentity(list, identity));
  const areEqual = (id: unknown, one: Map<unknown, unknown>, other: Map<unknown, unknown>) =>
    semanticEqual(one.get(id), other.get(id));
  const theyChanged = (id: unknown) =>
    before.has(id) && [recorded, before, after].every((each) => !areEqual(id, each, live));
  const weChanged = (id: unknown) => !areEqual(id, before, after);
  const isToChange = (id: unknown) => weChanged(id) || (policy === "overwrite" && theyChanged(id));
  // A server adds empty members, which are no difference.
  const isWritten = (id: unknown) => after.has(id) && isToChange(id) && !areEqual(id, after, live);
  const isConflict = (id: unknown) => theyChanged(id) && (policy === "fail" || weChanged(id));
  if (policy !== "overwrite" && [...before.keys()].some(isConflict)) {
    conflicts.push({ path, recorded: field.recorded, theirs: field.live, ours: field.after });
  }
  const kept = lists.live.filter((entry) => after.has(identity(entry)) || !before.has(identity(entry)));
  const merged = [
    ...kept.map((entry) => (isWritten(identity(entry)) ? after.get(identity(entry)) : entry)),
    ...lists.after.filter((entry) => isWritten(identity(entry)) && !live.has(identity(entry))),
  ];
  return merged.length === 0 ? undefined : merged;
}

function mergeObject(merge: Merge, path: Path, field: Field): unknown {
  const versions = mapVersions(field, asRecord);
  const merged = mergeFields(merge, path, versions);
  if (field.after === undefined && ruleAt(merge.schema, path).removedWhole) return undefined;
  const secrets = Object.entries(versions.after).filter(([key]) => isSecret(merge.schema, [...path, key]));
  // An object that is new to the server, or hidden by it, is written with all its secrets.
  if (Object.keys(merged).length > 0)
    return isRecord(field.live) ? merged : { ...Object.fromEntries(secrets), ...merged };
  // An undeclared object is removed with its last field.
  if (field.after === undefined && !merge.masked.some((each) => isWithin(each, path))) return undefined;
  // An absent object is not added without a field.
  return isRecord(field.live) ? merged : field.live;
}

/** Keeps the value that the platform has. Another declared value is a conflict. */
function mergeAssigned({ schema, conflicts }: Merge, path: Path, { after, recorded, live }: Field): unknown {
  if (isEmpty(live)) return after ?? live;
  if (after !== undefined && !equalInputs(schema)(path, after, live))
    conflicts.push({ path, recorded, theirs: live, ours: after });
  return live;
}

/** Merges YAML texts by their keys. A text without a change stays as it is. */
function mergeYamlMap(merge: Merge, path: Path, field: Field): unknown {
  const maps = mapVersions(field, (text) => yamlMapOf(text, "platform"));
  if (field.live !== undefined && !maps.live) return mergeLeaf(merge, path, field);
  const merged = mergeObject(merge, path, maps);
  if (deepEqual(merged, maps.live)) return field.live;
  return isRecord(merged) ? yamlTextOf(merged, field.live) : merged;
}

function mergeLeaf({ schema, policy, conflicts }: Merge, path: Path, field: Field): unknown {
  const { before, after, recorded, live } = field;
  const equal = (a: unknown, b: unknown) => equalInputs(schema)(path, a, b);
  const ours = withLiveParts(fieldAt(schema, path), field);
  // A new zero is written too: it equals an absent value, but the server may set a default.
  if (before === undefined && live === undefined) return after;
  if (equal(after, live) || equal(ours, live)) return live;
  // The program did not declare this field before, so its value wins under each policy.
  if (before === undefined) return ours;
  // If the live value is the one declared before, no other client changed it.
  const theyChanged = !equal(recorded, live) && !equal(before, live);
  const weChanged = !equal(before, after);
  if (policy === "overwrite" && theyChanged) return ours;
  // A server may hide a secret, so its absence is no change.
  const isHidden = isEmpty(live) && isSecret(schema, path);
  if (theyChanged && !isHidden && (weChanged || policy === "fail"))
    conflicts.push({ path, recorded, theirs: live, ours: after });
  return weChanged ? ours : live;
}

/** The declared value, with unchanged list entries and undeclared secrets as on the platform. */
function withLiveParts(field: z.ZodType | undefined, versions: ListVersions): unknown {
  if (!field) return versions.after;
  return withUnchangedEntries(field, { ...versions, after: keepUndeclaredSecrets(field, versions) });
}
