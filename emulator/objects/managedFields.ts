import { compareFields } from "../fields/compareFields";
import { union, without } from "../fields/fieldSet";
import { fieldTree } from "../fields/fieldTree";
import { decodeManagers, encodeManagers, isManager } from "../fields/managers";
import type { ApiObject, ManagedFieldsEntry } from "./apiObject";

/** Who writes, in the words of the field bookkeeping. */
export interface Writer {
  manager: string;
  apiVersion: string;
  time: string;
}

/** The bookkeeping after an update: the writer takes over what it changed, and what is gone belongs to nobody. */
export function recordUpdate(before: ApiObject | undefined, after: ApiObject, writer: Writer): ManagedFieldsEntry[] {
  const managers = decodeManagers(before?.metadata.managedFields ?? []) ?? [];
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
