import { appliedFields } from "../fields/appliedFields";
import { compareFields } from "../fields/compareFields";
import { type FieldSet, union, without } from "../fields/fieldSet";
import { type FieldTree, fieldTree } from "../fields/fieldTree";
import { decodeManagers, encodeManagers, isManager, type Manager } from "../fields/managers";
import type { Kind } from "../kinds/kind";
import { type ApiObject, type Draft, type DraftMeta, isUserField, type ManagedFieldsEntry } from "../kinds/metadata";
import type { Writer } from "../objects/managedFields";
import { conflictError, findConflicts } from "./applyConflicts";
import type { Configuration } from "./decodeConfiguration";
import { allowedByLastApplied, keepLastApplied } from "./lastApplied";
import { mergeConfiguration, pruneConfiguration } from "./mergeConfiguration";

/** What an apply makes of an object: its new state, and who owns what of it. */
export interface Applied {
  draft: Draft;
  managedFields: ManagedFieldsEntry[];
}

// Owns what was there when nobody had been recorded.
const formerManager = "before-first-apply";

/** Applies a configuration to what is stored, if anything is: server-side apply. */
export function applyConfiguration(
  kind: Kind,
  live: ApiObject | undefined,
  config: Configuration,
  writer: Writer,
  force: boolean,
): Applied {
  const before = live && fieldTree(live);
  const wanted = fieldTree(config);
  const managers = knownManagers(live, before, writer);
  const own = managers.find((one) => isManager(one, writer.manager, "Apply"));
  const others = managers.filter((one) => one !== own);
  const fields = appliedFields(wanted, kind.spec(config.apiVersion));
  const merged = before === undefined ? wanted : mergeConfiguration(before, wanted);
  const owned = [fields, ...others.map((other) => other.fields)];
  const after = own === undefined ? merged : pruneConfiguration(merged, own.fields, owned);
  const { written, removed } = compareFields(before, after);
  if (!force) refuseConflicts(kind, live, others, written, writer);
  const isTouched = written.size > 0 || removed.size > 0 || !isSameSet(own?.fields, fields);
  const time = isTouched ? writer.time : own?.time;
  const managedFields = encodeManagers([
    ...others.map((other) => ({ ...other, fields: without(other.fields, written, removed) })),
    { ...writer, operation: "Apply", ...(time !== undefined && { time }), fields },
  ]);
  return { draft: keepLastApplied(toDraft(live, config, after), config, writer), managedFields };
}

function knownManagers(live: ApiObject | undefined, tree: FieldTree | undefined, writer: Writer): Manager[] {
  const managers = decodeManagers(live?.metadata.managedFields ?? []) ?? [];
  if (tree === undefined || managers.length > 0) return managers;
  return [{ ...writer, manager: formerManager, operation: "Update", fields: compareFields(undefined, tree).written }];
}

function refuseConflicts(
  kind: Kind,
  live: ApiObject | undefined,
  others: readonly Manager[],
  written: FieldSet,
  writer: Writer,
): void {
  const allowed = allowedByLastApplied(kind, live, writer);
  const conflicts = findConflicts(others, without(written, allowed));
  if (conflicts.length > 0) throw conflictError(conflicts);
}

function isSameSet(former: FieldSet | undefined, fields: FieldSet): boolean {
  return former !== undefined && former.size === fields.size && union(former, fields).size === fields.size;
}

// The name, the version and the like come from what is stored unless the configuration has them.
function toDraft(live: ApiObject | undefined, config: Configuration, { metadata, spec }: FieldTree): Draft {
  const plain = Object.entries({ ...live?.metadata, ...config.metadata }).filter(([field]) => !isUserField(field));
  return {
    apiVersion: config.apiVersion,
    kind: config.kind,
    metadata: { ...Object.fromEntries(plain), ...metadata } as DraftMeta,
    spec: spec ?? {},
  };
}
