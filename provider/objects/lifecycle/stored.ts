import type { ApiObject, Call } from "../../api/client.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import { cannotImport, nameProblem, notThere } from "../messages/importId.js";
import { objectLabel, twoResources } from "../messages/messages.js";
import { InitFailure, isFirstRead, isImport, type OperationContext, type Stored } from "../operation.js";
import { isFromAnotherStack, isFromThisStack, stackObjects } from "../ownership.js";
import type { DeclaredChange, StoredType } from "../resource.js";
import {
  afterCreate,
  afterImport,
  afterRead,
  afterUpdate,
  knownObject,
  recordedImmutables,
} from "../state/storedState.js";
import { deepEqual, getOwn, type Properties, withoutNulls } from "../values.js";
import { withByteEncoding } from "../wire/byteFields.js";
import { toObject } from "../wire/objectShape.js";
import { restrictionProblem, widerAccess } from "../wire/restrictions.js";
import { warnOfWiderAccess } from "./conflicts.js";
import { type Created, createObject, type EarlierCreate } from "./creation.js";
import { deleteObject } from "./deletion.js";
import { initFailureObject, readInitFailure } from "./initFailure.js";
import { findObject, warnDeletedOutside } from "./liveObject.js";
import { describeWrite, explainRejection } from "./rejection.js";
import { assertNotElsewhere } from "./samePlatform.js";
import { isListed } from "./storedLookups.js";
import { type Update, updateObject } from "./update.js";

/** Creates the object, with a nonce by which it is found after a lost response. */
export async function createStored(context: OperationContext, resource: StoredType, inputs: Properties) {
  const here = await withByteEncoding(resource.inputs, context, inputs);
  const { object } = await sendCreate(here, resource, { inputs });
  return afterCreate(here, resource, { live: object, inputs, state: {} });
}

/** Reads the object; undefined if it is gone. A read without recorded inputs is an import. */
export async function readStored(
  context: OperationContext,
  resource: StoredType,
  recorded: Stored,
): Promise<Stored | undefined> {
  const here = await withByteEncoding(resource.inputs, context, recorded.inputs);
  if (isImport(recorded)) return importedObject(here, resource, recorded);
  const listed = await readFromList(here, resource, recorded);
  if (listed) return listed;
  const label = objectLabel(resource.type, recorded.id);
  const live = await findObject(here, [resource.plural, recorded.id]);
  if (recorded.state.uid === undefined) return readInitFailure(here, resource, { live, recorded });
  if (!live) return warnDeletedOutside(here, label);
  const sent = toObject(here, resource, recorded.inputs);
  warnOfWiderAccess(here, resource, { live, wider: widerAccess(here, resource, { sent, stored: live }) });
  return afterRead(here, resource, { live, recorded });
}

/** Merges the change into the live object. After an init failure it resumes the create first. */
export async function updateStored(
  context: OperationContext,
  resource: StoredType,
  { recorded, inputs }: DeclaredChange,
): Promise<Stored> {
  const { id, state, nonce } = recorded;
  const here = await withByteEncoding(resource.inputs, context, recorded.inputs, state, inputs);
  if (state.uid !== undefined) return sendUpdate(here, resource, { id, uid: state.uid, recorded, inputs });
  await assertNotElsewhere(here, "update", objectLabel(resource.type, String(inputs.name)));
  const earlier = { nonce, object: toObject(here, resource, recorded.inputs) };
  const { object, isRecovered } = await sendCreate(here, resource, { inputs, earlier });
  if (!isRecovered) return afterCreate(here, resource, { live: object, inputs, state: {} });
  // The inputs may have changed since the first attempt.
  const { name, uid } = object.metadata;
  return sendUpdate(here, resource, { id: String(name), uid, recorded, inputs });
}

/** Deletes the object with the recorded uid, or else the one of an unfinished create. */
export async function deleteStored(context: OperationContext, resource: StoredType, recorded: Stored): Promise<void> {
  const { id, state } = recorded;
  const uid = state.uid ?? (await initFailureObject(context, resource, recorded))?.metadata.uid;
  if (uid !== undefined) await deleteObject(context, [resource.plural, id], objectLabel(resource.type, id), uid);
}

/**
 * The resource from a list of this stack's objects. Undefined if it needs a GET: few resources are
 * read, or the list lacks the object (imports have no owner label) or shows a change.
 */
export async function readFromList(context: OperationContext, resource: StoredType, recorded: Stored) {
  const { id, state } = recorded;
  if (state.uid === undefined || nameProblem(id)) return undefined;
  const collection = {
    path: [resource.plural],
    ...stackObjects(context),
    isListed: (call: Call) => isListed(resource, { ...context, call }),
  };
  const listed = await context.bulkReader?.find(collection, id, context.call);
  if (!listed || !isComplete(resource, listed)) return undefined;
  const stored = afterRead(context, resource, { live: listed, recorded });
  return isUnchanged(resource, state, stored.state) ? stored : undefined;
}

/** Whether a listed object shows its status and generated secret, and is not terminating. */
function isComplete(resource: StoredType, listed: ApiObject): boolean {
  if (listed.metadata.deletionTimestamp || (resource.computed && !listed.status)) return false;
  return !resource.lostResponse || resource.lostResponse(listed, {}) === "known";
}

/** Other outputs may change with the status or with undeclared fields. */
const fixedOutputs = ["uid", "creationTimestamp", "externalChange"];

/** Whether only outputs that the server changes by itself differ, and none is missing. */
function isUnchanged({ inputs }: StoredType, before: Properties, readState: Properties): boolean {
  const now = withoutNulls(readState) as Properties;
  const mayChange = (key: string) => !Object.hasOwn(inputs.shape, key) && !fixedOutputs.includes(key);
  if (now.creationTimestamp === undefined) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keys].every((key) => {
    const was = getOwn(before, key);
    const is = getOwn(now, key);
    return mayChange(key) ? is !== undefined || was === undefined : deepEqual(was, is);
  });
}

async function importedObject(context: OperationContext, resource: StoredType, recorded: Stored) {
  const { type, plural } = resource;
  const { id } = recorded;
  const isFirst = isFirstRead(recorded);
  const problem = nameProblem(id);
  if (problem) throw cannotImport(context, { type, id, plural }, `the id is the object's name, which ${problem}`);
  const live = await findObject(context, [plural, id]);
  if (!live) {
    context.warn(notThere(context, { type, id, plural }));
    return undefined;
  }
  if (isFirst && isFromThisStack(live, context))
    context.warn(`${objectLabel(type, id)} was made by this stack. ${twoResources}`);
  const stored = afterImport(context, resource, live);
  return isFirst && isFromAnotherStack(live, context) ? { ...stored, isShared: true } : stored;
}

/** Creates the object, or resumes an earlier create. */
function sendCreate(
  context: OperationContext,
  resource: StoredType,
  { inputs, earlier }: { readonly inputs: Properties; readonly earlier?: EarlierCreate },
): Promise<Created> {
  const object = { ...toObject(context, resource, inputs), status: {} };
  const send = () => createObject(context, resource, { object, inputs, earlier });
  return explainRejection(describeWrite(context, resource, { verb: "create", object }), send);
}

async function sendUpdate(
  context: OperationContext,
  resource: StoredType,
  { id, uid, recorded, inputs }: DeclaredChange & Pick<Update, "id" | "uid">,
): Promise<Stored> {
  const policy = (inputs.conflictPolicy as ConflictPolicy | undefined) ?? context.config.conflictPolicy;
  const after = toObject(context, resource, inputs);
  const before = { ...recorded.inputs, ...recordedImmutables(resource, recorded) };
  const versions = {
    before: toObject(context, resource, before),
    after,
    recorded: toObject(context, resource, recorded.state),
    known: uid === recorded.state.uid ? knownObject(context, resource, recorded) : undefined,
  };
  const send = (dropsUnknownFields: boolean) => {
    const call = { ...context.call, dropsUnknownFields };
    return updateObject({ ...context, call }, resource, { id, uid, policy, ...versions });
  };
  const { live, sent } = await explainRejection(
    describeWrite(context, resource, { verb: "update", object: after }),
    send,
  );
  const stored = afterUpdate(context, resource, { live, before, state: recorded.state, inputs });
  const suspected = restrictionProblem(context, resource, { verb: "update", sent, stored: live });
  if (suspected === undefined) return stored;
  // The response may lack fields.
  const now = (await findObject(context, [resource.plural, id])) ?? live;
  const problem = restrictionProblem(context, resource, { verb: "update", sent, stored: now });
  if (problem === undefined) return stored;
  throw new InitFailure(stored, [problem]);
}
