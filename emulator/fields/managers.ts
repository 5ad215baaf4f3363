import type { ManagedFieldsEntry } from "../kinds/metadata";
import { canonicalJson } from "../text/json";
import { type FieldSet, fromFieldsV1, toFieldsV1 } from "./fieldSet";

/** One manager of an object, by its name and how it writes, with the fields that are its own. */
export interface Manager {
  manager: string;
  operation: string;
  apiVersion: string;
  subresource?: string;
  time?: string;
  fields: FieldSet;
}

const operations = ["Apply", "Update"];

/** Reads `managedFields`; undefined if any entry is malformed. */
export function decodeManagers(entries: readonly ManagedFieldsEntry[]): Manager[] | undefined {
  const managers = new Map<string, Manager>();
  for (const { fieldsType, fieldsV1, ...entry } of entries) {
    const fields = fromFieldsV1(fieldsV1 ?? {});
    if (fields === undefined || fieldsType !== "FieldsV1") return undefined;
    if (!entry.apiVersion || !operations.includes(entry.operation)) return undefined;
    const manager = { ...entry, manager: entry.manager ?? "", fields };
    managers.set(identityOf(manager), manager);
  }
  return [...managers.values()];
}

/** Writes `managedFields` in the order of real servers; a manager that owns nothing is left out. */
export function encodeManagers(managers: readonly Manager[]): ManagedFieldsEntry[] {
  const owning = managers.filter(({ fields }) => fields.size > 0);
  const sorted = owning.map((manager) => ({ manager, key: sortKey(manager) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.map(({ manager: { fields, ...who } }) => ({
    ...who,
    fieldsType: "FieldsV1",
    fieldsV1: toFieldsV1(fields),
  }));
}

function sortKey({ operation, time = "", manager, apiVersion, subresource = "" }: Manager): string {
  return [operation, time, manager, apiVersion, subresource].join("\0");
}

// An applier stays the same whatever version it applies.
function identityOf({ manager, operation, apiVersion, subresource = "" }: Manager): string {
  return JSON.stringify([manager, operation, operation === "Apply" ? "" : apiVersion, subresource]);
}

/** Says whether a manager is the one that writes to the main resource under this name in this way. */
export function isManager(
  { manager, operation, subresource }: Manager,
  name: string,
  how: "Apply" | "Update",
): boolean {
  return manager === name && operation === how && !subresource;
}

/** Says whether two lists of managers differ in their times at most. */
export function sameManagers(left: readonly ManagedFieldsEntry[], right: readonly ManagedFieldsEntry[]): boolean {
  return canonicalJson(left.map(timeless).sort()) === canonicalJson(right.map(timeless).sort());
}

function timeless({ time, ...entry }: ManagedFieldsEntry): string {
  return canonicalJson(entry);
}
