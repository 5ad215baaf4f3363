import type { Caller } from "../access/caller";
import type { Kind } from "../kinds/kind";
import { type ApiObject, type Draft, type DraftMeta, isUserField } from "../kinds/metadata";
import { requestTooLarge } from "../statusError";
import { type Entry, makeEntry } from "../store/store";
import { canonicalJson } from "../text/json";
import type { World } from "../world";
import { recordUpdate, writerOf } from "./managedFields";

const maxStoredBytes = 1_572_864;

/** How a write is done, whatever it writes. */
export interface WriteContext {
  manager: string;
  dryRun: boolean;
  caller: Caller;
}

/** The object with its field bookkeeping after a write. */
export function withManagers(
  world: World,
  before: ApiObject | undefined,
  after: ApiObject,
  draft: Draft,
  context: WriteContext,
): ApiObject {
  // Before the bookkeeping, which needs far more memory than the object.
  refuseLarge(after);
  const writer = writerOf(world, context.manager);
  const managedFields = recordUpdate(before, after, draft.metadata.managedFields, writer);
  const { managedFields: former, ...metadata } = after.metadata;
  return { ...after, metadata: { ...metadata, ...(managedFields.length > 0 && { managedFields }) } } as ApiObject;
}

/** Stores an object, unless the write is a dry run. */
export function saveObject(world: World, kind: Kind, object: ApiObject, { dryRun }: WriteContext): Entry {
  refuseLarge(object);
  return dryRun ? makeEntry(object) : world.store.write(kind.plural, object);
}

function refuseLarge(object: ApiObject): void {
  if (Buffer.byteLength(canonicalJson(object)) > maxStoredBytes) throw requestTooLarge();
}

/** The metadata that a draft sets for its user. */
export function userMetadata(draft: DraftMeta): DraftMeta {
  const fields = Object.entries(draft).filter(([field, value]) => isUserField(field) && value !== undefined);
  return Object.fromEntries(fields) as DraftMeta;
}
