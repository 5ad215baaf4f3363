import { compare, escapePathComponent, unescapePathComponent } from "fast-json-patch";
import type { ApiObject, JsonPatchOperation } from "../../api/client.js";
import type { ConflictPolicy } from "../../config/config.js";
import type { EqualAt } from "../fields/equality.js";
import { byIdentity, type Identity, mergeEntries } from "../sharedEntries.js";
import {
  asList,
  asRecord,
  copyPath,
  getOwn,
  isPatternBelow,
  isRecord,
  isWithinAny,
  type Path,
  type Properties,
  semanticEqual,
  valueAt,
} from "../values.js";

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

type Field = Versions<unknown>;

function ofEach<From, To>(
  { before, after, recorded, live }: Versions<From>,
  take: (version: From) => To,
): Versions<To> {
  return { before: take(before), after: take(after), recorded: take(recorded), live: take(live) };
}

/** Equality, conflict policy, ignored properties, and rules for lists. */
export interface MergeRules {
  readonly equal: EqualAt;
  readonly policy: ConflictPolicy;
  /** Property paths of the ignoreChanges option; `*` matches any key. */
  readonly ignored: readonly Path[];
  /** The input property for a path of the object; undefined if there is none. */
  propertyAt(path: Path): Path | undefined;
  /** The declared value, with unchanged list entries and undeclared secrets as on the platform. */
  keepForeign(path: Path, field: Pick<Field, "before" | "after" | "live">): unknown;
  /** Whether a path is at or inside a secret of the program, which the server may hide. */
  isSecret(path: Path): boolean;
  /** Whether the object at a path has a secret of another client that the server masks. */
  holdsMasked(path: Path): boolean;
  /** The identity of entries, by the dotted path of each list that other clients also write. */
  readonly shared: Readonly<Record<string, Identity>>;
}

/** The object to write, and the fields in conflict. */
interface Merged {
  readonly target: Properties;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Applies the program's changes to the live object. Other fields stay, but the policy `overwrite`
 * restores declared values that another client changed.
 */
export function threeWayMerge(versions: Versions, rules: MergeRules): Merged {
  const conflicts: MergeConflict[] = [];
  const target = mergeFields(versions, [], { ...rules, conflicts });
  return { target, conflicts };
}

/** The rules of a merge, and the conflicts that it has found. */
type Merging = MergeRules & { readonly conflicts: MergeConflict[] };

function mergeFields(versions: Versions, path: Path, merging: Merging): Properties {
  const target = new Map(Object.entries(versions.live));
  for (const key of new Set([...Object.keys(versions.before), ...Object.keys(versions.after)])) {
    const field = ofEach(versions, (each) => getOwn(each, key));
    const value = mergeField(field, [...path, key], merging);
    if (value === undefined) target.delete(key);
    else target.set(key, value);
  }
  return Object.fromEntries(target);
}

function mergeField(field: Field, path: Path, merging: Merging): unknown {
  const { ignored, shared } = merging;
  const property = merging.propertyAt(path);
  if (property && isWithinAny(property, ignored)) return field.live;
  const identity = getOwn(shared, path.join(".")) as Identity | undefined;
  if (identity) return mergeShared(field, path, { ...merging, identity });
  if (mergesMembers(field)) return mergeObject(field, path, merging);
  const { live } = field;
  const merged = property ? { ...ofEach(field, withIgnoredParts(live, property, ignored)), live } : field;
  return mergeLeaf(merged, path, merging);
}

/** Sets the ignored parts of a list to their live value, so that none is a change. */
function withIgnoredParts(live: unknown, property: Path, ignored: readonly Path[]): (value: unknown) => unknown {
  const parts = ignored.filter((each) => isPatternBelow(each, property)).map((each) => each.slice(property.length));
  return (value) => parts.reduce((changed, part) => copyPath(changed, live, part), value);
}

/** Whether to merge member by member: the program declares an object now, or did before. */
function mergesMembers({ before, after, live }: Field): boolean {
  if (live !== undefined && live !== null && !isRecord(live)) return false;
  return isRecord(after) || (after === undefined && isRecord(before));
}

function mergeShared(
  field: Field,
  path: Path,
  { identity, policy, conflicts }: Merging & { readonly identity: Identity },
): unknown {
  const lists = ofEach(field, asList);
  const { before: old, after: ours, recorded: was, live: is } = ofEach(lists, (list) => byIdentity(list, identity));
  const areEqual = (id: unknown, one: Map<unknown, unknown>, other: Map<unknown, unknown>) =>
    semanticEqual(one.get(id), other.get(id));
  const theyChanged = [...old.keys()].filter((id) => [was, old, ours].every((each) => !areEqual(id, each, is)));
  const weChanged = (id: unknown) => !areEqual(id, old, ours);
  if (policy !== "overwrite" && theyChanged.some((id) => policy === "fail" || weChanged(id))) {
    conflicts.push({ path, recorded: field.recorded, theirs: field.live, ours: field.after });
  }
  // Entries to overwrite are treated as new, so that they are written again.
  const isOverwritten = (id: unknown) => policy === "overwrite" && ours.has(id) && theyChanged.includes(id);
  const before = lists.before.filter((entry) => !isOverwritten(identity(entry)));
  const merged = mergeEntries({ ...lists, before }, identity);
  return merged.length === 0 ? undefined : merged;
}

function mergeObject(field: Field, path: Path, merging: Merging): unknown {
  const versions = ofEach(field, asRecord);
  const merged = mergeFields(versions, path, merging);
  const secrets = Object.entries(versions.after).filter(([key]) => merging.isSecret([...path, key]));
  // An object that is new to the server, or hidden by it, is written with all its secrets.
  if (Object.keys(merged).length > 0)
    return isRecord(field.live) ? merged : { ...Object.fromEntries(secrets), ...merged };
  // An undeclared object is removed with its last field.
  if (field.after === undefined && !merging.holdsMasked(path)) return undefined;
  return isRecord(field.live) ? merged : field.live;
}

function mergeLeaf(field: Field, path: Path, merging: Merging): unknown {
  const { before, after, recorded, live } = field;
  const { equal, policy, conflicts } = merging;
  const ours = merging.keepForeign(path, field);
  // A new zero is written too: it equals an absent value, but the server may set a default.
  if (before === undefined && live === undefined) return after;
  if (equal(path, after, live) || equal(path, ours, live)) return live;
  // The program did not declare this field before, so its value wins under each policy.
  if (before === undefined) return ours;
  // If the live value is the one declared before, no other client changed it.
  const theyChanged = !equal(path, recorded, live) && !equal(path, before, live);
  const weChanged = !equal(path, before, after);
  if (policy === "overwrite" && theyChanged) return ours;
  if (theyChanged && (weChanged || policy === "fail")) conflicts.push({ path, recorded, theirs: live, ours: after });
  return weChanged ? ours : live;
}

/** Whether a resourceVersion can be a precondition. Kubernetes treats "0" as no version. */
export const isVersion = (version: unknown): version is string => Boolean(version) && version !== "0";

/**
 * A JSON Patch with the resourceVersion as precondition; empty if nothing changes. A `replace` of
 * a newer version gets a 409, while a failed `test` would get a 422 without details.
 */
export function guardedPatch(live: Properties, target: Properties, resourceVersion: string): JsonPatchOperation[] {
  return guarded(patchBetween(live, target), resourceVersion);
}

/** The JSON Patch from one object to another, without a precondition. */
export const patchBetween = (live: Properties, target: Properties): JsonPatchOperation[] => compare(live, target);

/** Operations with the resourceVersion as precondition; empty without operations. */
export function guarded(operations: readonly JsonPatchOperation[], resourceVersion: string): JsonPatchOperation[] {
  if (operations.length === 0) return [];
  return [{ op: "replace", path: "/metadata/resourceVersion", value: resourceVersion }, ...operations];
}

/** The JSON pointer of a path. */
export const formatPointer = (path: Path): string => path.map((key) => `/${escapePathComponent(String(key))}`).join("");

/** The path of a JSON pointer; the indexes of lists are texts. */
export const parsePointer = (pointer: string): Path => pointer.split("/").slice(1).map(unescapePathComponent);

/** Operations that replace each of these lists as a whole. */
export function withWholeLists(
  operations: readonly JsonPatchOperation[],
  target: Properties,
  lists: readonly Path[],
): readonly JsonPatchOperation[] {
  return lists.reduce((all, list) => {
    const pointer = formatPointer(list);
    const others = all.filter(({ path }) => path !== pointer && !path.startsWith(`${pointer}/`));
    return [...others, { op: "replace", path: pointer, value: valueAt(target, list) }];
  }, operations);
}

/**
 * A JSON Patch made from the state, with uid and resourceVersion as preconditions. Undefined if
 * nothing changes, or if the patch needs values that only a read shows.
 */
export function unreadPatch(
  { known, target, before }: { readonly known: ApiObject; readonly target: Properties; readonly before: Properties },
  hasOwnRule: (path: Path) => boolean,
): JsonPatchOperation[] | undefined {
  const { uid, resourceVersion } = known.metadata;
  const operations = guardedPatch(known, target, String(resourceVersion));
  const isUnknown = ({ path: pointer, value }: JsonPatchOperation) => {
    const path = parsePointer(pointer);
    // The state has all entries of a list, so a change inside it needs no read.
    if (path.some((_, end) => Array.isArray(valueAt(known, path.slice(0, end))))) return false;
    const recorded = valueAt(known, path);
    if ([value, recorded].some(isRecord)) return true;
    // An empty value declared before may never have been written. Then `known` lacks the field.
    if (valueAt(before, path) !== undefined) return recorded === undefined;
    return Array.isArray(value) || hasOwnRule(path);
  };
  if (operations.length === 0 || operations.slice(1).some(isUnknown)) return undefined;
  // A server may ignore a replaced resourceVersion, but it compares it in a `test`.
  const tests = Object.entries({ uid, resourceVersion });
  return [...tests.map(([key, value]) => ({ op: "test", path: `/metadata/${key}`, value })), ...operations];
}
