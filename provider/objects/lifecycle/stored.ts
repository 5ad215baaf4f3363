import type { ApiObject, Call } from "../../api/client.js";
import type { ConflictPolicy } from "../../config/config.js";
import { cannotImport, nameProblem, notThere } from "../messages/importId.js";
import { labelOf, twoResources } from "../messages/messages.js";
import { isFirstRead, isImport, type Stored } from "../operation.js";
import { isFromAnotherStack, isFromThisStack, stackObjects } from "../ownership.js";
import { objectPath } from "../place.js";
import type { StoredOperation, StoredType } from "../resource.js";
import {
  afterCreate,
  afterImport,
  afterRead,
  afterUpdate,
  knownObject,
  recordedImmutables,
} from "../state/storedState.js";
import { deepEqual, getOwn, type Properties, withoutNulls } from "../values.js";
import { toObject } from "../wire/objectShape.js";
import { restrictionProblem, widerAccess } from "../wire/restrictions.js";
import { warnOfWiderAccess } from "./conflicts.js";
import { type Created, createObject, type EarlierCreate } from "./creation.js";
import { deleteObject } from "./deletion.js";
import { InitFailure, initFailureObject, readInitFailure } from "./initFailure.js";
import { findObject, warnDeletedOutside } from "./liveObject.js";
import { requireReady, untilReady } from "./readiness.js";
import { describeWrite, explainRejection } from "./rejection.js";
import { assertNotElsewhere } from "./samePlatform.js";
import { isListed } from "./storedLookups.js";
import { type Updated, updateObject } from "./update.js";

/** Creates the object, with a nonce by which it is found after a lost response. */
export async function createStored(operation: StoredOperation): Promise<Stored> {
  const { object } = await sendCreate(operation);
  return readyAfterCreate(operation, object);
}

const readyAfterCreate = (operation: StoredOperation, live: ApiObject): Promise<Stored> =>
  untilReady(operation, afterCreate(operation, { live, inputs: operation.inputs, state: {} }));

/** Reads the object; undefined if it is gone. A read without recorded inputs is an import. */
export async function readStored(operation: StoredOperation): Promise<Stored | undefined> {
  const { recorded } = operation;
  if (isImport(recorded)) return importedObject(operation);
  const listed = await readFromList(operation);
  if (listed) return listed;
  const live = await findObject(operation, objectPath(operation.place));
  if (recorded.state.uid === undefined) {
    const resolved = await readInitFailure(operation, live);
    return resolved && live && requireReady(operation, resolved, live);
  }
  if (!live) return warnDeletedOutside(operation, labelOf(operation));
  const sent = toObject(operation, recorded.inputs);
  warnOfWiderAccess(operation, { live, wider: widerAccess(operation, { sent, stored: live }) });
  return requireReady(operation, afterRead(operation, live), live);
}

/** Merges the change into the live object. After an init failure it resumes the create first. */
export async function updateStored(operation: StoredOperation): Promise<Stored> {
  const { recorded } = operation;
  const { state, nonce } = recorded;
  if (state.uid !== undefined) return sendUpdate(operation, state.uid);
  await assertNotElsewhere(operation, "update", labelOf(operation));
  const earlier = { nonce, object: toObject(operation, recorded.inputs) };
  const { object, isRecovered } = await sendCreate(operation, earlier);
  if (!isRecovered) return readyAfterCreate(operation, object);
  // The inputs may have changed since the first attempt.
  return sendUpdate(operation, object.metadata.uid);
}

/** Deletes the object with the recorded uid, or else the one of an unfinished create. */
export async function deleteStored(operation: StoredOperation): Promise<void> {
  const { recorded } = operation;
  const uid = recorded.state.uid ?? (await initFailureObject(operation))?.metadata.uid;
  const path = objectPath(operation.place);
  if (uid !== undefined) await deleteObject(operation, { path, label: labelOf(operation), uid });
}

/**
 * The resource from a list of this stack's objects. Undefined if it needs a GET: few resources are
 * read, or the list lacks the object (imports have no owner label) or shows a change.
 */
export async function readFromList(operation: StoredOperation): Promise<Stored | undefined> {
  const { resource, place, recorded, discovery } = operation;
  const { state } = recorded;
  if (state.uid === undefined || nameProblem(place.name)) return undefined;
  const collection = {
    path: place.collection,
    ...stackObjects(operation),
    isListed: (call: Call) => isListed(resource, { discovery, call }),
  };
  const listed = await operation.bulkReader?.find(collection, place.name, operation.call);
  if (!listed || !isComplete(resource, listed)) return undefined;
  const stored = afterRead(operation, listed);
  return isUnchanged(resource, state, stored.state) ? stored : undefined;
}

/** Whether a listed object shows its status and generated secret, and is not terminating. */
function isComplete(resource: StoredType, listed: ApiObject): boolean {
  if (listed.metadata.deletionTimestamp || (resource.computed && !listed.status)) return false;
  return !resource.secretStatus || resource.secretStatus(listed, {}) === "known";
}

/** Outputs whose change needs a GET. Others may change with the status or undeclared fields. */
const fixedOutputs = ["uid", "creationTimestamp", "externalChange"];

/** Whether only outputs that the server changes by itself differ, and none is missing. */
function isUnchanged({ inputs }: StoredType, before: Properties, readState: Properties): boolean {
  const after = withoutNulls(readState) as Properties;
  const mayChange = (key: string) => !Object.hasOwn(inputs.shape, key) && !fixedOutputs.includes(key);
  if (after.creationTimestamp === undefined) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].every((key) => {
    const old = getOwn(before, key);
    const current = getOwn(after, key);
    return mayChange(key) ? current !== undefined || old === undefined : deepEqual(old, current);
  });
}

async function importedObject(operation: StoredOperation): Promise<Stored | undefined> {
  const { resource, id, place, recorded } = operation;
  const { type, plural } = resource;
  const importable = { type, id, plural, namespace: place.namespace };
  const isFirst = isFirstRead(recorded);
  const problem = nameProblem(place.name);
  if (problem) throw cannotImport(operation, importable, `the id is the object's name, which ${problem}`);
  const live = operation.live ?? (await findObject(operation, objectPath(operation.place)));
  if (!live) {
    operation.warn(notThere(operation, importable));
    return undefined;
  }
  if (isFirst && isFromThisStack(live, operation))
    operation.warn(`${labelOf(operation)} was made by this stack. ${twoResources}`);
  const stored = afterImport(operation, live);
  return isFirst && isFromAnotherStack(live, operation) ? { ...stored, isShared: true } : stored;
}

/** Creates the object, or resumes an earlier create. */
function sendCreate(operation: StoredOperation, earlier?: EarlierCreate): Promise<Created> {
  const object = { ...toObject(operation, operation.inputs), status: {} };
  const send = () => createObject(operation, object, earlier);
  return explainRejection(describeWrite(operation, { verb: "create", object }), send);
}

async function sendUpdate(operation: StoredOperation, uid: unknown): Promise<Stored> {
  const { resource, config, inputs, recorded } = operation;
  const before = { ...recorded.inputs, ...recordedImmutables(resource, recorded) };
  const after = toObject(operation, inputs);
  const update = {
    uid,
    policy: (inputs.conflictPolicy as ConflictPolicy | undefined) ?? config.conflictPolicy,
    before: toObject(operation, before),
    after,
    recorded: toObject(operation, recorded.state),
    known: uid === recorded.state.uid ? knownObject(operation) : undefined,
  };
  const { live, sent, isWritten } = await explainRejection(
    describeWrite(operation, { verb: "update", object: after }),
    (dropsUnknownFields) => updateObject(operation, { ...update, dropsUnknownFields }),
  );
  const stored = afterUpdate(operation, { live, before });
  const problem = await lostRestriction(operation, { live, sent });
  if (problem !== undefined) throw new InitFailure(stored, [problem]);
  return untilReady(operation, stored, isWritten);
}

/** The error text if the updated object has more access than the sent one. */
async function lostRestriction(
  operation: StoredOperation,
  { live, sent }: Omit<Updated, "isWritten">,
): Promise<string | undefined> {
  const problemOf = (stored: ApiObject) => restrictionProblem(operation, { verb: "update", sent, stored });
  if (problemOf(live) === undefined) return undefined;
  // The response may lack fields.
  return problemOf((await findObject(operation, objectPath(operation.place))) ?? live);
}
