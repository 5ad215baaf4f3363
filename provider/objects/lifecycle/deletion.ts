import { now } from "../../api/call.js";
import type { ApiObject } from "../../api/client.js";
import {
  isAmbiguous,
  isBodyRejected,
  isCancelled,
  isConflict,
  isDeadlineExceeded,
  isNotFound,
  PlatformError,
} from "../../api/errors/errors.js";
import { finalizersOf, messageOf } from "../messages/messages.js";
import type { Context } from "../operation.js";
import { ResourceError } from "../resourceError.js";
import { findObject, warnNothingDeleted } from "./liveObject.js";
import { type DeletedObject, explainRefusal } from "./refusedDeletion.js";
import { poll, retryConflict, secondsSince } from "./retryAndPoll.js";
import { assertSamePlatform } from "./samePlatform.js";

/**
 * Deletes the object with this uid. Waits until it is gone (specification, section 3), unless the
 * response says so. Another object of this name is kept.
 */
export async function deleteObject(context: Context, object: DeletedObject): Promise<void> {
  try {
    await deleteAndWait(context, object);
  } catch (error) {
    throw await explainRefusal(context, object, error);
  }
}

async function deleteAndWait(context: Context, object: DeletedObject): Promise<void> {
  const { path, label, uid, resourceVersion } = object;
  // The uid, if the response says that the object is gone.
  let goneUid: string | undefined;
  try {
    goneUid = await context.client.delete(path, { uid: String(uid), resourceVersion }, context.call);
  } catch (error) {
    if (isNotFound(error)) return handleNotFound(context, label, error);
    if (!isConflict(error) && !isBodyRejected(error)) throw error;
    const live = await findAfterFailure(error, context, path);
    if (!live) return handleNotFound(context, label, error);
    if (await warnIfRecreated(context, object, live)) return;
    const isChanged = resourceVersion !== undefined && live.metadata.resourceVersion !== resourceVersion;
    if (isConflict(error) || isChanged) throw error;
    // For servers that reject the body. The client never repeats a delete without a uid: it could
    // delete a new object of this name.
    goneUid = await context.client.delete(path, {}, context.call).catch((cause) => {
      if (!isNotFound(cause)) throw cause;
      return undefined;
    });
  }
  if (goneUid !== uid) await waitUntilGone(context, { path, label, uid, timeoutMessage: deleteTimeout });
}

/** Deletes the object that `find` returns, if any. After a conflict it finds the object again. */
export async function deleteFound(
  context: Context,
  label: string,
  find: () => Promise<{ readonly object: ApiObject; readonly path: readonly string[] } | undefined>,
): Promise<void> {
  await retryConflict(context, {
    read: find,
    write: async (found) => {
      if (!found) return;
      const { uid, resourceVersion } = found.object.metadata;
      await deleteObject(context, { path: found.path, label, uid, resourceVersion });
    },
  });
}

/** Warns that nothing was deleted, unless an earlier attempt without a response did it. */
async function handleNotFound(context: Context, label: string, failure: Error): Promise<void> {
  if (!isAmbiguous(failure)) await warnNothingDeleted(context, label);
}

/** Waits and reads after a failed delete. If the read fails, too, its error reports both. */
async function findAfterFailure(failure: Error, context: Context, path: readonly string[]) {
  if (!(await context.client.waitForRetryAfter(failure, path, context.call))) throw failure;
  try {
    return await findObject(context, path);
  } catch (error) {
    if (!(error instanceof PlatformError) || isCancelled(error)) throw error;
    // From the cause, callers know whether the delete may have succeeded.
    error.cause = failure;
    throw error.note(`Before that: ${messageOf(failure)}`);
  }
}

/**
 * Whether another object has the name; then it warns. Callers then send no DELETE, because a proxy
 * could drop the body and with it the uid precondition.
 */
export async function warnIfRecreated(context: Context, { label, uid }: Omit<DeletedObject, "path">, live: ApiObject) {
  if (live.metadata.uid === uid) return false;
  await assertSamePlatform(context, "delete", label);
  context.warn(`${label} was deleted and created again by somebody else; the new object is left alone.`);
  return true;
}

/**
 * Waits until the object with this uid is gone; without a uid, any terminating object of this name.
 * Shows its finalizers. Bounded by the operation's deadline.
 */
export async function waitUntilGone(
  context: Context,
  { path, label, uid, timeoutMessage = createTimeout }: DeletionWait,
): Promise<undefined> {
  const started = now();
  const deletionItself = "the platform to delete it";
  let awaited = deletionItself;
  const progress = () => `waiting for ${awaited}, ${secondsSince(started)} s`;
  const lateError = () => new ResourceError(timeoutMessage(label, progress()));
  const attempt = async () => {
    const live = await findObject(context, path);
    if (!live || !isStillThere(live, uid)) return undefined;
    awaited = finalizersOf(live.metadata) || deletionItself;
    return awaited;
  };
  const delay = (attempts: number) => Math.min(50 * 2 ** attempts, 2000);
  try {
    return await poll(context, { path, label, attempt, delay, lateError });
  } catch (cause) {
    if (isCancelled(cause))
      throw new ResourceError(
        `The wait for the end of ${label} was canceled: ${progress()}. The deletion goes on at the platform; ` +
          "run the same command again.",
        { cause },
      );
    throw isDeadlineExceeded(cause) ? lateError() : cause;
  }
}

/** A wait until an object is gone. */
interface DeletionWait extends Pick<DeletedObject, "path" | "label"> {
  readonly uid?: unknown;
  /** The error of a wait that takes too long. Default: that of a create. */
  timeoutMessage?(label: string, progress: string): string;
}

const deleteTimeout = (label: string, progress: string) =>
  `Cannot delete ${label} in time: it is still being deleted: ${progress}. The deletion goes on at the platform; ` +
  "run the same command again, or give it more time with customTimeouts.";

const createTimeout = (label: string, progress: string) =>
  `Cannot create ${label} in time: an object of this name is still being deleted: ${progress}. Nothing was created. ` +
  "Run the same command again when it is gone, choose another name, or give it more time with customTimeouts.";

/** Whether the wait is for this object; without a uid, for any terminating one. */
const isStillThere = ({ metadata }: ApiObject, uid: unknown) =>
  uid === undefined ? Boolean(metadata.deletionTimestamp) : metadata.uid === uid;
