import type { ApiObject } from "../../api/client.js";
import type { ConflictPolicy } from "../../config/conflictPolicy.js";
import { withName } from "../fields/autonaming.js";
import { cannotImport, nameProblem, notThere } from "../messages/importId.js";
import { madeByThisStack, objectLabel } from "../messages/messages.js";
import {
  InitializationError,
  isFirstRead,
  isImport,
  type Lifecycle,
  type Lookups,
  type OperationContext,
  type Recorded,
  ResourceError,
  type Stored,
} from "../operation.js";
import { isFromAnotherStack, isFromThisStack, ownObjects } from "../ownership.js";
import { imported, liveImmutables, refreshed, storedFrom, updatedFrom } from "../state/storedState.js";
import { equalValue, own, type Properties, withoutNulls } from "../values.js";
import { objectPaths, toObject } from "../wire/objectShape.js";
import { type Created, createObject } from "./creation.js";
import { deleteObject } from "./deletion.js";
import { rehearse } from "./dryRun.js";
import { findObject, nothingToRead, refuseElsewhere } from "./find.js";
import { readUnfinished, unfinishedObject } from "./initFailure.js";
import { explained, widerThanSent, writeOf } from "./rejection.js";
import type { StoredKind } from "./storedKind.js";
import { storedLookups } from "./storedLookups.js";
import { updateObject } from "./update.js";

/** The standard lifecycle of a named API object: stamped create, merged update, delete guarded by uid. */
export function storedObject(kind: StoredKind): Required<Lifecycle> & Lookups {
  const path = (id: string) => [kind.plural, id];

  return {
    ...storedLookups(kind),

    id: (inputs) => String(inputs.name),

    complete: withName,

    async create(context, inputs) {
      const { object } = await created(kind, context, inputs);
      return storedFrom(kind, context, object, { inputs, state: {} });
    },

    async read(context, id, recorded) {
      if (isImport(recorded)) return importedObject(kind, context, id, isFirstRead(recorded));
      const listed = await refreshedFromList(kind, context, id, recorded);
      if (listed) return listed;
      const live = await findObject(context, path(id));
      if (recorded.state.uid === undefined) return readUnfinished(kind, context, live, { id, ...recorded });
      if (live) return refreshed(kind, context, live, recorded);
      await nothingToRead(context, objectLabel(kind.kind, id));
      return undefined;
    },

    async update(context, id, recorded, inputs) {
      const { uid } = recorded.state;
      if (uid !== undefined) return updated(kind, context, { id, uid }, recorded, inputs);
      // The end of the create was not seen, so that it goes on.
      await refuseElsewhere(context, "update", objectLabel(kind.kind, String(inputs.name)));
      const { object, isFound } = await created(kind, context, inputs, recorded.nonce);
      if (!isFound) return storedFrom(kind, context, object, { inputs, state: {} });
      // The program may have changed since the object was sent.
      const { name, uid: foundUid } = object.metadata;
      return updated(kind, context, { id: String(name), uid: foundUid }, recorded, inputs);
    },

    objectPaths: (config, path) => objectPaths(kind, config, path),

    rehearseCreate(context, inputs) {
      return rehearse(context, kind.plural, (dry) => this.create(dry, inputs));
    },

    rehearseUpdate(context, id, recorded, inputs) {
      return rehearse(context, kind.plural, (dry) => this.update(dry, id, recorded, inputs));
    },

    async delete(context, id, recorded) {
      const uid = recorded.state.uid ?? (await unfinishedObject(kind, context, id, recorded))?.metadata.uid;
      if (uid !== undefined) await deleteObject(context, path(id), objectLabel(kind.kind, id), uid);
    },
  };
}

/**
 * The resource as a list of this stack's objects shows it; undefined where it needs a GET: few are
 * read, or the object is not listed or not unchanged. An imported object has no label of ours.
 */
export async function refreshedFromList(
  kind: StoredKind,
  context: OperationContext,
  id: string,
  recorded: Recorded,
): Promise<Stored | undefined> {
  if (recorded.state.uid === undefined || nameProblem(id)) return undefined;
  const collection = { path: [kind.plural], ...ownObjects(context) };
  const listed = await context.bulkReader?.find(collection, id, context.call);
  if (!listed || !isWhole(kind, listed)) return undefined;
  const stored = refreshed(kind, context, listed, recorded);
  return isUnchanged(kind, recorded.state, stored.state) ? stored : undefined;
}

/** Whether a list shows status and generated secret of an object that is not terminating. */
function isWhole(kind: StoredKind, listed: ApiObject): boolean {
  if (listed.metadata.deletionTimestamp || (kind.computed && !listed.status)) return false;
  return !kind.lostAnswer || kind.lostAnswer(listed, {}) === "known";
}

/** The other outputs change with the status, or with fields that the program does not declare. */
const fixedOutputs = ["uid", "creationTimestamp", "externalChange"];

/** Whether only outputs that the server changes by itself differ, and none of them is missing. */
function isUnchanged({ inputs }: StoredKind, before: Properties, refreshedState: Properties): boolean {
  const now = withoutNulls(refreshedState) as Properties;
  const mayChange = (key: string) => !Object.hasOwn(inputs.shape, key) && !fixedOutputs.includes(key);
  if (now.creationTimestamp === undefined) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keys].every((key) => {
    const [was, is] = [own(before, key), own(now, key)];
    return mayChange(key) ? is !== undefined || was === undefined : equalValue(was, is);
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
  if (isFirst && isFromThisStack(live, context)) context.warn(madeByThisStack(objectLabel(kind.kind, id)));
  const stored = await imported(kind, context, live);
  return isFirst && isFromAnotherStack(live, context) ? { ...stored, isShared: true } : stored;
}

/** The object that declares these inputs. */
const declared = (kind: StoredKind, { client, config }: OperationContext, inputs: Properties) =>
  toObject(kind, client.apiVersion, inputs, config);

/** Creates the object; with a nonce, goes on with a create whose end nobody saw. */
function created(kind: StoredKind, context: OperationContext, inputs: Properties, nonce?: string): Promise<Created> {
  const object = { ...declared(kind, context, inputs), status: {} };
  const send = () => createObject(context, kind, object, inputs, nonce);
  return explained(writeOf(kind, context, "create", object), send);
}

async function updated(
  kind: StoredKind,
  context: OperationContext,
  object: { readonly id: string; readonly uid: unknown },
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const policy = (inputs.conflictPolicy as ConflictPolicy | undefined) ?? context.config.conflictPolicy;
  const after = declared(kind, context, inputs);
  const before = { ...recorded.inputs, ...liveImmutables(kind, recorded) };
  const versions = {
    before: declared(kind, context, before),
    after,
    recorded: declared(kind, context, recorded.state),
  };
  const send = (dropsUnknownFields: boolean) => {
    const call = { ...context.call, dropsUnknownFields };
    return updateObject({ ...context, call }, kind, { ...object, policy, ...versions });
  };
  const { live, sent } = await explained(writeOf(kind, context, "update", after), send);
  const stored = updatedFrom(kind, context, live, { ...recorded, inputs: before }, inputs);
  const problem = widerThanSent(kind, context, "update", sent, live);
  if (problem === undefined) return stored;
  // The update happened, so the state keeps it, and the next one writes again.
  throw context.call.dryRun ? new ResourceError(problem) : new InitializationError(stored, [problem]);
}
