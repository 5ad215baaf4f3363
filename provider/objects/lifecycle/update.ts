import type { ApiObject, JsonPatchOperation } from "../../api/client.js";
import { ApiError, isConflict, isNotFound, isUnexplained } from "../../api/errors/errors.js";
import { markerPlaceholder } from "../../api/input/untrustedJson.js";
import { shouldRetry } from "../../api/transport/retry.js";
import type { ConflictPolicy } from "../../config/config.js";
import { pathsWith } from "../fields/fieldRules.js";
import { secretFields } from "../fields/secretEntries.js";
import { labelOf, withoutVersion } from "../messages/messages.js";
import { relabeled } from "../ownership.js";
import { objectPath } from "../place.js";
import type { StoredOperation } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { expandPath, formatPath, isWithinAny, omitPath, type Path, textsAndKeysIn } from "../values.js";
import { lostSecret, maskedSecrets, maxChanges, type SafePatch, withHiddenSecrets } from "../wire/hiddenSecrets.js";
import { guarded, isVersion, parsePointer, patchBetween, unreadPatch } from "../wire/jsonPatch.js";
import { threeWayMerge } from "../wire/merge.js";
import { inputPath, objectSchema, propertyAt, withoutMasks } from "../wire/objectShape.js";
import { type Narrowed, narrowed } from "../wire/restrictions.js";
import { refuseConflicts, warnOfWiderAccess } from "./conflicts.js";
import { ownObject } from "./liveObject.js";
import { retryConflict } from "./retryAndPoll.js";

/** The versions of an update, in wire form. */
export interface Update {
  /** uid of the object that state knows. */
  readonly uid: unknown;
  readonly policy: ConflictPolicy;
  /** The declared object before and after the update, and the one in the state. */
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly recorded: ApiObject;
  /** The live object if nobody has written since, made from the state; absent if impossible. */
  readonly known?: ApiObject | undefined;
  /** The server may drop fields of other clients that it does not know. */
  readonly dropsUnknownFields?: boolean;
}

/** The object after an update, and the merged object that the update asked for. */
export interface Updated {
  readonly live: ApiObject;
  readonly sent: ApiObject;
  /** Whether a write was sent, perhaps one without a response. */
  readonly isWritten: boolean;
}

/** Tries one PATCH made from the state. If that is impossible or fails, reads and merges. */
export async function updateObject(operation: StoredOperation, update: Update): Promise<Updated> {
  const unread = planUnread(operation, update);
  const updated = unread && (await writeUnread(operation, update, unread));
  if (updated) return updated;
  const merged = await readAndWrite(operation, update);
  // The PATCH may have made the change although its response was lost.
  return { ...merged, isWritten: merged.isWritten || unread !== undefined };
}

/** A PATCH made from the state: for which object, and the one that it asks for. */
interface UnreadWrite {
  readonly known: ApiObject;
  readonly target: ApiObject;
  readonly operations: readonly JsonPatchOperation[];
}

/** The PATCH without a read; undefined if the object must be read. */
function planUnread(operation: StoredOperation, update: Update): UnreadWrite | undefined {
  const { known, before } = update;
  if (!known) return undefined;
  const { target, patch, lost } = plan(operation, update, known);
  const operations = unreadPatch({ known, target, before }, objectSchema(operation));
  if (!operations || operations.length > maxChanges || lost || patch.replaced.length > 0) return undefined;
  return { known, target, operations };
}

/** Sends a PATCH with the recorded resourceVersion as precondition. Undefined if it failed. */
async function writeUnread(
  operation: StoredOperation,
  update: Update,
  { known, target, operations }: UnreadWrite,
): Promise<Updated | undefined> {
  const { client, call } = operation;
  const { dropsUnknownFields } = update;
  const path = objectPath(operation.place);
  const warnings: string[] = [];
  const callThatCollects = { ...call, onWarning: (text: string) => warnings.push(text) };
  try {
    const response = await client.patch(path, operations, callThatCollects, { noRetry: true, dropsUnknownFields });
    const updated = requireSameUid(operation, update, { live: response, sent: target, isWritten: true });
    // With the same version the response may be outdated.
    if (updated.live.metadata.resourceVersion === known.metadata.resourceVersion) return undefined;
    for (const warning of warnings) call.onWarning?.(warning);
    return updated;
  } catch (error) {
    // The response may quote a secret of another client, so it is not shown. The read that follows
    // shows these secrets, to be masked, and whether the platform made the change.
    if (error instanceof ApiError) error.withoutServerText();
    else if (!shouldRetry(true, error)) throw error;
    if (!(await client.waitForRetryAfter(error, path, call))) throw error;
    return undefined;
  }
}

/**
 * Reads, merges, and writes with the version just read as precondition. Repeats this after a
 * conflict, up to the limit of attempts and the deadline.
 */
async function readAndWrite(operation: StoredOperation, update: Update): Promise<Updated> {
  const readVersions: unknown[] = [];
  const updated = await retryConflict(operation, {
    read: async (failure) => {
      const live = await ownObject(operation, update.uid, "update");
      const { resourceVersion } = live.metadata;
      // On a newer object a patch can fail before its version is compared, with a 422 or a 404.
      if (failure && !isConflict(failure) && readVersions.at(-1) === resourceVersion) throw failure;
      readVersions.push(resourceVersion);
      return live;
    },
    write: (live) => writeOnto(operation, update, live),
    mayRetry: (failure) => isConflict(failure) || isUnexplained(failure) || isNotFound(failure),
    lastError: (cause) => {
      // Only one version was seen, so this may be no conflict: show the server's own error. No read
      // followed, so its text may quote a secret that another client has set meanwhile.
      if (new Set(readVersions).size < 2) return isUnexplained(cause) ? cause.withoutServerText() : cause;
      return new ResourceError(changedByOthers(labelOf(operation), readVersions.length), { cause });
    },
  });
  return { ...updated, isWritten: updated.isWritten || readVersions.length > 1 };
}

const changedByOthers = (label: string, reads: number) =>
  `Cannot update ${label}: others changed it between each of ${reads} reads and the write that followed. Try ` +
  "again when it is quieter, or find out who writes it: kubectl get --show-managed-fields.";

/** Merges the update with the object just read, and writes it. */
async function writeOnto(operation: StoredOperation, update: Update, shown: ApiObject): Promise<Updated> {
  const { client, call } = operation;
  const { live, target, wider, patch, lost } = plan(operation, update, shown);
  if (lost) throw lossError(operation, lost);
  const version = live.metadata.resourceVersion;
  const operations = guarded(patch.operations, String(version));
  if (operations.length === 0) return { live, sent: live, isWritten: false };
  refuseMarker(operation, operations);
  if (!isVersion(version)) throw new ResourceError(withoutVersion(labelOf(operation)));
  const { dropsUnknownFields } = update;
  const response = await client.patch(objectPath(operation.place), operations, call, { dropsUnknownFields });
  const updated = requireSameUid(operation, update, { live: response, sent: target, isWritten: true });
  warnOfWiderAccess(operation, { live, wider });
  return updated;
}

/** Returns the written object. Throws on another uid: the state would adopt that object. */
function requireSameUid(operation: StoredOperation, { uid }: Update, updated: Updated): Updated {
  const { live } = updated;
  if (live.metadata.uid === uid) return updated;
  throw new ResourceError(
    `Cannot tell whether ${labelOf(operation)} was updated: the platform returned another object (uid ` +
      `${live.metadata.uid}, ours is ${uid}). Run pulumi refresh, and check any proxy in between.`,
  );
}

/** The changes of an update to an object. */
interface Plan extends Narrowed {
  /** The object without masks. */
  readonly live: ApiObject;
  readonly patch: SafePatch;
  /** The path of a secret of another client that the patch would remove. */
  readonly lost: Path | undefined;
}

/** Merges the update with an object as the server shows it. Throws on a conflict. */
function plan(operation: StoredOperation, update: Update, shown: ApiObject): Plan {
  const { policy, before, after } = update;
  const schema = objectSchema(operation);
  const secrets = secretFields(schema);
  const live = withoutMasks(operation, shown);
  const propertyOf = (path: Path) => inputPath(operation, path);
  const masked = maskedSecrets(secrets, { shown, before });
  const rules = { schema, policy, ignored: operation.ignored, propertyOf, masked };
  const merged = threeWayMerge({ ...update, live }, rules);
  refuseConflicts(operation, { live, declared: after, found: merged.conflicts });
  const narrowing = narrowed(operation, { sent: after, stored: merged.target as ApiObject });
  const target = relabeled(narrowing.target, operation);
  const versions = {
    before: withoutIgnoredSecrets(operation, before),
    after: withoutIgnoredSecrets(operation, after),
    shown,
    target,
  };
  const patch = withHiddenSecrets(secrets, patchBetween(live, target), versions);
  // First masked secrets inside replaced values, then visible secrets.
  const lost = lostSecret(patch.replaced, versions) ?? lostSecret(secrets, { ...versions, shown: live });
  return { live, target, wider: narrowing.wider, patch, lost };
}

/** A version without the secrets in ignoreChanges, which count as secrets of another client. */
const withoutIgnoredSecrets = (operation: StoredOperation, version: ApiObject): ApiObject =>
  pathsWith(objectSchema(operation), "secret")
    .flatMap((path) => expandPath(version, path))
    .filter((path) => isWithinAny(propertyAt(operation, path), operation.ignored))
    .reduce(omitPath, { ...version }) as ApiObject;

/** The error of a write that would remove a secret that the program never declared. */
function lossError(operation: StoredOperation, lost: Path): ResourceError {
  const property = formatPath(propertyAt(operation, lost));
  return new ResourceError(
    `Cannot update ${labelOf(operation)}: the write would remove ${property}, which the program does ` +
      "not declare. Nothing was written. Declare it in the program.",
  );
}

/** Throws if a write would replace a marker of Pulumi by the text that stands for it. */
function refuseMarker(operation: StoredOperation, operations: readonly JsonPatchOperation[]): void {
  const marked = operations.find(({ value }) => textsAndKeysIn(value).includes(markerPlaceholder));
  if (!marked) return;
  const property = formatPath(propertyAt(operation, parsePointer(marked.path).slice(0, 2)));
  throw new ResourceError(
    `Cannot update ${labelOf(operation)}: the write would replace ${property}, in which another ` +
      "client wrote a marker of Pulumi. Nothing was written. Remove the marker with the platform's own tools.",
  );
}
