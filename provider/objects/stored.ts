import type { ApiObject } from "../api/client.js";
import type { ConflictPolicy } from "../config/conflictPolicy.js";
import { createObject } from "./creation.js";
import { declaredState, updatedState } from "./declaredState.js";
import { deleteObject } from "./deletion.js";
import { knownPart, pathsWith } from "./fields.js";
import { findObject } from "./find.js";
import { deletedOutside, objectLabel, unknownInLists } from "./messages.js";
import { withName } from "./naming.js";
import type { Lifecycle, OperationContext, Recorded, Stored } from "./operation.js";
import { isFromUnfinishedCreate } from "./ownership.js";
import { meaningful, projectInputs } from "./projection.js";
import { explained, writeOf } from "./refusal.js";
import { rehearse } from "./rehearsal.js";
import { leaveAlone, refuse, resumedUid } from "./resumedUid.js";
import { sameInput } from "./sameness.js";
import { extraSpec, type ObjectShape, toObject, toProperties } from "./shape.js";
import { unfinished } from "./unfinished.js";
import { updateObject } from "./updating.js";
import { isRecord, type Path, type Properties } from "./values.js";

/** A kind of object that the platform stores by name. */
export interface StoredKind extends ObjectShape {
  /** What somebody else did to the kind's own fields that no declared field shows. */
  externalChange?(object: ApiObject, recorded: Recorded, declaredBefore?: Properties): string | undefined;
  /** What the kind adds to the state: from the object, and from the state before where the server shows less. */
  computed?(object: ApiObject, before: Properties): Properties;
}

/** The standard lifecycle of a named API object: stamped create, merged update, delete guarded by uid. */
export function storedObject(kind: StoredKind): Required<Lifecycle> {
  const path = (id: string) => [kind.plural, id];

  return {
    id: (inputs) => String(inputs.name),

    complete: withName,

    async create(context, inputs) {
      const object = newObject(kind, context, inputs);
      const write = () => createObject(context, kind, object, inputs);
      const created = await explained(writeOf(kind, context, "create", object), write);
      return storedFrom(kind, context, created.object, { inputs, state: {} });
    },

    async read(context, id, recorded) {
      const live = await findObject(context, path(id));
      const isImport = Object.keys(recorded.inputs).length === 0;
      if (recorded.state.uid === undefined && !isImport) {
        return readUnfinished(kind, context, live, { id, ...recorded });
      }
      if (!live) return gone(context, objectLabel(kind.kind, id), recorded);
      return isImport ? imported(kind, context, live) : refreshed(kind, context, live, recorded);
    },

    async update(context, id, recorded, inputs) {
      if (recorded.state.uid === undefined && recorded.nonces !== undefined) {
        return resumed(kind, context, recorded, inputs);
      }
      const uid = recorded.state.uid ?? (await resumedUid(kind, context, id, recorded, refuse));
      return uid === undefined ? this.create(context, inputs) : updated(kind, context, { id, uid }, recorded, inputs);
    },

    rehearseCreate(context, inputs) {
      return rehearse(context, kind.plural, (dry) => this.create(dry, inputs));
    },

    rehearseUpdate(context, id, recorded, inputs) {
      return rehearse(context, kind.plural, (dry) => this.update(dry, id, recorded, inputs));
    },

    async delete(context, id, recorded) {
      const uid = recorded.state.uid ?? (await resumedUid(kind, context, id, recorded, leaveAlone));
      if (uid !== undefined) await deleteObject(context, path(id), objectLabel(kind.kind, id), uid);
    },
  };
}

/** Nothing is there. Where state knows an object, somebody else has deleted it. */
function gone({ warn }: OperationContext, label: string, { state }: Recorded): undefined {
  if (state.uid !== undefined) warn(deletedOutside(label));
}

/** The object that declares these inputs. */
const declared = (kind: StoredKind, { client, config }: OperationContext, inputs: Properties) =>
  toObject(kind, client.apiVersion, inputs, config);

/** What a create sends. */
const newObject = (kind: StoredKind, context: OperationContext, inputs: Properties) => ({
  ...declared(kind, context, inputs),
  status: {},
});

async function updated(
  kind: StoredKind,
  context: OperationContext,
  object: { readonly id: string; readonly uid: unknown },
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const policy = (inputs.conflictPolicy as ConflictPolicy | undefined) ?? context.config.conflictPolicy;
  const after = declared(kind, context, inputs);
  const versions = {
    before: declared(kind, context, recorded.inputs),
    after,
    recorded: declared(kind, context, recorded.state),
  };
  const send = () => updateObject(context, kind, { ...object, policy, ...versions });
  return updatedFrom(kind, context, await explained(writeOf(kind, context, "update", after), send), recorded, inputs);
}

/** An update goes on with a create whose end nobody saw. */
async function resumed(
  kind: StoredKind,
  context: OperationContext,
  recorded: Recorded,
  inputs: Properties,
): Promise<Stored> {
  const object = newObject(kind, context, inputs);
  const write = () => createObject(context, kind, object, inputs, recorded.nonces);
  const created = await explained(writeOf(kind, context, "create", object), write);
  const { name, uid } = created.object.metadata;
  // The program may have changed since the object was sent.
  if (created.isFound) return updated(kind, context, { id: String(name), uid }, recorded, inputs);
  return storedFrom(kind, context, created.object, { inputs, state: {} });
}

/** A read of what a create left whose end nobody saw: it ends here only if the object is there with all that it needs. */
function readUnfinished(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject | undefined,
  { id, ...recorded }: Stored,
): Stored | undefined {
  const label = objectLabel(kind.kind, id);
  if (live && !isFromUnfinishedCreate(live, context, recorded)) {
    leaveAlone(context, label, id);
    return undefined;
  }
  if (recorded.nonces === undefined) return live && refreshed(kind, context, live, recorded);
  const isUsable = live && !live.metadata.deletionTimestamp && (kind.isUsable?.(live, recorded.inputs) ?? true);
  if (isUsable) return refreshed(kind, context, live, recorded);
  // The request may still be under way, so what is not there yet is not gone.
  throw unfinished(label, { id, ...recorded, state: { ...recorded.state, externalChange: notFinished } }, notFinished);
}

const notFinished = "its create did not come to an end.";

/** State after a write or a read: what the server made of the declared fields, and what it computed. */
function storedFrom(kind: StoredKind, context: OperationContext, live: ApiObject, { inputs, state }: Recorded): Stored {
  const declared = declaredState(kind, inputs, toProperties(kind, live, context.config));
  return storedWith(kind, live, { inputs, state }, declared);
}

/** State after an update: what the program left as it was is recorded as before, whatever others made of it meanwhile. */
function updatedFrom(
  kind: StoredKind,
  context: OperationContext,
  live: ApiObject,
  { inputs: before, state }: Recorded,
  after: Properties,
): Stored {
  const declared = updatedState(kind, { before, after }, state, toProperties(kind, live, context.config));
  const stored = storedWith(kind, live, { inputs: after, state }, declared);
  // Nobody has heard yet of what happened between the last read and this update.
  return withNote(stored, kind.externalChange?.(live, { inputs: after, state }, before));
}

const withNote = (stored: Stored, externalChange: unknown): Stored =>
  externalChange === undefined ? stored : { ...stored, state: { ...stored.state, externalChange } };

function storedWith(kind: StoredKind, live: ApiObject, { inputs, state }: Recorded, declared: Properties): Stored {
  // What was just written is known better than what was known before; of another object nothing was known.
  const known = isSameObject(live, state) ? { ...state, ...inputs } : inputs;
  return { id: String(live.metadata.name), inputs, state: { ...computedState(kind, live, known), ...declared } };
}

const isSameObject = ({ metadata }: ApiObject, state: Properties) =>
  state.uid === undefined || state.uid === metadata.uid;

function computedState(kind: StoredKind, live: ApiObject, before: Properties): Properties {
  const { uid, resourceVersion, generation, creationTimestamp } = live.metadata;
  return { uid, resourceVersion, generation, creationTimestamp, ...kind.computed?.(live, before) };
}

function refreshed(kind: StoredKind, context: OperationContext, live: ApiObject, recorded: Recorded): Stored {
  const now = storedFrom(kind, context, live, recorded);
  const inputs = projectInputs(recorded.inputs, recorded.state, now.state, sameInput(kind.inputs));
  return withNote({ ...now, inputs }, externalChange(kind, live, recorded));
}

/** What only a comparison can see; it stays until a write clears it. */
function externalChange(kind: StoredKind, live: ApiObject, recorded: Recorded): unknown {
  const before = recorded.state;
  const { uid, deletionTimestamp, finalizers } = live.metadata;
  if (deletionTimestamp) {
    const waiting = finalizers?.length ? `, waiting for ${finalizers.join(", ")}` : "";
    return `being deleted since ${deletionTimestamp}${waiting}`;
  }
  const own = kind.externalChange?.(live, recorded);
  if (isSameObject(live, before)) return own ?? before.externalChange;
  const recreated = `deleted and created again by somebody else: uid was ${before.uid}, is ${uid}`;
  return own === undefined ? recreated : `${recreated}; ${own}`;
}

const notImported = (key: string) => key.startsWith("kubectl.kubernetes.io/") || key.startsWith("pulumi-platform/");

/**
 * What an import takes: spec fields, labels and annotations that say something. Not finalizers and owner references, which
 * belong to others, and no secret as input: the engine writes an import's inputs in clear text into the program it generates.
 */
function imported(kind: StoredKind, context: OperationContext, live: ApiObject): Stored {
  const properties = toProperties(kind, live, context.config);
  const { finalizers: _f, ownerReferences: _o, [extraSpec]: _spec, ...rest } = properties;
  const own = (map: unknown) =>
    isRecord(map) ? Object.fromEntries(Object.entries(map).filter(([key]) => !notImported(key))) : {};
  const all = meaningful({ ...rest, labels: own(rest.labels), annotations: own(rest.annotations) });
  const dropped: Path[] = [];
  const inputs = knownPart(kind.inputs, all, (path) => dropped.push(path)) as Properties;
  const inLists = dropped.filter((path) => path.some((key) => typeof key === "number"));
  if (inLists.length > 0) context.warn(unknownInLists(objectLabel(kind.kind, String(live.metadata.name)), inLists));
  return storedFrom(kind, context, live, { inputs: withoutSecrets(kind, inputs), state: {} });
}

function withoutSecrets(kind: StoredKind, inputs: Properties): Properties {
  return pathsWith(kind.inputs, "secret").reduce(without, inputs);
}

function without(properties: Properties, [key, ...rest]: Path): Properties {
  if (key === undefined || properties[key] === undefined) return properties;
  const { [key]: value, ...others } = properties;
  return rest.length > 0 && isRecord(value) ? { ...others, [key]: without(value, rest) } : others;
}
