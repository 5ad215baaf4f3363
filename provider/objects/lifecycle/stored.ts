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
import { isListed, type StoredKind } from "./storedKind.js";
import { storedLookups } from "./storedLookups.js";
import { updateObject } from "./update.js";

/** The standard lifecycle of a named object: create with nonce, merged update, delete by uid. */
export function storedObject(kind: StoredKind): Required<Lifecycle> & Lookups {
  return {
    ...storedLookups(kind),

    id: (inputs) => String(inputs.name),

    complete: withName,

    async create(context, inputs) {
      const here = await withByteEncoding(kind.inputs, context, inputs);
      const { object } = await create(kind, here, inputs);
      return storedFrom(kind, here, object, { inputs, state: {} });
    },

    async read(context, id, recorded) {
      return read(kind, await withByteEncoding(kind.inputs, context, recorded.inputs), id, recorded);
    },

    async update(context, id, recorded, inputs) {
      const here = await withByteEncoding(kind.inputs, context, recorded.inputs, recorded.state, inputs);
      return resumeOrUpdate(kind, here, id, recorded, inputs);
    },

    objectPaths: (config, path) => objectPaths(kind, config, path),

    inputPath: (config, path) => inputPath(kind, config, path),

    async delete(context, id, recorded) {
      const uid = recorded.state.uid ?? (await initFailureObject(kind, context, id, recorded))?.metadata.uid;
      if (uid !== undefined) await deleteObject(context, [kind.plural, id], objectLabel(kind.kind, id), uid);
    },
  };
}

async function read(
  kind: StoredKind,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  if (isImport(recorded)) return importedObject(kind, context, id, isFirstRead(recorded));
  const listed = await refreshedFromList(kind, context, id, recorded);
  if (listed) return listed;
  const live = await findObject(context, [kind.plural, id]);
  if (recorded.state.uid === undefined) return readInitFailure(kind, context, live, { id, ...recorded });
  if (live) {
    const declared = desiredObject(kind, context, recorded.inputs);
    warnOfWiderAccess(context, kind, live, widerAccess(kind, context.config, declared, live));
    return refreshed(kind, context, live, recorded);
  }
  await warnDeletedOutside(context, objectLabel(kind.kind, id));
  return undefined;
}

/** Updates the object. After an init failure it resumes the create first. */
async function resumeOrUpdate(
  kind: StoredKind,
  context: OperationContext,
  id: string,
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const { uid } = recorded.state;
  if (uid !== undefined) return update(kind, context, { id, uid }, recorded, inputs);
  await assertNotElsewhere(context, "update", objectLabel(kind.kind, String(inputs.name)));
  const earlier = { nonce: recorded.nonce, object: desiredObject(kind, context, recorded.inputs) };
  const { object, isRecovered } = await create(kind, context, inputs, earlier);
  if (!isRecovered) return storedFrom(kind, context, object, { inputs, state: {} });
  // The inputs may have changed since the first attempt.
  const { name, uid: foundUid } = object.metadata;
  return update(kind, context, { id: String(name), uid: foundUid }, recorded, inputs);
}

/**
 * The resource from a list of this stack's objects. Undefined if it needs a GET: few resources are
 * read, or the list lacks the object (imports have no owner label) or shows a change.
 */
export async function refreshedFromList(
  kind: StoredKind,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  if (recorded.state.uid === undefined || nameProblem(id)) return undefined;
  const collection = {
    path: [kind.plural],
    ...stackObjects(context),
    isListed: (call: Call) => isListed(kind, { ...context, call }),
  };
  const listed = await context.bulkReader?.find(collection, id, context.call);
  if (!listed || !isComplete(kind, listed)) return undefined;
  const stored = refreshed(kind, context, listed, recorded);
  return isUnchanged(kind, recorded.state, stored.state) ? stored : undefined;
}

/** Whether a listed object shows its status and generated secret, and is not terminating. */
function isComplete(kind: StoredKind, listed: ApiObject): boolean {
  if (listed.metadata.deletionTimestamp || (kind.computed && !listed.status)) return false;
  return !kind.lostResponse || kind.lostResponse(listed, {}) === "known";
}

/** Other outputs may change with the status or with undeclared fields. */
const fixedOutputs = ["uid", "creationTimestamp", "externalChange"];

/** Whether only outputs that the server changes by itself differ, and none is missing. */
function isUnchanged({ inputs }: StoredKind, before: Properties, refreshedState: Properties): boolean {
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
  kind: StoredKind,
  context: OperationContext,
  id: string,
  isFirst: boolean,
): Promise<Stored | undefined> {
  const importable = { kind: kind.kind, id, plural: kind.plural };
  const problem = nameProblem(id);
  if (problem) throw cannotImport(context, importable, `the id is the object's name, which ${problem}`);
  const live = await findObject(context, [kind.plural, id]);
  if (!live) {
    context.warn(notThere(context, importable));
    return undefined;
  }
  if (isFirst && isFromThisStack(live, context))
    context.warn(`${objectLabel(kind.kind, id)} was made by this stack. ${twoResources}`);
  const stored = await importedState(kind, context, live);
  return isFirst && isFromAnotherStack(live, context) ? { ...stored, isShared: true } : stored;
}

/** The desired object for these inputs, in wire form. */
const desiredObject = (kind: StoredKind, { client, config }: OperationContext, inputs: Properties) =>
  toObject(kind, client.apiVersion, inputs, config);

/** Creates the object, or resumes an earlier create. */
function create(
  kind: StoredKind,
  context: OperationContext,
  inputs: Properties,
  earlier?: EarlierCreate,
): Promise<Created> {
  const object = { ...desiredObject(kind, context, inputs), status: {} };
  const send = () => createObject(context, kind, object, inputs, earlier);
  return explainRejection(describeWrite(kind, context, "create", object), send);
}

async function update(
  kind: StoredKind,
  context: OperationContext,
  object: { readonly id: string; readonly uid: unknown },
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const policy = (inputs.conflictPolicy as ConflictPolicy | undefined) ?? context.config.conflictPolicy;
  const after = desiredObject(kind, context, inputs);
  const before = { ...recorded.inputs, ...recordedImmutables(kind, recorded) };
  const versions = {
    before: desiredObject(kind, context, before),
    after,
    recorded: desiredObject(kind, context, recorded.state),
    known: object.uid === recorded.state.uid ? knownObject(kind, context, recorded) : undefined,
  };
  const send = (dropsUnknownFields: boolean) => {
    const call = { ...context.call, dropsUnknownFields };
    return updateObject({ ...context, call }, kind, { ...object, policy, ...versions });
  };
  const { live, sent } = await explainRejection(describeWrite(kind, context, "update", after), send);
  const stored = updatedFrom(kind, context, live, { ...recorded, inputs: before }, inputs);
  const suspected = restrictionProblem(kind, context, "update", sent, live);
  if (suspected === undefined) return stored;
  // The response may lack fields.
  const now = (await findObject(context, [kind.plural, object.id])) ?? live;
  const problem = restrictionProblem(kind, context, "update", sent, now);
  if (problem === undefined) return stored;
  throw new InitFailure(stored, [problem]);
}
