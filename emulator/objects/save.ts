import type { Caller } from "../access/caller";
import type { Kind } from "../kinds/kind";
import {
  type ApiObject,
  type Draft,
  type DraftMeta,
  isUserField,
  type ManagedFieldsEntry,
  type ObjectMeta,
} from "../kinds/metadata";
import { requestTooLarge } from "../statusError";
import { type Entry, makeEntry } from "../store/store";
import { canonicalJson } from "../text/json";
import type { World } from "../world";
import { recordUpdate, writerOf } from "./managedFields";

const maxStoredBytes = 1_572_864;

/** The field bookkeeping after a write. */
export function managersAfter(
  world: World,
  before: ApiObject | undefined,
  after: ApiObject,
  draft: Draft,
  { manager, managedFields }: WriteContext,
): ManagedFieldsEntry[] {
  return managedFields ?? recordUpdate(before, after, draft.metadata.managedFields, writerOf(world, manager));
}

/** Puts a field bookkeeping into an object. */
export function withManagers(object: ApiObject, managedFields: ManagedFieldsEntry[]): ApiObject {
  const { managedFields: former, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, ...(managedFields.length > 0 && { managedFields }) } as ObjectMeta };
}

/** Stores an object, unless the write is only tried. */
export function saveObject(world: World, kind: Kind, object: ApiObject, { dryRun }: WriteContext): Entry {
  refuseLarge(object);
  return dryRun ? makeEntry(object) : world.store.write(kind.plural, object);
}

/** Throws if an object is too large. Called before the bookkeeping, which needs far more memory. */
export function refuseLarge(object: ApiObject): void {
  if (Buffer.byteLength(canonicalJson(object)) > maxStoredBytes) throw requestTooLarge();
}

/** The metadata that a draft sets for its user. */
export function userMetadata(draft: DraftMeta): DraftMeta {
  const fields = Object.entries(draft).filter(([field, value]) => isUserField(field) && value !== undefined);
  return Object.fromEntries(fields) as DraftMeta;
}

/** How a write is done, whatever it writes. */
export interface WriteContext {
  manager: string;
  dryRun: boolean;
  caller: Caller;
  /** The field bookkeeping of an apply. That of an update follows from the change. */
  managedFields?: ManagedFieldsEntry[];
}
