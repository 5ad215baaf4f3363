import type { ApiObject } from "../../api/client.js";
import { isAlreadyExists, isAmbiguous, isInternalError, isTerminatingConflict } from "../../api/errors/errors.js";
import { retryDelay } from "../../api/transport/retry.js";
import { createdAgain, messageOf, nameInUse, objectLabel } from "../messages/messages.js";
import { InitializationError, type OperationContext, ResourceError } from "../operation.js";
import { hasNonce, isFromThisCreate, isFromThisStack, newStamp, type Stamp, stamped } from "../ownership.js";
import type { Properties } from "../values.js";
import { deleteObject, waitUntilGone } from "./deletion.js";
import { rehearseCreation } from "./dryRun.js";
import { findObject } from "./find.js";
import { unfinished } from "./initFailure.js";
import { widerThanSent } from "./rejection.js";
import type { StoredKind } from "./storedKind.js";

/** How often an unanswered create is sent again, once a GET has shown that it did not land. */
const maxAttempts = 4;

/** The object of a create. */
export interface Created {
  readonly object: ApiObject;
  /** It was read, so an earlier attempt made it, perhaps of other inputs. */
  readonly isFound: boolean;
}

/**
 * Creates an object exactly once. An answer that is lost is found again by name and nonce; an object that is not from this
 * create is never adopted, and one whose answer held what no read shows is made again. A plain error means that nothing was
 * written. With the nonce of a create whose end nobody saw, that create goes on: it begins with a look for its object.
 */
export async function createObject(
  context: OperationContext,
  kind: StoredKind,
  object: ApiObject,
  inputs: Properties,
  nonce?: string,
): Promise<Created> {
  const stamp = newStamp(context, nonce);
  const id = String(object.metadata.name);
  const label = objectLabel(kind.kind, id);
  const path = [kind.plural, id];
  const ours = stamped(object, stamp);
  if (context.call.dryRun) return { object: await rehearseCreation(context, kind, ours), isFound: false };
  const creation = { context, kind, id, label, path, object: ours, inputs, stamp };
  const found = nonce === undefined ? undefined : await resolve(creation, undefined);
  return found ? { object: found, isFound: true } : send(creation);
}

interface Creation {
  readonly context: OperationContext;
  readonly kind: StoredKind;
  readonly id: string;
  readonly label: string;
  readonly path: readonly string[];
  readonly object: ApiObject;
  readonly inputs: Properties;
  readonly stamp: Stamp;
}

async function send(creation: Creation): Promise<Created> {
  const { context, path } = creation;
  const { client, call } = context;
  const failures: Error[] = [];
  while (failures.length < maxAttempts) {
    const answer = await unlessInDoubt(creation, failures, () => post(creation));
    if (!(answer instanceof Error)) return { object: await restricted(creation, answer), isFound: false };
    failures.push(answer);
    if (!(await unlessInDoubt(creation, failures, () => client.waitForRetryAfter(answer, path, call)))) break;
    const found = await unlessInDoubt(creation, failures, () => resolve(creation, answer));
    if (found) return { object: found, isFound: true };
    if (!(await unlessInDoubt(creation, failures, () => pause(creation, failures)))) break;
  }
  throw unresolved(creation, messageOf(failures.at(-1)), failures.at(-1));
}

/** A plain error says that nothing was written, which nobody knows while a request without an answer may still land. */
async function unlessInDoubt<T>(creation: Creation, failures: readonly Error[], run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isSettled = error instanceof InitializationError || error instanceof NameTaken;
    if (isSettled || !failures.some(mayLandLater)) throw error;
    throw unresolved(creation, messageOf(error), error);
  }
}

/** A server that answered in its own words is done with the request. */
const mayLandLater = (failure: Error) => !isInternalError(failure) && !isAlreadyExists(failure);

/** The same patience as with any other request; what the server asked for is over by now. */
function pause({ context, path }: Creation, failures: readonly Error[]): Promise<boolean> {
  return context.client.pause(retryDelay(failures.length, undefined, Math.random), path, context.call);
}

/** The created object, or the failure that leaves open whether there is one. */
async function post(creation: Creation): Promise<ApiObject | Error> {
  const { context, kind, id, object, stamp } = creation;
  try {
    const created = await context.client.create([kind.plural], object, context.call);
    const isOurs = created.metadata.uid && created.metadata.name === id && isCreated(created, context, stamp);
    return isOurs ? created : new Error("The platform accepted the create, but did not answer the object.");
  } catch (error) {
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

/** The created object. One with more access than declared is deleted before anybody gets its key. */
async function restricted(creation: Creation, created: ApiObject): Promise<ApiObject> {
  const problem = widerThanSent(creation.kind, creation.context, "create", creation.object, created);
  if (problem === undefined) return created;
  await discard(creation, created, problem);
  throw new ResourceError(`${problem} It was deleted again.`);
}

/** Whether the answer is the object of this create. A platform may remove annotations only. */
const isCreated = (object: ApiObject, context: OperationContext, stamp: Stamp): boolean =>
  isFromThisCreate(object, stamp) || (!hasNonce(object) && isFromThisStack(object, context));

/** An object of the same name is on its way out: ours can come when it is gone. */
async function waitForName({ context, path, label }: Creation): Promise<undefined> {
  await waitUntilGone(context, path, label);
}

/** Somebody else has the name, so a request of ours that is still under way cannot land. */
class NameTaken extends ResourceError {}

/**
 * Finds out what became of a create. The nonce makes a second POST safe: only one of them can take the name, and
 * whichever did carries our nonce. Undefined when it is safe and useful to send the same create again.
 */
async function resolve(creation: Creation, cause: Error | undefined): Promise<ApiObject | undefined> {
  const { context, kind, inputs, stamp } = creation;
  if (isTerminatingConflict(cause)) return waitForName(creation);
  const existing = await lookUp(creation, cause);
  if (!existing) return sendAgain(cause);
  if (existing.metadata.deletionTimestamp) return waitForName(creation);
  if (!isFromThisCreate(existing, stamp))
    throw new NameTaken(nameInUse(context, kind, creation.id, nameOwner(context, existing)), { cause });
  // A server that drops restrictions does so again: the answer to the next request tells.
  const isWider = widerThanSent(kind, context, "create", creation.object, existing) !== undefined;
  const answer = kind.lostAnswer?.(existing, inputs) ?? "known";
  if (answer === "known" && !isWider) return existing;
  if (answer === "in use") throw new NameTaken(nameInUse(context, kind, creation.id, "inUse"), { cause });
  context.warn(createdAgain(creation.label));
  return discard(creation, existing);
}

const nameOwner = (context: OperationContext, existing: ApiObject) =>
  isFromThisStack(existing, context) ? "leftBehind" : "foreign";

/** A server that said why it failed would fail again; one that was not heard may do better. */
function sendAgain(cause: unknown): undefined {
  if (isInternalError(cause)) throw cause;
}

async function lookUp(creation: Creation, cause: unknown): Promise<ApiObject | undefined> {
  try {
    return await findObject(creation.context, creation.path);
  } catch (error) {
    if (isAlreadyExists(cause) && !isAmbiguous(cause)) throw error;
    const before = cause === undefined ? "" : `${messageOf(cause)} `;
    throw unresolved(creation, `${before}Looking for the object failed: ${messageOf(error)}`, cause);
  }
}

/** Nobody holds what the lost answer said, so the object makes room for another one. */
async function discard(creation: Creation, { metadata }: ApiObject, before?: string): Promise<undefined> {
  const { context, path, label } = creation;
  try {
    await deleteObject(context, path, label, metadata.uid);
  } catch (error) {
    throw unresolved(creation, [before, messageOf(error)].filter(Boolean).join(" "), error);
  }
}

function unresolved({ id, label, inputs, stamp }: Creation, reason: string, cause?: unknown): InitializationError {
  return unfinished(label, { id, inputs, state: inputs, nonce: stamp.nonce }, reason, cause);
}
