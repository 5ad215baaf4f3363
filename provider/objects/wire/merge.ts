import { compare } from "fast-json-patch";
import type { JsonPatchOperation } from "../../api/client.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import type { SameAt } from "../state/projection.js";
import {
  byIdentity,
  type Identity,
  isRecord,
  isWithin,
  leadsThrough,
  mergeEntries,
  own,
  type Path,
  type Properties,
  sameValue,
  withPart,
} from "../values.js";

/** A field that both the program and somebody else changed. */
export interface MergeConflict {
  readonly path: Path;
  readonly recorded: unknown;
  readonly theirs: unknown;
  readonly ours: unknown;
}

/** The four versions of an object or a field that an update merges, in the form the server stores. */
export interface Versions<Value = Properties> {
  /** What the program declared before. */
  readonly before: Value;
  /** What the program declares now. */
  readonly after: Value;
  /** What the server had for the declared fields when our state was written. */
  readonly recorded: Value;
  /** As it is now. */
  readonly live: Value;
}

type Field = Versions<unknown>;

function ofEach<From, To>(
  { before, after, recorded, live }: Versions<From>,
  take: (version: From) => To,
): Versions<To> {
  return { before: take(before), after: take(after), recorded: take(recorded), live: take(live) };
}

/** What a merge needs to know of the fields. */
export interface MergeRules {
  readonly same: SameAt;
  readonly policy: ConflictPolicy;
  /** Property paths of the ignoreChanges option; `*` matches any key. */
  readonly ignored: readonly Path[];
  /** The property that stands for a path of the object. */
  propertyAt(path: Path): Path | undefined;
  /** Lists that are merged entry by entry, by their path joined with dots; the identity tells entries apart. */
  readonly shared: Readonly<Record<string, Identity>>;
}

/** The object to write, and the fields in which the program and somebody else disagree. */
export interface Merged {
  readonly target: Properties;
  readonly conflicts: readonly MergeConflict[];
}

/** Brings what the program changed onto the live object and leaves everything else as it is. */
export function threeWayMerge(versions: Versions, rules: MergeRules): Merged {
  const conflicts: MergeConflict[] = [];
  const target = mergeFields(versions, [], rules, conflicts);
  return { target, conflicts };
}

function mergeFields(versions: Versions, path: Path, rules: MergeRules, conflicts: MergeConflict[]): Properties {
  const target = new Map(Object.entries(versions.live));
  for (const key of new Set([...Object.keys(versions.before), ...Object.keys(versions.after)])) {
    const value = mergeField(
      ofEach(versions, (each) => own(each, key)),
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
  if (property && rules.ignored.some((each) => isWithin(property, each))) return field.live;
  const identity = own(rules.shared, path.join(".")) as Identity | undefined;
  if (identity) return mergeShared(field, path, identity, rules, conflicts);
  if (isObject(field)) return mergeObject(field, path, rules, conflicts);
  return mergeLeaf(property ? withoutIgnored(field, property, rules.ignored) : field, path, rules, conflicts);
}

/** Whether the program means an object here, and nobody made something else of it. */
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
    return sameValue(old.get(id), entry) && !sameValue(was.get(id), is.get(id)) && !sameValue(entry, is.get(id));
  });
  if (policy === "fail" && theyChanged.length > 0) {
    conflicts.push({ path, recorded: field.recorded, theirs: field.live, ours: field.after });
  }
  // What the program has to write again counts as new.
  const known = lists.before.filter((entry) => policy !== "overwrite" || !theyChanged.includes(entry));
  const merged = mergeEntries(known, lists.after, lists.live, identity);
  return merged.length === 0 ? undefined : merged;
}

function mergeObject(field: Field, path: Path, rules: MergeRules, conflicts: MergeConflict[]): unknown {
  const versions = ofEach(field, (value) => (isRecord(value) ? value : {}));
  const merged = mergeFields(versions, path, rules, conflicts);
  if (Object.keys(merged).length > 0) return merged;
  // An object that the program no longer declares goes with its last field; one that others still fill stays.
  if (field.after === undefined) return undefined;
  return isRecord(field.live) ? merged : field.live;
}

/** A list of which the program ignores a part: that part is everywhere as it is on the server, so that nobody changed it. */
function withoutIgnored(field: Field, property: Path, ignored: readonly Path[]): Field {
  const parts = ignored.filter((each) => leadsThrough(each, property)).map((each) => each.slice(property.length));
  const asLive = (value: unknown) => parts.reduce((changed, part) => withPart(changed, field.live, part), value);
  return { ...ofEach(field, asLive), live: field.live };
}

function mergeLeaf(field: Field, path: Path, { same, policy }: MergeRules, conflicts: MergeConflict[]): unknown {
  const { before, after, recorded, live } = field;
  // What is declared for the first time is written, be it empty: a server may take its absence for something else.
  if (before === undefined && live === undefined) return after;
  if (same(path, after, live)) return live;
  // Of a field that the program did not declare before nothing was recorded: it wants it now, whatever is there.
  if (before === undefined) return after;
  // What still is as the program declared it was changed by nobody, whatever state has of it.
  const theyChanged = !same(path, recorded, live) && !same(path, before, live);
  const weChanged = !same(path, before, after);
  if (policy === "overwrite" && theyChanged) return after;
  if (theyChanged && (weChanged || policy === "fail")) conflicts.push({ path, recorded, theirs: live, ours: after });
  return weChanged ? after : live;
}

/**
 * The JSON Patch from one version of an object to another. It can only apply to the version that was read: replacing
 * resourceVersion with a stale one is a clean 409, while a failed `test` would be a 422 that says nothing. (An operation that
 * cannot be done on the newer version, such as a removal of what is gone, is such a 422 all the same.)
 * Empty when nothing changes.
 */
export function guardedPatch(live: Properties, target: Properties, resourceVersion: string): JsonPatchOperation[] {
  const operations = compare(live, target);
  if (operations.length === 0) return [];
  return [{ op: "replace", path: "/metadata/resourceVersion", value: resourceVersion }, ...operations];
}
