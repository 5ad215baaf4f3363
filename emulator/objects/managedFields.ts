import { compareFields } from "../fields/compareFields";
import { union, without } from "../fields/fieldSet";
import { fieldTree } from "../fields/fieldTree";
import { decodeManagers, encodeManagers, isManager, type Manager } from "../fields/managers";
import type { ApiObject, ManagedFieldsEntry } from "../kinds/metadata";
import { rfc3339Seconds } from "../text/rfc3339Seconds";
import type { World } from "../world";

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

/** The bookkeeping after an update: the writer takes over what it changed, and what is gone belongs to nobody. */
export function recordUpdate(
  before: ApiObject | undefined,
  after: ApiObject,
  sent: readonly ManagedFieldsEntry[] | undefined,
  writer: Writer,
): ManagedFieldsEntry[] {
  const managers = startingManagers(before, sent);
  // Nobody is recorded any more after a reset, until somebody applies.
  if (managers.length === 0 && before !== undefined) return [];
  const { written, removed } = compareFields(before && fieldTree(before), fieldTree(after));
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
  const asked = decodeManagers(sent ?? []) ?? [];
  return asked.length > 0 ? asked : (decodeManagers(before?.metadata.managedFields ?? []) ?? []);
}

function isReset(sent: readonly ManagedFieldsEntry[]): boolean {
  return sent.length === 0 || (sent.length === 1 && Object.keys(sent[0] ?? {}).length === 0);
}
