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
import { now } from "../../api/transport/clock.js";
import { finalizersOf, messageOf, stillInTheWay, stillThere, waitCancelled } from "../messages/messages.js";
import { type OperationContext, ResourceError } from "../operation.js";
import { findObject, nothingToDelete, refuseElsewhere, waitOrThrow } from "./find.js";

const pollDelays = [100, 200, 400, 800, 1600] as const;
const longestPoll = 2000;

/**
 * Deletes the object with this uid and waits until it is gone (specification, section 3). Another object that took the name
 * is left alone. With a resourceVersion it fails with a conflict if somebody wrote the object since.
 */
export async function deleteObject(
  context: OperationContext,
  path: readonly string[],
  label: string,
  uid: unknown,
  resourceVersion?: string,
): Promise<void> {
  try {
    await context.client.delete(path, { uid: String(uid), resourceVersion }, context.call);
  } catch (error) {
    if (isNotFound(error)) return nothingFound(context, label, error);
    if (!isConflict(error) && !isBodyRejected(error)) throw error;
    await waitOrThrow(context, path, error);
    const live = await lookAfter(error, context, path);
    if (!live) return nothingFound(context, label, error);
    if (await leftAlone(context, label, live, uid)) return;
    const isChanged = resourceVersion !== undefined && live.metadata.resourceVersion !== resourceVersion;
    if (isConflict(error) || isChanged) throw error;
    // For a server that takes no body. Sent once: by then another object may have the name.
    await context.client.delete(path, {}, context.call).catch((cause) => {
      if (!isNotFound(cause)) throw cause;
    });
  }
  await waitUntilGone(context, path, label, uid, stillThere);
}

/** Nothing was there, unless an earlier attempt, whose answer got lost, deleted it. */
async function nothingFound(context: OperationContext, label: string, failure: Error): Promise<void> {
  if (!isAmbiguous(failure)) await nothingToDelete(context, label);
}

/** What has the name after a delete failed; where the look fails, too, both failures are told, the first one as the cause. */
async function lookAfter(failure: Error, context: OperationContext, path: readonly string[]) {
  try {
    return await findObject(context, path);
  } catch (error) {
    if (!(error instanceof PlatformError) || isCancelled(error)) throw error;
    // By it whoever asked knows whether the delete may be done.
    error.cause = failure;
    throw error.note(`Before that: ${messageOf(failure)}`);
  }
}

/**
 * Whether what has the name is not our object any more, and says so. What was just seen to be another one is deleted in no way: a proxy
 * that drops the body of a delete takes away what guards it.
 */
export async function leftAlone(
  context: OperationContext,
  label: string,
  live: ApiObject,
  uid: unknown,
): Promise<boolean> {
  if (live.metadata.uid === uid) return false;
  await refuseElsewhere(context, "delete", label);
  context.warn(`${label} was deleted and created again by somebody else; the new object is left alone.`);
  return true;
}

/**
 * Waits until the object with this uid is gone, or, without a uid, any of this name that terminates.
 * Tells what holds it. Bounded by the operation's deadline.
 */
export async function waitUntilGone(
  context: OperationContext,
  path: readonly string[],
  label: string,
  uid?: unknown,
  lateness = stillInTheWay,
): Promise<void> {
  const started = now();
  let seen: ApiObject | undefined;
  const waiting = () => waitingFor(seen, now() - started);
  try {
    for (let poll = 0; ; poll++) {
      const live = await findObject(context, path);
      if (!live || !isAwaited(live, uid)) return;
      seen = live;
      context.status(`${label}: ${waiting()}`);
      if (!(await context.client.pause(pollDelays[poll] ?? longestPoll, path, context.call))) break;
    }
  } catch (cause) {
    if (isCancelled(cause)) throw new ResourceError(waitCancelled(label, waiting()), { cause });
    if (!isDeadlineExceeded(cause)) throw cause;
  }
  throw new ResourceError(lateness(label, waiting()));
}

/** Whether the object is the one that has to go; without a uid, any that is on its way out. */
const isAwaited = ({ metadata }: ApiObject, uid: unknown) =>
  uid === undefined ? Boolean(metadata.deletionTimestamp) : metadata.uid === uid;

function waitingFor(live: ApiObject | undefined, elapsed: number): string {
  const holders = live && finalizersOf(live.metadata);
  return `waiting for ${holders || "the platform to delete it"}, ${Math.round(elapsed / 1000)} s`;
}
