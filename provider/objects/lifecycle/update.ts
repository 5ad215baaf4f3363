import type { ApiObject } from "../../api/client.js";
import { ApiError, isConflict, isNotFound, isUnexplained } from "../../api/errors/errors.js";
import { shouldRetry } from "../../api/transport/retry.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import { fieldAt, rulesOf } from "../fields/fieldRules.js";
import type { SecretField } from "../fields/secretEntries.js";
import { absent, anotherObject, beingDeleted, ending, objectLabel, withoutVersion } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { relabeled } from "../ownership.js";
import type { StoredType } from "../resource.js";
import { expandPath, isWithin, omitPath, type Path, valueAt } from "../values.js";
import { losesMasked, lostSecret, maxChanges, secretFields, withHiddenSecrets } from "../wire/hiddenSecrets.js";
import { isIgnored } from "../wire/ignoreChanges.js";
import { guarded, isVersion, patchBetween, threeWayMerge, unreadPatch } from "../wire/merge.js";
import { equalInObject, inputPath, keepForeign, sharedLists, withoutMasks } from "../wire/objectShape.js";
import { type Narrowed, narrowed, widerAccess } from "../wire/restrictions.js";
import { refuseConflicts, warnOfWiderAccess } from "./conflicts.js";
import { findObject } from "./liveObject.js";
import { refuseLoss, refuseMarker } from "./refusedWrites.js";
import { retryConflict } from "./retryAndPoll.js";
import { assertSamePlatform } from "./samePlatform.js";

/** The input of an update; the three versions are in wire form. */
export interface Update {
  readonly id: string;
  /** uid of the object that state knows. */
  readonly uid: unknown;
  readonly policy: ConflictPolicy;
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly recorded: ApiObject;
  /** The live object unless others have written since; absent if the state does not tell. */
  readonly known?: ApiObject | undefined;
}

/** The object after an update, and the merged object that the update asked for. */
export interface Updated {
  readonly live: ApiObject;
  readonly sent: ApiObject;
}

/** Tries one PATCH made from the state. If that is impossible or fails, reads and merges. */
export async function updateObject(context: OperationContext, resource: StoredType, update: Update): Promise<Updated> {
  return (await writeUnread(context, resource, update)) ?? (await readAndWrite(context, resource, update));
}

/**
 * Sends a PATCH without a read, with the recorded resourceVersion as precondition. Undefined if
 * the object must be read.
 */
async function writeUnread(
  context: OperationContext,
  resource: StoredType,
  update: Update,
): Promise<Updated | undefined> {
  const { known, before } = update;
  if (!known) return undefined;
  const { target } = merge(context, resource, update, known);
  const hasOwnRule = (path: Path) => {
    const field = fieldAt(resource.inputs, inputPath(resource, context.config, path) ?? []);
    return field !== undefined && rulesOf(field).equal !== undefined;
  };
  const operations = unreadPatch({ known, target, before }, hasOwnRule);
  if (!operations || operations.length > maxChanges) return undefined;
  const versions = { shown: known, target, before, after: update.after };
  const fields = secretFields(resource, context.config);
  if (fields.some((field) => lostSecret(field, versions))) return undefined;
  if (withHiddenSecrets(fields, operations, versions).replaced.length > 0) return undefined;
  const path = [resource.plural, update.id];
  const warnings: string[] = [];
  const call = { ...context.call, onWarning: (text: string) => warnings.push(text) };
  try {
    const response = await context.client.patch(path, operations, call, { noRetry: true });
    const updated = requireSameUid(resource, update, response, target);
    // With the same version the response may be outdated.
    if (updated.live.metadata.resourceVersion === known.metadata.resourceVersion) return undefined;
    for (const warning of warnings) context.call.onWarning?.(warning);
    return updated;
  } catch (error) {
    // A response may quote a secret of another client, so it is not shown. The read that follows
    // tells these secrets, and whether the platform made the change.
    if (error instanceof ApiError) error.withoutServerText();
    else if (!shouldRetry(true, error)) throw error;
    if (!(await context.client.waitForRetryAfter(error, path, context.call))) throw error;
    return undefined;
  }
}

/**
 * Reads, merges, and writes with the version just read as precondition. Repeats this after a
 * conflict, up to the limit of attempts and the deadline.
 */
async function readAndWrite(context: OperationContext, resource: StoredType, update: Update): Promise<Updated> {
  const versions: unknown[] = [];
  return retryConflict(context, {
    read: async (failure) => {
      const live = await writableObject(context, resource, update);
      const { resourceVersion } = live.metadata;
      // On a newer object a patch can fail before its version is compared, with a 422 or a 404.
      if (failure && !isConflict(failure) && versions.at(-1) === resourceVersion) throw failure;
      versions.push(resourceVersion);
      return live;
    },
    write: (live) => writeOnto(context, resource, update, live),
    mayRetry: (failure) => isConflict(failure) || isUnexplained(failure) || isNotFound(failure),
    lastError: (cause) => {
      // Only one version was seen, so this may be no conflict: show the server's own error. No read
      // followed, so its text may quote a secret that another client has set meanwhile.
      if (new Set(versions).size < 2) return isUnexplained(cause) ? cause.withoutServerText() : cause;
      return new ResourceError(changedByOthers(objectLabel(resource.type, update.id), versions.length), { cause });
    },
  });
}

const changedByOthers = (label: string, reads: number) =>
  `Cannot update ${label}: others changed it between each of ${reads} reads and the write that followed. Try ` +
  "again when it is quieter, or find out who writes it: kubectl get --show-managed-fields.";

/** Merges the update with the object just read, and writes it. */
async function writeOnto(
  context: OperationContext,
  resource: StoredType,
  update: Update,
  shown: ApiObject,
): Promise<Updated> {
  const live = withoutMasks(resource, shown, context.config);
  const version = live.metadata.resourceVersion;
  const merged = merge(context, resource, update, live, shown);
  const target = relabeled(merged.target, context);
  const fields = secretFields(resource, context.config);
  const before = withoutIgnoredSecrets(context, resource, fields, update.before);
  const after = withoutIgnoredSecrets(context, resource, fields, update.after);
  const change = { id: update.id, before, after, shown, target };
  const patch = withHiddenSecrets(fields, patchBetween(live, target), change);
  refuseLoss(resource, patch.replaced, change);
  refuseLoss(resource, fields, { ...change, shown: live });
  const operations = guarded(patch.operations, String(version));
  if (operations.length === 0) return { live, sent: live };
  refuseMarker(resource, update.id, operations);
  if (!isVersion(version)) throw new ResourceError(withoutVersion(objectLabel(resource.type, update.id)));
  const response = await context.client.patch([resource.plural, update.id], operations, context.call);
  const updated = requireSameUid(resource, update, response, target);
  warnOfWiderAccess(context, resource, { live, wider: merged.wider });
  return updated;
}

/** A version without the secrets in ignoreChanges. They count as secrets of another client. */
const withoutIgnoredSecrets = (
  { config, ignored }: OperationContext,
  resource: StoredType,
  fields: readonly SecretField[],
  version: ApiObject,
): ApiObject =>
  fields
    .flatMap(({ path }) => expandPath(version, path))
    .filter((path) => isIgnored(inputPath(resource, config, path) ?? path, ignored))
    .reduce(omitPath, { ...version }) as ApiObject;

/** Returns the written object. Throws on another uid: the state would adopt that object. */
function requireSameUid(resource: StoredType, { id, uid }: Update, live: ApiObject, sent: ApiObject): Updated {
  if (live.metadata.uid === uid) return { live, sent };
  throw new ResourceError(
    `Cannot tell whether ${objectLabel(resource.type, id)} was updated: the platform returned another object (uid ` +
      `${live.metadata.uid}, ours is ${uid}). Run pulumi refresh, and check any proxy in between.`,
  );
}

/** The live object with masked secrets. Throws if it is gone, replaced or terminating. */
async function writableObject(context: OperationContext, resource: StoredType, update: Update): Promise<ApiObject> {
  const { plural, type } = resource;
  const label = objectLabel(type, update.id);
  const live = await findObject(context, [plural, update.id]);
  if (live?.metadata.uid !== update.uid) await assertSamePlatform(context, "update", label);
  if (!live) throw new ResourceError(absent(label));
  const { uid, deletionTimestamp } = live.metadata;
  if (uid !== update.uid) throw new ResourceError(anotherObject("update", label, update.uid, uid));
  if (deletionTimestamp) throw new ResourceError(beingDeleted(label, ending(live.metadata)));
  return live;
}

function merge(
  context: OperationContext,
  resource: StoredType,
  { policy, before, after, recorded }: Update,
  live: ApiObject,
  shown = live,
): Narrowed {
  const { config, ignored } = context;
  const propertyAt = (path: Path) => inputPath(resource, config, path);
  const equal = equalInObject(resource, config);
  const shared = sharedLists(resource, config);
  const secrets = secretFields(resource, config);
  const masked = secrets.filter((field) => losesMasked(field, { shown, target: {}, before }));
  const holdsMasked = (path: Path) => masked.some((field) => isWithin(field.path, path));
  const isSecret = (path: Path) => secrets.some((field) => isWithin(propertyAt(path) ?? [], field.property));
  const rules = {
    ...{ equal, policy, ignored, propertyAt },
    ...{ shared, isSecret, holdsMasked },
    keepForeign: keepForeign(resource, config),
  };
  const { target, conflicts } = threeWayMerge({ before, after, recorded, live }, rules);
  // What another client added to the access is removed in any case, so it is no conflict.
  const added = widerAccess(context, resource, { sent: after, stored: live }).filter(
    ({ path }) => valueAt(after, path) === undefined,
  );
  const disputed = conflicts.filter((conflict) => !added.some(({ path }) => isWithin(conflict.path, path)));
  refuseConflicts(context, resource, { live, found: disputed });
  return narrowed(context, resource, { sent: after, stored: target as ApiObject });
}
