import { randomUUID } from "node:crypto";
import type { Caller } from "../access/caller";
import { type FieldError, forbiddenField, invalidField } from "../fieldError";
import { sameManagers } from "../fields/managers";
import type { ApiObject, Draft, DraftMeta, ManagedFieldsEntry, ObjectMeta } from "../kinds/apiObject";
import type { Kind } from "../kinds/kind";
import { isUserField } from "../kinds/objectMeta";
import {
  alreadyExists,
  conflict,
  generatedNameTaken,
  internalError,
  invalid,
  requestTooLarge,
  staleVersion,
} from "../statusError";
import { type Entry, makeEntry } from "../store/store";
import { canonicalJson, isObject, sameJson } from "../text/json";
import { rfc3339Seconds } from "../text/rfc3339Seconds";
import { uintProblem } from "../text/uintProblem";
import { resourceSubject, type World } from "../world";
import { blockedOwners } from "./blockedOwners";
import { checkGrant } from "./checkGrant";
import { generateName } from "./generateName";
import { recordUpdate, type Writer } from "./managedFields";
import { checkFields, dropEmptyFields } from "./validateFields";
import { validateMetadata } from "./validateMetadata";

const maxStoredBytes = 1_572_864;

/** How a write is done, whatever it writes. */
export interface WriteContext {
  manager: string;
  dryRun: boolean;
  caller: Caller;
  /** The field bookkeeping of an apply, which was done before; that of an update follows from what changes. */
  managedFields?: ManagedFieldsEntry[];
}

/** Stores a new object. */
export function createObject(world: World, kind: Kind, namespace: string, draft: Draft, context: WriteContext): Entry {
  if ((draft.metadata.resourceVersion ?? "0") !== "0") {
    throw internalError("resourceVersion should not be set on objects to be created");
  }
  const isTaken = (name: string) => world.store.entry(kind.plural, name, namespace) !== undefined;
  const name = draft.metadata.name ?? generateName(draft.metadata.generateName, isTaken);
  const metadata = newMetadata(world, kind, namespace, { ...draft.metadata, name });
  const { object, errors } = checkObject(world, kind, draft, metadata);
  errors.push(...blockedOwners(world, context.caller, metadata));
  if (errors.length > 0) throw invalid({ group: world.group, kind: draft.kind, name }, errors);
  checkGrant(world, kind, context.caller, object);
  if (isTaken(name)) throw nameTaken(world, kind, name, namespace, draft.metadata);
  refuseLarge(object);
  const managedFields = managersAfter(world, undefined, object, draft, context);
  return save(world, kind, withManagers(object, managedFields), context);
}

/** Stores a changed object in place of `current`. A change of nothing leaves everything, resourceVersion too, as it is. */
export function updateObject(world: World, kind: Kind, current: Entry, draft: Draft, context: WriteContext): Entry {
  const before = current.object;
  const name = before.metadata.name;
  checkVersion(world, kind, before, draft.metadata.resourceVersion ?? "");
  const metadata = changedMetadata(before.metadata, draft.metadata);
  const { object, errors } = checkObject(world, kind, draft, metadata, before);
  const immutable = immutableErrors(before.metadata, draft.metadata);
  const blocked = blockedOwners(world, context.caller, metadata, before.metadata);
  // Real servers check these twice, once for every object and once for custom resources, and name them twice.
  const all = [...immutable, ...immutable, ...errors, ...blocked];
  if (all.length > 0) throw invalid({ group: world.group, kind: draft.kind, name }, all);
  checkGrant(world, kind, context.caller, object, before);
  refuseLarge(object);
  const managedFields = managersAfter(world, before, object, draft, context);
  const isSame = sameJson(object, before) && sameManagers(managedFields, before.metadata.managedFields ?? []);
  if (isSame) return current;
  if (!sameJson(object.spec, before.spec)) metadata.generation = before.metadata.generation + 1;
  const after = withManagers(object, managedFields);
  if (!isReleased(after)) return save(world, kind, after, context);
  // One change, not two: a watcher sees the removal only, and no crash leaves a released object behind.
  if (!context.dryRun) world.store.remove(kind.plural, name, metadata.namespace);
  return makeEntry(after);
}

/** Says whether an object waits for deletion and nothing holds it back any more. */
export function isReleased({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
}

function newMetadata(world: World, kind: Kind, namespace: string, draft: DraftMeta & { name: string }): ObjectMeta {
  return {
    name: draft.name,
    uid: randomUUID(),
    generation: 1,
    creationTimestamp: rfc3339Seconds(world.now()),
    ...(kind.namespaced && { namespace }),
    ...userMetadata(draft),
  };
}

// What the server keeps for itself comes from the stored object, what users set from the draft.
function changedMetadata(before: ObjectMeta, draft: DraftMeta): ObjectMeta {
  const kept = Object.entries(before).filter(([field]) => !isUserField(field));
  return { ...Object.fromEntries(kept), ...userMetadata(draft) } as ObjectMeta;
}

function userMetadata(draft: DraftMeta): DraftMeta {
  const fields = Object.entries(draft).filter(([field, value]) => isUserField(field) && value !== undefined);
  return Object.fromEntries(fields) as DraftMeta;
}

interface CheckedObject {
  object: ApiObject;
  errors: FieldError[];
}

function checkObject(world: World, kind: Kind, draft: Draft, metadata: ObjectMeta, before?: ApiObject): CheckedObject {
  const checked = checkFields(draft.spec, kind.spec, "spec");
  const kept = world.flavour.dropsEmptyFields ? dropEmptyFields(checked.value, kind.spec) : checked.value;
  const spec = isObject(kept) ? kept : {};
  const object = { apiVersion: world.apiVersion, kind: kind.kind, metadata, spec, status: before?.status ?? {} };
  return { object, errors: [...typeErrors(world, kind, draft), ...validateMetadata(metadata), ...checked.errors] };
}

function typeErrors(world: World, kind: Kind, draft: Draft): FieldError[] {
  const errors: FieldError[] = [];
  if (draft.kind !== kind.kind) {
    errors.push(invalidField("kind", JSON.stringify(draft.kind), `must be ${kind.kind}`));
  }
  if (draft.apiVersion !== world.apiVersion) {
    errors.push(invalidField("apiVersion", JSON.stringify(draft.apiVersion), `must be ${world.apiVersion}`));
  }
  return errors;
}

function checkVersion(world: World, kind: Kind, { metadata }: ApiObject, asked: string): void {
  const problem = uintProblem(asked);
  if (problem !== undefined) throw internalError(problem);
  const subject = resourceSubject(world, kind, metadata.name);
  if (asked !== "" && asked !== "0") {
    if (asked !== metadata.resourceVersion) throw conflict(subject, staleVersion);
    return;
  }
  if (world.flavour.allowsUnconditionalUpdate) return;
  throw invalid(subject, [invalidField("metadata.resourceVersion", "0", "must be specified for an update")]);
}

const immutableFields = ["uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

function immutableErrors(before: ObjectMeta, draft: DraftMeta): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of immutableFields) {
    const value = draft[field];
    if (value === undefined || value === before[field]) continue;
    // A deletion time that is already set is simply kept.
    if (field !== "uid" && before[field] !== undefined) continue;
    errors.push(invalidField(`metadata.${field}`, JSON.stringify(value), "field is immutable"));
  }
  return [...errors, ...newFinalizerErrors(before, draft)];
}

function newFinalizerErrors(before: ObjectMeta, draft: DraftMeta): FieldError[] {
  if (before.deletionTimestamp === undefined) return [];
  const known = new Set(before.finalizers);
  const added = (draft.finalizers ?? []).filter((name) => !known.has(name));
  if (added.length === 0) return [];
  const list = added.map((name) => JSON.stringify(name)).join(", ");
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return [forbiddenField("metadata.finalizers", why)];
}

function nameTaken(world: World, kind: Kind, name: string, namespace: string, draft: DraftMeta) {
  const subject = resourceSubject(world, kind, name);
  const isTerminating = world.store.get(kind.plural, name, namespace)?.metadata.deletionTimestamp !== undefined;
  if (draft.generateName !== undefined) return generatedNameTaken(subject);
  return alreadyExists(subject, isTerminating ? "object is being deleted: " : "");
}

function managersAfter(
  world: World,
  before: ApiObject | undefined,
  after: ApiObject,
  draft: Draft,
  { manager, managedFields }: WriteContext,
): ManagedFieldsEntry[] {
  return managedFields ?? recordUpdate(before, after, draft.metadata.managedFields, writerOf(world, manager));
}

/** A manager that writes now. */
export function writerOf(world: World, manager: string): Writer {
  return { manager, apiVersion: world.apiVersion, time: rfc3339Seconds(world.now()) };
}

function withManagers(object: ApiObject, managedFields: ManagedFieldsEntry[]): ApiObject {
  const { managedFields: former, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(managedFields.length > 0 && { managedFields }) } as ObjectMeta };
}

// Also before the bookkeeping of fields, which takes many times the memory of the object.
function refuseLarge(object: ApiObject): void {
  if (Buffer.byteLength(canonicalJson(object)) > maxStoredBytes) throw requestTooLarge();
}

function save(world: World, kind: Kind, object: ApiObject, { dryRun }: WriteContext): Entry {
  refuseLarge(object);
  return dryRun ? makeEntry(object) : world.store.write(kind.plural, object);
}
