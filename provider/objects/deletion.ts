import type { ApiObject } from "../api/client.js";
import { isBodyRefused, isConflict, isNotFound } from "../api/errors.js";
import { findObject } from "./find.js";
import { stillThere } from "./messages.js";
import { type OperationContext, ResourceError } from "./operation.js";

const pollDelays = [100, 200, 400, 800, 1600] as const;
const longestPoll = 2000;

/**
 * Deletes the object with this uid and waits until it is gone (specification, section 3). Another object that took the name
 * is left alone.
 */
export async function deleteObject(
  context: OperationContext,
  path: readonly string[],
  label: string,
  uid: unknown,
): Promise<void> {
  try {
    await sendDelete(context, path, uid);
  } catch (error) {
    if (isNotFound(error)) return;
    if (!isConflict(error) || !(await isReplaced(context, path, label, uid))) throw error;
    return;
  }
  await waitUntilGone(context, path, label, uid);
}

/** Deletes by uid; where the server takes no body, compares the uid itself and deletes by name. */
async function sendDelete(context: OperationContext, path: readonly string[], uid: unknown): Promise<void> {
  try {
    await context.client.delete(path, { uid: String(uid) }, context.call);
  } catch (error) {
    if (!isBodyRefused(error)) throw error;
    const live = await findObject(context, path);
    if (live?.metadata.uid === uid) await context.client.delete(path, {}, context.call);
  }
}

/** Whether our object is gone and, at most, a newcomer stands in its place. */
async function isReplaced(context: OperationContext, path: readonly string[], label: string, uid: unknown) {
  const live = await findObject(context, path);
  if (live?.metadata.uid === uid) return false;
  if (live) context.warn(`${label} was deleted and created again by somebody else; the new object is left alone.`);
  return true;
}

/** Waits until no object of this name, or another one, is there; says what holds it. Bounded by the operation's deadline. */
export async function waitUntilGone(
  context: OperationContext,
  path: readonly string[],
  label: string,
  uid?: unknown,
): Promise<void> {
  const started = Date.now();
  for (let poll = 0; ; poll++) {
    const live = await findObject(context, path);
    if (!live || !isAwaited(live, uid)) return;
    const waiting = waitingFor(live, Date.now() - started);
    context.status(`${label}: ${waiting}`);
    if (!(await context.client.pause(pollDelays[poll] ?? longestPoll, path, context.call))) {
      throw new ResourceError(stillThere(label, waiting));
    }
  }
}

/** Whether the object is the one that has to go; without a uid, any that is on its way out. */
const isAwaited = ({ metadata }: ApiObject, uid: unknown) =>
  uid === undefined ? Boolean(metadata.deletionTimestamp) : metadata.uid === uid;

function waitingFor({ metadata }: ApiObject, elapsed: number): string {
  const holders = metadata.finalizers?.length ? metadata.finalizers.join(", ") : "the platform to delete it";
  return `waiting for ${holders}, ${Math.round(elapsed / 1000)} s`;
}
