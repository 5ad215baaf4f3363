import type { ApiObject } from "../../api/client.js";
import {
  isAlreadyExists,
  isAmbiguous,
  isForbidden,
  isInternalError,
  isNotFound,
  isTerminatingConflict,
} from "../../api/errors/errors.js";
import { retryDelay } from "../../api/transport/retry.js";
import { labelOf, messageOf, nameInUse } from "../messages/messages.js";
import type { Context, OperationOn } from "../operation.js";
import {
  creationMarkers,
  hasNonce,
  isFromAnyStack,
  isFromThisCreate,
  isFromThisStack,
  withCreationMarkers,
} from "../ownership.js";
import { objectPath } from "../place.js";
import type { StoredType } from "../resource.js";
import { ResourceError } from "../resourceError.js";
import { restrictionProblem } from "../wire/restrictions.js";
import { deleteObject, waitUntilGone } from "./deletion.js";
import { InitFailure, initFailure } from "./initFailure.js";
import { findObject } from "./liveObject.js";
import { poll } from "./retryAndPoll.js";

/** Maximum number of POSTs. Before each repeat the name is known to be free. */
const maxAttempts = 4;

/** The live object after a create. */
export interface Created {
  readonly object: ApiObject;
  /** A GET found the object. An earlier POST created it, perhaps from inputs of an earlier run. */
  readonly isRecovered: boolean;
}

/** An earlier create that ended in an init failure, and the object that it sent. */
export interface EarlierCreate {
  readonly nonce?: string | undefined;
  readonly object: ApiObject;
}

/**
 * Creates one object. After a lost response it finds the object by name and nonce. After an init
 * failure the object may exist, after any other error it should not. Resumes an earlier create.
 */
export async function createObject(
  operation: CreateOperation,
  object: ApiObject,
  earlier?: EarlierCreate,
): Promise<Created> {
  const markers = creationMarkers(operation, earlier?.nonce);
  const label = labelOf(operation);
  const marked = withCreationMarkers(object, markers);
  const creation = { operation, label, path: objectPath(operation.place), object: marked, nonce: markers.nonce };
  const found =
    earlier?.nonce === undefined ? undefined : await resolveOutcome({ ...creation, object: earlier.object }, undefined);
  return found ? { object: found, isRecovered: true } : send(creation);
}

/** The parts of an operation that a create uses. */
type CreateOperation = Context & Pick<OperationOn<StoredType>, "resource" | "id" | "place" | "inputs">;

interface Creation {
  readonly operation: CreateOperation;
  /** The object in wire form, as the POST sends it or an earlier one has sent it. */
  readonly object: ApiObject;
  readonly label: string;
  readonly path: readonly string[];
  readonly nonce: string;
}

async function send(creation: Creation): Promise<Created> {
  const { path, operation } = creation;
  const { client, call } = operation;
  const failures: Error[] = [];
  try {
    while (failures.length < maxAttempts) {
      const response = await post(creation);
      if (!(response instanceof Error))
        return { object: await requireRestrictions(creation, response), isRecovered: false };
      failures.push(response);
      if (!(await client.waitForRetryAfter(response, path, call))) break;
      const found = await resolveOutcome(creation, response);
      if (found) return { object: found, isRecovered: true };
      // waitForRetryAfter has waited for Retry-After already.
      const delay = retryDelay(failures.length, undefined, Math.random);
      if (!(await client.pause(delay, path, call))) break;
    }
  } catch (error) {
    const isSettled = error instanceof InitFailure || error instanceof NameTaken;
    if (isSettled || !failures.some(mayCreateLater)) throw error;
    throw ambiguousCreate(creation, messageOf(error), error);
  }
  throw ambiguousCreate(creation, messageOf(failures.at(-1)), failures.at(-1));
}

/** Whether a POST may still create the object. A 500 and AlreadyExists are final. */
const mayCreateLater = (failure: Error) => !isInternalError(failure) && !isAlreadyExists(failure);

/** The created object, or a failure after which the object may exist. */
async function post(creation: Creation): Promise<ApiObject | Error> {
  const { operation } = creation;
  try {
    const created = await createInProject(creation);
    const isOurs =
      created.metadata.uid && created.metadata.name === operation.place.name && isCreated(created, creation);
    return isOurs ? created : new Error("The platform accepted the create, but did not return the object.");
  } catch (error) {
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

/**
 * Sends the POST. The platform makes the namespace of a new project later, so the POST is repeated
 * until the namespace exists. A project that does not exist is an error.
 */
async function createInProject({ operation, path, object, label }: Creation): Promise<ApiObject> {
  const { client, call, place } = operation;
  const { project } = place.inputs;
  const create = () => client.create(path.slice(0, -1), object, call);
  if (project === undefined) return create();
  const attempt = async () => {
    try {
      return await create();
    } catch (error) {
      if (!isNotFound(error) || !error.messageMatches(/\bnamespaces? "/i)) throw error;
      const found = await findObject(operation, ["projects", String(project)]).catch((failure) => {
        // Without the right to read projects, the response to the create says more.
        throw isForbidden(failure) ? error : failure;
      });
      if (!found)
        throw new ResourceError(`Cannot create ${label}: there is no project "${project}". Create it first.`, {
          cause: error,
        });
      return `the namespace ${place.namespace} of project ${project}`;
    }
  };
  return poll(operation, {
    path,
    label,
    attempt,
    lateError: (awaited, seconds) => noNamespace(label, awaited, seconds),
  });
}

const noNamespace = (label: string, awaited: string, seconds: number) =>
  new ResourceError(
    `Cannot create ${label}: the platform did not make ${awaited} within ${seconds} s. Run pulumi up again, or ` +
      "give it more time with customTimeouts.",
  );

/** The created object. Deletes it and throws if it has more access than declared. */
async function requireRestrictions(creation: Creation, created: ApiObject): Promise<ApiObject> {
  const problemOf = (object: ApiObject) =>
    restrictionProblem(creation.operation, { verb: "create", sent: creation.object, stored: object });
  if (problemOf(created) === undefined) return created;
  // The response may lack fields, so a GET decides. Only the response may have the key.
  const live = await findExisting(creation, undefined);
  const problem = live && problemOf(live);
  if (live?.metadata.uid === created.metadata.uid && problem === undefined) return created;
  await discard(creation, created, problem);
  throw new ResourceError(`${problem ?? problemOf(created)} It was deleted again.`);
}

/** Whether this create made the object. A platform may drop the nonce, but not the owner label. */
const isCreated = (object: ApiObject, creation: Creation): boolean =>
  isFromThisCreate(object, creation) || (!hasNonce(object) && isFromThisStack(object, creation.operation));

/** The name is taken, or its object is in use, so no POST of ours can succeed. */
export class NameTaken extends ResourceError {}

/**
 * Finds the object of this create, by its nonce. Undefined if the POST should be repeated: the name
 * is free. Waits for a terminating object, and deletes ours if its key is lost.
 */
async function resolveOutcome(creation: Creation, cause: Error | undefined): Promise<ApiObject | undefined> {
  const { operation, path, label } = creation;
  const { resource, inputs } = operation;
  if (isTerminatingConflict(cause)) return waitUntilGone(operation, { path, label });
  const existing = await findExisting(creation, cause);
  // Another POST would get the same 500. Other errors may be temporary.
  if (!existing && isInternalError(cause)) throw cause;
  if (!existing) return undefined;
  if (existing.metadata.deletionTimestamp) return waitUntilGone(operation, { path, label });
  if (!isFromThisCreate(existing, creation))
    throw new NameTaken(nameInUse(operation, nameOwner(operation, existing)), { cause });
  const problem = restrictionProblem(operation, { verb: "create", sent: creation.object, stored: existing });
  // A key with more access than declared counts as lost, so that it is not returned.
  const seen = problem === undefined ? existing : { ...existing, spec: {} };
  const secretStatus = resource.secretStatus?.(seen, problem === undefined ? inputs : {}) ?? "known";
  if (secretStatus === "known") return existing;
  if (secretStatus === "in use") throw new NameTaken(nameInUse(operation, "usedAlready"), { cause });
  operation.warn(
    problem ??
      `${label} was created, but the response was lost, and the platform shows the key only once. ` +
        "The object is deleted and created again.",
  );
  return discard(creation, existing, problem);
}

function nameOwner(context: Context, existing: ApiObject) {
  if (isFromThisStack(existing, context)) return "leftBehind";
  return isFromAnyStack(existing) ? "otherStack" : "foreign";
}

async function findExisting(creation: Creation, cause: unknown): Promise<ApiObject | undefined> {
  try {
    return await findObject(creation.operation, creation.path);
  } catch (error) {
    // This POST certainly created nothing.
    if (isAlreadyExists(cause) && !isAmbiguous(cause)) throw error;
    const earlierFailure = cause === undefined ? "" : `${messageOf(cause)} `;
    throw ambiguousCreate(creation, `${earlierFailure}Looking for the object failed: ${messageOf(error)}`, cause);
  }
}

/** Deletes the object: its key is lost, or it has more access than declared. */
async function discard(creation: Creation, { metadata }: ApiObject, problem?: string): Promise<undefined> {
  const { operation, path, label } = creation;
  try {
    await deleteObject(operation, { path, label, uid: metadata.uid });
  } catch (error) {
    throw ambiguousCreate(creation, [problem, messageOf(error)].filter(Boolean).join(" "), error);
  }
}

function ambiguousCreate({ operation, label, nonce }: Creation, reason: string, cause?: unknown): InitFailure {
  const { id, inputs } = operation;
  return initFailure(label, { id, inputs, state: inputs, nonce }, reason, cause);
}
