import type { ApiObject, Call } from "../../api/client.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import { withName } from "../fields/autonaming.js";
import { cannotImport, nameProblem, notThere } from "../messages/importId.js";
import { objectLabel, twoResources } from "../messages/messages.js";
import {
  InitFailure,
  isFirstRead,
  isImport,
  type Lifecycle,
  type Lookups,
  type OperationContext,
  type Recorded,
  type Stored,
} from "../operation.js";
import { isFromAnotherStack, isFromThisStack, stackObjects } from "../ownership.js";
import type { StoredType } from "../resource.js";
import {
  importedState,
  knownObject,
  recordedImmutables,
  refreshed,
  storedFrom,
  updatedFrom,
} from "../state/storedState.js";
import { deepEqual, getOwn, type Properties, withoutNulls } from "../values.js";
import { withByteEncoding } from "../wire/byteFields.js";
import { inputPath, objectPaths, toObject } from "../wire/objectShape.js";
import { restrictionProblem, widerAccess } from "../wire/restrictions.js";
import { warnOfWiderAccess } from "./conflicts.js";
import { type Created, createObject, type EarlierCreate } from "./creation.js";
import { deleteObject } from "./deletion.js";
import { initFailureObject, readInitFailure } from "./initFailure.js";
import { findObject, warnDeletedOutside } from "./liveObject.js";
import { describeWrite, explainRejection } from "./rejection.js";
import { assertNotElsewhere } from "./samePlatform.js";

import { isListed, storedLookups } from "./storedLookups.js";
import { updateObject } from "./update.js";

/** The standard lifecycle of a named object: create with nonce, merged update, delete by uid. */
export function storedObject(resource: StoredType): Required<Lifecycle> & Lookups {
  return {
    ...storedLookups(resource),

    id: (inputs) => String(inputs.name),

    complete: withName,

    async create(context, inputs) {
      const here = await withByteEncoding(resource.inputs, context, inputs);
      const { object } = await create(resource, here, inputs);
      return storedFrom(resource, here, object, { inputs, state: {} });
    },

    async read(context, id, recorded) {
      return read(resource, await withByteEncoding(resource.inputs, context, recorded.inputs), id, recorded);
    },

    async update(context, id, recorded, inputs) {
      const here = await withByteEncoding(resource.inputs, context, recorded.inputs, recorded.state, inputs);
      return resumeOrUpdate(resource, here, id, recorded, inputs);
    },

    objectPaths: (config, path) => objectPaths(resource, config, path),

    inputPath: (config, path) => inputPath(resource, config, path),

    async delete(context, id, recorded) {
      const uid = recorded.state.uid ?? (await initFailureObject(resource, context, id, recorded))?.metadata.uid;
      if (uid !== undefined) await deleteObject(context, [resource.plural, id], objectLabel(resource.type, id), uid);
    },
  };
}

async function read(
  resource: StoredType,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  if (isImport(recorded)) return importedObject(resource, context, id, isFirstRead(recorded));
  const listed = await refreshedFromList(resource, context, id, recorded);
  if (listed) return listed;
  const live = await findObject(context, [resource.plural, id]);
  if (recorded.state.uid === undefined) return readInitFailure(resource, context, live, { id, ...recorded });
  if (live) {
    const declared = desiredObject(resource, context, recorded.inputs);
    warnOfWiderAccess(context, resource, live, widerAccess(resource, context.config, declared, live));
    return refreshed(resource, context, live, recorded);
  }
  await warnDeletedOutside(context, objectLabel(resource.type, id));
  return undefined;
}

/** Updates the object. After an init failure it resumes the create first. */
async function resumeOrUpdate(
  resource: StoredType,
  context: OperationContext,
  id: string,
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const { uid } = recorded.state;
  if (uid !== undefined) return update(resource, context, { id, uid }, recorded, inputs);
  await assertNotElsewhere(context, "update", objectLabel(resource.type, String(inputs.name)));
  const earlier = { nonce: recorded.nonce, object: desiredObject(resource, context, recorded.inputs) };
  const { object, isRecovered } = await create(resource, context, inputs, earlier);
  if (!isRecovered) return storedFrom(resource, context, object, { inputs, state: {} });
  // The inputs may have changed since the first attempt.
  const { name, uid: foundUid } = object.metadata;
  return update(resource, context, { id: String(name), uid: foundUid }, recorded, inputs);
}

/**
 * The resource from a list of this stack's objects. Undefined if it needs a GET: few resources are
 * read, or the list lacks the object (imports have no owner label) or shows a change.
 */
export async function refreshedFromList(
  resource: StoredType,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  if (recorded.state.uid === undefined || nameProblem(id)) return undefined;
  const collection = {
    path: [resource.plural],
    ...stackObjects(context),
    isListed: (call: Call) => isListed(resource, { ...context, call }),
  };
  const listed = await context.bulkReader?.find(collection, id, context.call);
  if (!listed || !isComplete(resource, listed)) return undefined;
  const stored = refreshed(resource, context, listed, recorded);
  return isUnchanged(resource, recorded.state, stored.state) ? stored : undefined;
}

/** Whether a listed object shows its status and generated secret, and is not terminating. */
function isComplete(resource: StoredType, listed: ApiObject): boolean {
  if (listed.metadata.deletionTimestamp || (resource.computed && !listed.status)) return false;
  return !resource.lostResponse || resource.lostResponse(listed, {}) === "known";
}

/** Other outputs may change with the status or with undeclared fields. */
const fixedOutputs = ["uid", "creationTimestamp", "externalChange"];

/** Whether only outputs that the server changes by itself differ, and none is missing. */
function isUnchanged({ inputs }: StoredType, before: Properties, refreshedState: Properties): boolean {
  const now = withoutNulls(refreshedState) as Properties;
  const mayChange = (key: string) => !Object.hasOwn(inputs.shape, key) && !fixedOutputs.includes(key);
  if (now.creationTimestamp === undefined) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keys].every((key) => {
    const was = getOwn(before, key);
    const is = getOwn(now, key);
    return mayChange(key) ? is !== undefined || was === undefined : deepEqual(was, is);
  });
}

async function importedObject(
  resource: StoredType,
  context: OperationContext,
  id: string,
  isFirst: boolean,
): Promise<Stored | undefined> {
  const { type, plural } = resource;
  const importable = { type, id, plural };
  const problem = nameProblem(id);
  if (problem) throw cannotImport(context, importable, `the id is the object's name, which ${problem}`);
  const live = await findObject(context, [resource.plural, id]);
  if (!live) {
    context.warn(notThere(context, importable));
    return undefined;
  }
  if (isFirst && isFromThisStack(live, context))
    context.warn(`${objectLabel(resource.type, id)} was made by this stack. ${twoResources}`);
  const stored = await importedState(resource, context, live);
  return isFirst && isFromAnotherStack(live, context) ? { ...stored, isShared: true } : stored;
}

/** The desired object for these inputs, in wire form. */
const desiredObject = (resource: StoredType, { client, config }: OperationContext, inputs: Properties) =>
  toObject(resource, client.apiVersion, inputs, config);

/** Creates the object, or resumes an earlier create. */
function create(
  resource: StoredType,
  context: OperationContext,
  inputs: Properties,
  earlier?: EarlierCreate,
): Promise<Created> {
  const object = { ...desiredObject(resource, context, inputs), status: {} };
  const send = () => createObject(context, resource, object, inputs, earlier);
  return explainRejection(describeWrite(resource, context, "create", object), send);
}

async function update(
  resource: StoredType,
  context: OperationContext,
  object: { readonly id: string; readonly uid: unknown },
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const policy = (inputs.conflictPolicy as ConflictPolicy | undefined) ?? context.config.conflictPolicy;
  const after = desiredObject(resource, context, inputs);
  const before = { ...recorded.inputs, ...recordedImmutables(resource, recorded) };
  const versions = {
    before: desiredObject(resource, context, before),
    after,
    recorded: desiredObject(resource, context, recorded.state),
    known: object.uid === recorded.state.uid ? knownObject(resource, context, recorded) : undefined,
  };
  const send = (dropsUnknownFields: boolean) => {
    const call = { ...context.call, dropsUnknownFields };
    return updateObject({ ...context, call }, resource, { ...object, policy, ...versions });
  };
  const { live, sent } = await explainRejection(describeWrite(resource, context, "update", after), send);
  const stored = updatedFrom(resource, context, live, { ...recorded, inputs: before }, inputs);
  const suspected = restrictionProblem(resource, context, "update", sent, live);
  if (suspected === undefined) return stored;
  // The response may lack fields.
  const now = (await findObject(context, [resource.plural, object.id])) ?? live;
  const problem = restrictionProblem(resource, context, "update", sent, now);
  if (problem === undefined) return stored;
  throw new InitFailure(stored, [problem]);
}
