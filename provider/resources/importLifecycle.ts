import { randomUUID } from "node:crypto";
import { isConflict } from "../api/errors.js";
import { conflictRetries } from "../api/retry.js";
import { deleteObject, leftAlone } from "../objects/deletion.js";
import { nothingToDelete, nothingToRead, refuseElsewhere } from "../objects/find.js";
import { anotherObject, beingDeleted, messageOf } from "../objects/messages.js";
import {
  InitializationError,
  isFirstRead,
  isImport,
  type Lifecycle,
  type OperationContext,
  type Recorded,
  ResourceError,
  type Stored,
} from "../objects/operation.js";
import { holderAnnotation, holderOf } from "../objects/ownership.js";
import type { Properties } from "../objects/values.js";
import { importedInstance } from "./importedInstance.js";
import { type Held, heldByAnother, hold, pauseAfter, whyKept } from "./importHolder.js";
import { importOnce } from "./importRequest.js";
import { finishedImport, isForeign, isOurs, liveInputs, stateOf, withExternalChange } from "./importState.js";
import { labelOf, parseId, targetOf } from "./importTarget.js";
import { anotherSource, isFinished, readUnfinishedImport } from "./unfinishedImport.js";
import {
  findInstance,
  type Instance,
  instancePaths,
  platformHidesThem,
  sourceOfInstance,
} from "./virtualClusterInstance.js";

/**
 * The lifecycle of an import (specification, sections 2.3 and 4.2). It has no dry run: a probe could
 * import, since nothing tells whether its endpoint reads dryRun.
 */
export const importLifecycle: Required<Omit<Lifecycle, "complete" | "rehearseCreate" | "rehearseUpdate">> = {
  id: (inputs) => targetOf(inputs).id,

  async create(context, inputs) {
    return created(context, inputs, { isResumed: false });
  },

  async read(context, id, recorded) {
    if (isImport(recorded)) return importedInstance(context, id, isFirstRead(recorded));
    if (!isFinished(recorded)) return readUnfinishedImport(context, id, recorded);
    const { project, name } = parseId(id);
    const found = await findInstance(context, project, name, recorded.state);
    if (found === undefined) {
      await nothingToRead(context, labelOf(id));
      return undefined;
    }
    if (found === platformHidesThem) {
      context.warnOnce(unseen(context));
      return { id, ...recorded, isUnseen: true };
    }
    // A delete could remove an object whose uid is in the state.
    if (isForeign(found, recorded)) {
      context.warn(anotherSource(id));
      return undefined;
    }
    const inputs = liveInputs(found, recorded.inputs);
    const state = withExternalChange(stateOf(found, inputs, name, recorded.state.uid), found, recorded.state);
    return { id, inputs, state, holder: recorded.holder };
  },

  objectPaths: (_config, path) => instancePaths(path),

  async update(context, id, recorded, inputs) {
    if (!isFinished(recorded)) {
      await refuseElsewhere(context, "update", labelOf(id));
      return created(context, inputs, { isResumed: true, holder: recorded.holder });
    }
    const holder = await holderAfter(context, id, recorded, inputs);
    // No other input that changes in place is sent.
    const { virtualCluster, namespace, uid, resourceVersion, generation, creationTimestamp } = recorded.state;
    const computed = { virtualCluster, namespace, uid, resourceVersion, generation, creationTimestamp };
    return { id, inputs, state: { ...inputs, ...computed }, holder };
  },

  async delete(context, id, recorded) {
    if (recorded.inputs.deletionPolicy === "delete") await deleteInstance(context, id, recorded);
    else context.warn(noLongerManaged(id));
  },
};

/**
 * The token after an update. It is written when deletionPolicy becomes "delete", and again after a read
 * found another token. Only this read tells that the virtual cluster is being deleted.
 */
async function holderAfter(context: OperationContext, id: string, recorded: Recorded, inputs: Properties) {
  const { holder, state } = recorded;
  const isChanged = state.externalChange !== undefined;
  const isToBeHeld = inputs.deletionPolicy === "delete" && (holder === undefined || isChanged);
  if (!isToBeHeld && !isChanged) return holder;
  const { project, name } = parseId(id);
  const found = await findInstance(context, project, name, state);
  if (!found || found === platformHidesThem) return holder;
  const { uid, deletionTimestamp } = found.object.metadata;
  if (deletionTimestamp) throw new ResourceError(beingDeleted(labelOf(id), found.object.metadata));
  if (!isToBeHeld || (state.uid === undefined && !isOurs(found, { inputs }))) return holder;
  if (state.uid !== undefined && state.uid !== uid)
    throw new ResourceError(anotherObject("update", labelOf(id), state.uid, uid));
  return (await hold(context, id, found, holder ?? randomUUID())).holder;
}

/** A create, or an unfinished one that continues with its token. */
type Attempt = { readonly isResumed: boolean; readonly holder?: string | undefined };

async function created(context: OperationContext, inputs: Properties, attempt: Attempt): Promise<Stored> {
  const target = targetOf(inputs);
  const { found, isTakenOver } = await importOnce(context, { ...target, ...attempt }, inputs);
  if (found === platformHidesThem) {
    context.warnOnce(unseen(context));
    return { id: target.id, inputs, state: { ...inputs, virtualCluster: target.name }, isTakenOver };
  }
  const isDeleting = inputs.deletionPolicy === "delete";
  if (isTakenOver && !attempt.isResumed)
    context.warn(takenAsItIs(target.id, !isDeleting && holderOf(found.object) !== undefined));
  const held = isDeleting ? await heldAfterImport(context, inputs, found, { ...attempt, isTakenOver }) : { found };
  return { ...finishedImport(target.id, inputs, held.found, target.name), holder: held.holder, isTakenOver };
}

/** The import is done, so a failure keeps the state, and the next update continues. */
async function heldAfterImport(
  context: OperationContext,
  inputs: Properties,
  found: Instance,
  { holder = randomUUID(), isTakenOver }: Attempt & { readonly isTakenOver: boolean },
): Promise<Held> {
  const { id } = targetOf(inputs);
  try {
    return await hold(context, id, found, holder);
  } catch (error) {
    const stored = { id, inputs, state: inputs, holder, isTakenOver };
    throw new InitializationError(stored, [notHeldYet(id, messageOf(error))], { cause: error });
  }
}

/** Deletes the virtual cluster if this resource holds it, which each conflict may change. */
async function deleteInstance(context: OperationContext, id: string, recorded: Recorded): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const found = await removable(context, id, recorded);
    if (!found) return;
    const { uid, resourceVersion } = found.object.metadata;
    try {
      return await deleteObject(context, found.path, labelOf(id), uid, resourceVersion);
    } catch (error) {
      if (!isConflict(error) || attempt === conflictRetries.attempts) throw error;
      if (!(await pauseAfter(context, found.path, error, attempt))) throw error;
    }
  }
}

/** The virtual cluster if this resource may delete it; else warns with the reason. */
async function removable(context: OperationContext, id: string, recorded: Recorded): Promise<Instance | undefined> {
  const { project, name } = parseId(id);
  const found = await findInstance(context, project, name, recorded.state);
  if (found === undefined) {
    await nothingToDelete(context, labelOf(id));
    return undefined;
  }
  if (found === platformHidesThem) throw new ResourceError(cannotDelete(id));
  // Another platform may have a virtual cluster of the same source.
  if (recorded.state.uid === undefined) await refuseElsewhere(context, "delete", labelOf(id));
  if (recorded.state.uid === undefined && !isOurs(found, recorded)) {
    if (!sourceOfInstance(found.object)) throw new ResourceError(whoseUnknown(id));
    context.warn(anotherSource(id));
    return undefined;
  }
  const uid = recorded.state.uid ?? found.object.metadata.uid;
  if (await leftAlone(context, labelOf(id), found.object, uid)) return undefined;
  const reason = whyKept(context, id, found, recorded.holder);
  if (reason === undefined) return found;
  context.warn(reason);
  return undefined;
}

/** About the platform and not about one import, so that it is shown once. */
const unseen = ({ config }: OperationContext) =>
  `The platform at ${config.baseUrl} does not show the virtual clusters of projects, so imported ones cannot be ` +
  `checked. Their state stays unchanged.`;

const takenAsItIs = (id: string, isHeldByAnother: boolean) =>
  `The virtual cluster of ${labelOf(id)} was in the project already and is taken as it is.` +
  (isHeldByAnother ? ` ${heldByAnother}` : "");

const notHeldYet = (id: string, reason: string) =>
  `${labelOf(id)} is imported, but may lack the annotation ${holderAnnotation}: ${reason} ` +
  `Without it a delete keeps the virtual cluster. Run pulumi up again to write it.`;

const noLongerManaged = (id: string) =>
  `${labelOf(id)} is no longer managed; the virtual cluster stays in the project. Set deletionPolicy to "delete" to remove it.`;

const cannotDelete = (id: string) =>
  `Cannot delete the virtual cluster of ${labelOf(id)}: this platform does not show the virtual clusters of projects. ` +
  `Set deletionPolicy to "retain", run pulumi up, and delete it with the platform's own tools.`;

const whoseUnknown = (id: string) =>
  `Cannot delete the virtual cluster of ${labelOf(id)}: the platform has not shown yet where it runs (spec.clusterRef), so it may be ` +
  `somebody else's. Try again when it is placed, or set deletionPolicy to "retain", run pulumi up, and delete it with the platform's own tools.`;
