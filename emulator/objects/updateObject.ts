import { invalidField } from "../fieldError";
import { sameManagers } from "../fields/managers";
import type { ApiObject, Draft, DraftMeta, ObjectMeta } from "../kinds/apiObject";
import type { Kind } from "../kinds/kind";
import { isUserField } from "../kinds/objectMeta";
import { conflict, internalError, invalid, staleVersion } from "../statusError";
import { type Entry, makeEntry } from "../store/store";
import { sameJson } from "../text/json";
import { uintProblem } from "../text/uintProblem";
import { resourceSubject, type World } from "../world";
import { blockedOwners } from "./blockedOwners";
import { checkGrant } from "./checkGrant";
import { checkObject } from "./checkObject";
import { immutableErrors } from "./immutableErrors";
import { managersAfter, refuseLarge, saveObject, withManagers } from "./saveObject";
import { userMetadata } from "./userMetadata";
import type { WriteContext } from "./writeContext";

/** Stores a changed object in place of `current`. A change of nothing leaves everything, resourceVersion too, as it is. */
export function updateObject(world: World, kind: Kind, current: Entry, draft: Draft, context: WriteContext): Entry {
  const before = current.object;
  const name = before.metadata.name;
  checkVersion(world, kind, before, draft.metadata.resourceVersion ?? "");
  const metadata = changedMetadata(before.metadata, draft.metadata);
  const { object: checked, errors } = checkObject(world, kind, draft, metadata, before);
  const object = withGeneration(checked, before);
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
  const after = withManagers(object, managedFields);
  if (!isReleased(after)) return saveObject(world, kind, after, context);
  // One change, not two: a watcher sees the removal only, and no crash leaves a released object behind.
  if (!context.dryRun) world.store.remove(kind.plural, name, metadata.namespace);
  return makeEntry(after);
}

// What the server keeps for itself comes from the stored object, what users set from the draft.
function changedMetadata(before: ObjectMeta, draft: DraftMeta): ObjectMeta {
  const kept = Object.entries(before).filter(([field]) => !isUserField(field));
  return { ...Object.fromEntries(kept), ...userMetadata(draft) } as ObjectMeta;
}

// It counts the changes of the spec.
function withGeneration(object: ApiObject, before: ApiObject): ApiObject {
  const generation = before.metadata.generation + (sameJson(object.spec, before.spec) ? 0 : 1);
  return { ...object, metadata: { ...object.metadata, generation } };
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

// It waits for deletion and nothing holds it back any more.
function isReleased({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
}
