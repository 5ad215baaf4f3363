import { compare, escapePathComponent, unescapePathComponent } from "fast-json-patch";
import type { ApiObject, JsonPatchOperation } from "../../api/client.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import type { EqualAt } from "../state/drift.js";
import {
  byIdentity,
  getOwn,
  type Identity,
  isRecord,
  mergeEntries,
  type Path,
  type Properties,
  semanticEqual,
  valueAt,
} from "../values.js";
import { isIgnored, withIgnoredParts } from "./ignoreChanges.js";

/** A field that both the program and another client changed. */
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

type Field = Versions<unknown>;

function ofEach<From, To>(
  { before, after, recorded, live }: Versions<From>,
  take: (version: From) => To,
): Versions<To> {
  return { before: take(before), after: take(after), recorded: take(recorded), live: take(live) };
}

/** Options of a merge. */
export interface MergeRules {
  readonly equal: EqualAt;
  readonly policy: ConflictPolicy;
  /** Property paths of the ignoreChanges option; `*` matches any key. */
  readonly ignored: readonly Path[];
  /** The property path for a path of the object. */
  propertyAt(path: Path): Path | undefined;
  /** The declared value at a path, with live members of list entries that are not declared. */
  keepForeign(path: Path, field: Pick<Field, "before" | "after" | "live">): unknown;
  /** Identity of the entries of each shared list, by the list's dotted path. */
  readonly shared: Readonly<Record<string, Identity>>;
}

/** The result of a merge. */
export interface Merged {
  readonly target: Properties;
  readonly conflicts: readonly MergeConflict[];
}

/** Applies the program's changes to the live object and keeps everything else. */
export function threeWayMerge(versions: Versions, rules: MergeRules): Merged {
  const conflicts: MergeConflict[] = [];
  const target = mergeFields(versions, [], rules, conflicts);
  return { target, conflicts };
}

function mergeFields(versions: Versions, path: Path, rules: MergeRules, conflicts: MergeConflict[]): Properties {
  const target = new Map(Object.entries(versions.live));
  for (const key of new Set([...Object.keys(versions.before), ...Object.keys(versions.after)])) {
    const value = mergeField(
      ofEach(versions, (each) => getOwn(each, key)),
      [...path, key],
      rules,
      conflicts,
    );
    if (value === undefined) target.delete(key);
    else target.set(key, value);
  }
  return Object.fromEntries(target);
}

function mergeField(field: Field, path: Path, rules: MergeRules, conflicts: MergeConflict[]): unknown {
  const property = rules.propertyAt(path);
  if (property && isIgnored(property, rules.ignored)) return field.live;
  const identity = getOwn(rules.shared, path.join(".")) as Identity | undefined;
  if (identity) return mergeShared(field, path, identity, rules, conflicts);
  if (isObject(field)) return mergeObject(field, path, rules, conflicts);
  const { live } = field;
  const merged = property ? { ...ofEach(field, withIgnoredParts(live, property, rules.ignored)), live } : field;
  return mergeLeaf(merged, path, rules, conflicts);
}

/** Whether the program declares an object here and the live value is none or an object. */
function isObject({ before, after, live }: Field): boolean {
  if (live !== undefined && live !== null && !isRecord(live)) return false;
  return isRecord(after) || (after === undefined && isRecord(before));
}

function mergeShared(
  field: Field,
  path: Path,
  identity: Identity,
  { policy }: MergeRules,
  conflicts: MergeConflict[],
): unknown {
  const lists = ofEach(field, (value): unknown[] => (Array.isArray(value) ? value : []));
  const { before: old, recorded: was, live: is } = ofEach(lists, (list) => byIdentity(list, identity));
  const theyChanged = lists.after.filter((entry) => {
    const id = identity(entry);
    return (
      semanticEqual(old.get(id), entry) && !semanticEqual(was.get(id), is.get(id)) && !semanticEqual(entry, is.get(id))
    );
  });
  if (policy === "fail" && theyChanged.length > 0) {
    conflicts.push({ path, recorded: field.recorded, theirs: field.live, ours: field.after });
  }
  // Entries to overwrite are treated as new, so that they are written again.
  const known = lists.before.filter((entry) => policy !== "overwrite" || !theyChanged.includes(entry));
  const merged = mergeEntries(known, lists.after, lists.live, identity);
  return merged.length === 0 ? undefined : merged;
}

function mergeObject(field: Field, path: Path, rules: MergeRules, conflicts: MergeConflict[]): unknown {
  const versions = ofEach(field, (value) => (isRecord(value) ? value : {}));
  const merged = mergeFields(versions, path, rules, conflicts);
  if (Object.keys(merged).length > 0) return merged;
  // An undeclared object is removed with its last field.
  if (field.after === undefined) return undefined;
  return isRecord(field.live) ? merged : field.live;
}

function mergeLeaf(field: Field, path: Path, rules: MergeRules, conflicts: MergeConflict[]): unknown {
  const { before, after, recorded, live } = field;
  const { equal, policy } = rules;
  const ours = rules.keepForeign(path, field);
  // A newly declared value is written even if it is zero: a server may default an absent field.
  if (before === undefined && live === undefined) return after;
  if (equal(path, after, live)) return live;
  // A newly declared field has no recorded value, so there is no conflict.
  if (before === undefined) return ours;
  // A field that has its declared value is unchanged, whatever the state recorded.
  const theyChanged = !equal(path, recorded, live) && !equal(path, before, live);
  const weChanged = !equal(path, before, after);
  if (policy === "overwrite" && theyChanged) return ours;
  if (theyChanged && (weChanged || policy === "fail")) conflicts.push({ path, recorded, theirs: live, ours: after });
  return weChanged ? ours : live;
}

/** Whether a resourceVersion guards a write. Kubernetes treats "0" as no version. */
export const isVersion = (version: unknown): version is string => Boolean(version) && version !== "0";

/**
 * A JSON Patch that applies to one version only; empty if nothing changes. Replacing a newer
 * resourceVersion is a clear 409, while a failed `test` would be a 422 without details.
 */
export function guardedPatch(live: Properties, target: Properties, resourceVersion: string): JsonPatchOperation[] {
  const operations = compare(live, target);
  if (operations.length === 0) return [];
  return [{ op: "replace", path: "/metadata/resourceVersion", value: resourceVersion }, ...operations];
}

/**
 * Writes these lists as a whole if they change. A patch by index could give an entry the hidden
 * members of another one, such as a password.
 */
export function withWholeLists(
  operations: readonly JsonPatchOperation[],
  target: Properties,
  lists: readonly Path[],
): readonly JsonPatchOperation[] {
  return lists.reduce((all, list) => {
    const pointer = list.map((key) => `/${escapePathComponent(String(key))}`).join("");
    const others = all.filter(({ path }) => !path.startsWith(`${pointer}/`));
    if (others.length === all.length) return all;
    return [...others, { op: "replace", path: pointer, value: valueAt(target, list) }];
  }, operations);
}

/**
 * The patch of an object that was not read, for one uid and version. Undefined if nothing changes,
 * or if it needs values that the state does not have: those of other clients, and undeclared ones.
 */
export function unreadPatch(
  { known, target, before }: { readonly known: ApiObject; readonly target: Properties; readonly before: Properties },
  hasOwnRule: (path: Path) => boolean,
): JsonPatchOperation[] | undefined {
  const { uid, resourceVersion } = known.metadata;
  const operations = guardedPatch(known, target, String(resourceVersion));
  const isUnknown = ({ path: pointer, value }: JsonPatchOperation) => {
    const path = pointer.split("/").slice(1).map(unescapePathComponent);
    // A list is known as a whole.
    if (path.some((_, end) => Array.isArray(valueAt(known, path.slice(0, end))))) return false;
    const recorded = valueAt(known, path);
    if ([value, recorded].some(isRecord)) return true;
    // An empty declaration can be recorded without a write.
    if (valueAt(before, path) !== undefined) return recorded === undefined;
    return Array.isArray(value) || hasOwnRule(path);
  };
  if (operations.length === 0 || operations.slice(1).some(isUnknown)) return undefined;
  // A server that ignores the version of a write still compares it here.
  const tests = Object.entries({ uid, resourceVersion });
  return [...tests.map(([key, value]) => ({ op: "test", path: `/metadata/${key}`, value })), ...operations];
}
