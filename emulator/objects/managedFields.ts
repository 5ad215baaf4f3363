import type { ApiObject, ManagedFieldsEntry } from "../kinds/metadata";
import { rfc3339Seconds } from "../text/formats";
import { canonicalJson, sameJson } from "../text/json";
import type { World } from "../world";
import { compareFields, type FieldSet, fromFieldsV1, objectTree, toFieldsV1, union, without } from "./fieldSet";

/** Who writes, in the words of the field bookkeeping. */
export interface Writer {
  manager: string;
  apiVersion: string;
  time: string;
}

/** A manager that writes now. */
export function writerOf(world: World, manager: string): Writer {
  return { manager, apiVersion: world.apiVersion, time: rfc3339Seconds(world.now()) };
}

/** The bookkeeping after an update: the writer owns what it changed, nobody owns what is gone. */
export function recordUpdate(
  before: ApiObject | undefined,
  after: ApiObject,
  sent: readonly ManagedFieldsEntry[] | undefined,
  writer: Writer,
): ManagedFieldsEntry[] {
  const managers = startingManagers(before, sent);
  // After a reset no update is recorded until a client sends managers.
  if (managers.length === 0 && before !== undefined) return [];
  const { written, removed } = compareFields(before && objectTree(before), objectTree(after));
  const own = managers.find((one) => isManager(one, writer.manager, "Update"));
  const others = managers.filter((one) => one !== own);
  const isTouched = written.size > 0 || removed.size > 0;
  const fields = union(without(own?.fields ?? new Set(), removed), written);
  return encodeManagers([
    ...others.map((other) => ({ ...other, fields: without(other.fields, written, removed) })),
    { ...writer, operation: "Update", time: isTouched ? writer.time : (own?.time ?? writer.time), fields },
  ]);
}

// What a client sends counts if it can be read: an empty list or one empty entry forgets everybody.
function startingManagers(before: ApiObject | undefined, sent: readonly ManagedFieldsEntry[] | undefined): Manager[] {
  if (sent !== undefined && isReset(sent)) return [];
  const readable = decodeManagers(sent ?? []) ?? [];
  return readable.length > 0 ? readable : (decodeManagers(before?.metadata.managedFields ?? []) ?? []);
}

function isReset(sent: readonly ManagedFieldsEntry[]): boolean {
  return sent.length === 0 || (sent.length === 1 && Object.keys(sent[0] ?? {}).length === 0);
}

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

/** Whether a manager writes to the main resource under this name in this way. */
export function isManager(
  { manager, operation, subresource }: Manager,
  name: string,
  how: "Apply" | "Update",
): boolean {
  return manager === name && operation === how && !subresource;
}

/** Whether two lists of managers differ in their times at most. */
export function sameManagers(left: ManagedFieldsEntry[] = [], right: ManagedFieldsEntry[] = []): boolean {
  const timeless = ({ time, ...entry }: ManagedFieldsEntry) => canonicalJson(entry);
  return sameJson(left.map(timeless).sort(), right.map(timeless).sort());
}
