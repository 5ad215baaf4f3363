import { canonicalJson, isObject, type JsonObject, type JsonValue, setMember } from "../text/json";
import type { ApiObject, ManagedFieldsEntry } from "./apiObject";

type Leaves = Map<string, string>;

const managedMetadata = ["labels", "annotations", "finalizers", "ownerReferences"];

/** Who writes, in the words of the field bookkeeping. */
export interface Writer {
  manager: string;
  apiVersion: string;
  time: string;
}

/** The bookkeeping after a write: the writer takes over what it changed, and what is gone belongs to nobody. */
export function recordManager(before: ApiObject | undefined, after: ApiObject, writer: Writer): ManagedFieldsEntry[] {
  const old = before === undefined ? new Map<string, string>() : leavesOf(before);
  const now = leavesOf(after);
  const changed = [...now].filter(([path, value]) => old.get(path) !== value).map(([path]) => path);
  const removedAny = [...old.keys()].some((path) => !now.has(path));
  const entries = before?.metadata.managedFields ?? [];
  const isOwn = (entry: ManagedFieldsEntry) => entry.manager === writer.manager && entry.operation === "Update";
  const others = entries.filter((entry) => !isOwn(entry)).map((entry) => withoutPaths(entry, now, new Set(changed)));
  const own = entries.find(isOwn);
  const kept = own === undefined ? [] : pathsOf(own.fieldsV1).filter((path) => now.has(path));
  const touched = changed.length > 0 || (own !== undefined && removedAny);
  const fieldsV1 = treeOf([...new Set([...kept, ...changed])]);
  const time = touched ? writer.time : (own?.time ?? writer.time);
  const entry = {
    manager: writer.manager,
    operation: "Update",
    apiVersion: writer.apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1,
  };
  return [...others, entry].filter((one) => Object.keys(one.fieldsV1).length > 0);
}

function withoutPaths(entry: ManagedFieldsEntry, existing: Leaves, taken: Set<string>): ManagedFieldsEntry {
  const paths = pathsOf(entry.fieldsV1).filter((path) => existing.has(path) && !taken.has(path));
  return { ...entry, fieldsV1: treeOf(paths) };
}

/** Every field that can have a manager, as a path of its names, with its value as text. */
function leavesOf(object: ApiObject): Leaves {
  const leaves: Leaves = new Map();
  for (const field of managedMetadata) {
    const value = object.metadata[field];
    if (value !== undefined) addLeaves(leaves, ["f:metadata", `f:${field}`], value);
  }
  addLeaves(leaves, ["f:spec"], object.spec);
  return leaves;
}

function addLeaves(leaves: Leaves, path: string[], value: JsonValue): void {
  const isSet = path[0] === "f:metadata" && Array.isArray(value);
  if (!isSet && (!isObject(value) || Object.keys(value).length === 0)) {
    leaves.set(JSON.stringify(path), canonicalJson(value));
    return;
  }
  // The map itself is a field beside its members.
  leaves.set(JSON.stringify([...path, "."]), "");
  for (const [step, member] of isSet ? setSteps(value as JsonValue[]) : mapSteps(value as JsonObject)) {
    if (isSet) leaves.set(JSON.stringify([...path, step]), canonicalJson(member));
    else addLeaves(leaves, [...path, step], member);
  }
}

function mapSteps(value: JsonObject): [string, JsonValue][] {
  return Object.entries(value).map(([key, member]) => [`f:${key}`, member ?? null]);
}

// Finalizers are told apart by their value, owners by their uid.
function setSteps(items: JsonValue[]): [string, JsonValue][] {
  return items.map((item) => {
    const step = isObject(item) ? `k:${canonicalJson({ uid: item.uid })}` : `v:${canonicalJson(item)}`;
    return [step, item];
  });
}

function pathsOf(tree: JsonObject, path: string[] = []): string[] {
  return Object.entries(tree).flatMap(([step, member]) => {
    const here = [...path, step];
    return isObject(member) && Object.keys(member).length > 0 ? pathsOf(member, here) : [JSON.stringify(here)];
  });
}

function treeOf(paths: readonly string[]): JsonObject {
  const root: JsonObject = {};
  for (const path of paths) {
    let node = root;
    for (const step of JSON.parse(path) as string[]) {
      const next = isObject(node[step]) ? node[step] : {};
      setMember(node, step, next);
      node = next;
    }
  }
  return root;
}
