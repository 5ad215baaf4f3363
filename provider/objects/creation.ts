import type { ApiObject } from "../api/client.js";
import { ApiError, isAlreadyExists, isAmbiguous, isServerError, isTerminatingConflict } from "../api/errors.js";
import { retryDelay } from "../api/retry.js";
import { waitUntilGone } from "./deletion.js";
import { findObject } from "./find.js";
import { alreadyExists, leftBehind, messageOf, objectLabel } from "./messages.js";
import { InitializationError, type OperationContext, ResourceError } from "./operation.js";
import { isFromThisCreate, isFromThisStack, newStamp, type Stamp, stamped } from "./ownership.js";
import { rehearseCreation } from "./rehearsal.js";
import type { ObjectShape } from "./shape.js";
import type { Properties } from "./values.js";

/** How often an unanswered create is sent again, once a GET has shown that it did not land. */
const maxAttempts = 4;

/**
 * Creates an object exactly once. An answer that is lost is found again by name and nonce; an object that is not from this
 * create is never adopted. A plain error means that nothing was written.
 */
export async function createObject(
  context: OperationContext,
  shape: ObjectShape,
  object: ApiObject,
  inputs: Properties,
): Promise<ApiObject> {
  const stamp = newStamp(context);
  const id = String(object.metadata.name);
  const label = objectLabel(shape.kind, id);
  const path = [shape.plural, id];
  if (context.call.dryRun) return rehearseCreation(context, shape, stamped(object, stamp));
  const creation = { context, shape, id, label, path, object: stamped(object, stamp), inputs, stamp };
  let failure: Error | undefined;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const answer = await post(creation);
    const created = answer instanceof Error ? await resolve(creation, answer) : answer;
    if (created) return created;
    failure = answer as Error;
    if (!(await context.client.pause(pauseAfter(failure, attempt), path, context.call))) break;
  }
  throw unresolved(creation, messageOf(failure), failure);
}

/** The same patience as with any other request. */
function pauseAfter(failure: Error, attempt: number): number {
  const asked = failure instanceof ApiError ? failure.retryAfterSeconds : undefined;
  return retryDelay(attempt, asked, Math.random);
}

interface Creation {
  readonly context: OperationContext;
  readonly shape: ObjectShape;
  readonly id: string;
  readonly label: string;
  readonly path: readonly string[];
  readonly object: ApiObject;
  readonly inputs: Properties;
  readonly stamp: Stamp;
}

/** The created object, or the failure that leaves open whether there is one. */
async function post({ context, shape, object }: Creation): Promise<ApiObject | Error> {
  try {
    const created = await context.client.create([shape.plural], object, context.call);
    return created.metadata.uid
      ? created
      : new Error("The platform accepted the create, but did not answer the object.");
  } catch (error) {
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

/** An object of the same name is on its way out: ours can come when it is gone. */
async function waitForName({ context, path, label }: Creation): Promise<undefined> {
  await waitUntilGone(context, path, label);
}

/**
 * Finds out what became of a create. The nonce makes a second POST safe: only one of them can take the name, and
 * whichever did carries our nonce. Undefined when it is safe and useful to send the same create again.
 */
async function resolve(creation: Creation, cause: Error): Promise<ApiObject | undefined> {
  if (isTerminatingConflict(cause)) return waitForName(creation);
  const existing = await lookUp(creation, cause);
  if (!existing) return sendAgain(cause);
  if (isFromThisCreate(existing, creation.stamp)) return existing;
  if (existing.metadata.deletionTimestamp) return waitForName(creation);
  throw new ResourceError(foreign(creation, existing), { cause });
}

/** A server that said why it failed would fail again; one that was not heard may do better. */
function sendAgain(cause: unknown): undefined {
  if (isServerError(cause)) throw cause;
}

async function lookUp(creation: Creation, cause: unknown): Promise<ApiObject | undefined> {
  try {
    return await findObject(creation.context, creation.path);
  } catch (error) {
    if (isAlreadyExists(cause) && !isAmbiguous(cause)) throw error;
    throw unresolved(creation, `${messageOf(cause)} Looking for the object failed too: ${messageOf(error)}`, cause);
  }
}

function foreign({ context, shape, id, label }: Creation, existing: ApiObject): string {
  return isFromThisStack(existing, context)
    ? leftBehind(label, context.owner, id, shape.plural)
    : alreadyExists(label, context.owner, id);
}

/** Nobody knows whether the object exists. State without a uid says so, and the next update finds out. */
function unresolved({ id, label, inputs }: Creation, reason: string, cause?: unknown): InitializationError {
  const message = `${label} may or may not have been created: ${reason} Run pulumi up again: it looks for the object first.`;
  return new InitializationError({ id, inputs, state: inputs }, [message], { cause });
}
