import { administrator } from "../access/caller";
import { checkFields } from "../kinds/fields";
import type { Kind } from "../kinds/kind";
import { type ApiObject, type Draft, type DraftMeta, fieldsOf, isUserField, type ObjectMeta } from "../kinds/metadata";
import {
  conflict,
  type FieldError,
  forbiddenField,
  internalError,
  invalid,
  invalidField,
  staleVersion,
} from "../statusError";
import { type Entry, makeEntry } from "../store/store";
import { integerProblem } from "../text/formats";
import { type JsonObject, sameJson } from "../text/json";
import { resourceSubject, type World } from "../world";
import { blockedOwners, checkObject } from "./check";
import { sameManagers } from "./managedFields";
import { saveObject, userMetadata, type WriteContext, withManagers } from "./save";

/** Stores a changed object in place of `current`. No change keeps the resourceVersion. */
export function updateObject(world: World, kind: Kind, current: Entry, draft: Draft, context: WriteContext): Entry {
  const before = current.object;
  const { name, namespace, managedFields } = before.metadata;
  checkVersion(world, kind, before, draft.metadata.resourceVersion ?? "");
  const metadata = changedMetadata(before.metadata, draft.metadata);
  const { object: checked, errors } = checkObject(world, kind, draft, metadata, before);
  const object = withGeneration(checked, before);
  const immutable = immutableErrors(before.metadata, draft.metadata);
  const blocked = blockedOwners(world, context.caller, metadata, before.metadata);
  // Real servers check these for every object and for custom resources, and name them twice.
  const all = [...immutable, ...immutable, ...errors, ...blocked];
  if (all.length > 0) throw invalid({ group: world.group, kind: draft.kind, name }, all);
  const after = withManagers(world, before, object, draft, context);
  if (sameJson(object, before) && sameManagers(after.metadata.managedFields, managedFields)) return current;
  if (!isReleased(after)) return saveObject(world, kind, after, context);
  // One change, not two: a watch sees the removal only, and no crash leaves a released object.
  if (!context.dryRun) world.store.remove(kind.plural, name, namespace);
  return makeEntry(after);
}

/** Stores a changed status. Spec, metadata and generation stay. */
export function updateStatus(world: World, kind: Kind, current: Entry, draft: Draft, context: WriteContext): Entry {
  const before = current.object;
  checkVersion(world, kind, before, draft.metadata.resourceVersion ?? "");
  const { value, errors } = checkFields(draft.status ?? {}, kind.status ?? {}, "status", world.keepsUnknownFields);
  if (errors.length > 0) throw invalid({ group: world.group, kind: kind.kind, name: before.metadata.name }, errors);
  const object = { ...before, status: value as JsonObject };
  return sameJson(object, before) ? current : saveObject(world, kind, object, context);
}

/** The controllers of the platform as writers. */
export const platformContext: WriteContext = { manager: "embedded-platform", dryRun: false, caller: administrator };

/** Stores what a controller changes of an object: metadata and spec, then the status. */
export function changeByController(
  world: World,
  kind: Kind,
  entry: Entry,
  { metadata, spec, status }: Partial<Pick<ApiObject, "metadata" | "spec" | "status">>,
): Entry {
  const { object } = entry;
  const draft = { ...object, metadata: metadata ?? object.metadata, fields: { spec: spec ?? object.spec } };
  const changed = updateObject(world, kind, entry, draft, platformContext);
  const after = { ...draft, metadata: changed.object.metadata, status: status ?? object.status };
  return updateStatus(world, kind, changed, after, platformContext);
}

// What the server keeps for itself comes from the stored object, what users set from the draft.
function changedMetadata(before: ObjectMeta, draft: DraftMeta): ObjectMeta {
  const kept = Object.entries(before).filter(([field]) => !isUserField(field));
  return { ...Object.fromEntries(kept), ...userMetadata(draft) } as ObjectMeta;
}

// It counts the changes beside metadata and status.
function withGeneration(object: ApiObject, before: ApiObject): ApiObject {
  const generation = before.metadata.generation + (sameJson(fieldsOf(object), fieldsOf(before)) ? 0 : 1);
  return { ...object, metadata: { ...object.metadata, generation } };
}

function checkVersion(world: World, kind: Kind, { metadata }: ApiObject, version: string): void {
  const subject = resourceSubject(world, kind, metadata.name);
  if (["", "0"].includes(version)) {
    if (world.goTypes) return;
    throw invalid(subject, [invalidField("metadata.resourceVersion", "0", "must be specified for an update")]);
  }
  const problem = integerProblem(version, false);
  if (problem !== undefined) throw internalError(problem);
  if (version !== metadata.resourceVersion) throw conflict(subject, staleVersion);
}

// It waits for deletion and nothing holds it back any more.
function isReleased({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
}

const immutableFields = ["uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/** What an update tries to change and must not. */
function immutableErrors(before: ObjectMeta, draft: DraftMeta): FieldError[] {
  const changed = immutableFields.filter((field) => {
    // A deletion time that is already set is simply kept.
    const isKept = field !== "uid" && before[field] !== undefined;
    return draft[field] !== undefined && draft[field] !== before[field] && !isKept;
  });
  const errors = changed.map((field) =>
    invalidField(`metadata.${field}`, JSON.stringify(draft[field]), "field is immutable"),
  );
  const added = (draft.finalizers ?? []).filter((name) => !before.finalizers?.includes(name));
  if (before.deletionTimestamp === undefined || added.length === 0) return errors;
  const why = `no new finalizers can be added if the object is being deleted: ${added.join(", ")}`;
  return [...errors, forbiddenField("metadata.finalizers", why)];
}
