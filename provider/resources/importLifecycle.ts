import { deleteObject, leftAlone } from "../objects/deletion.js";
import { nothingToDelete, nothingToRead, refuseElsewhere } from "../objects/elsewhere.js";
import { beingDeleted } from "../objects/messages.js";
import { isImport, type Lifecycle, type OperationContext, type Recorded, ResourceError } from "../objects/operation.js";
import type { Properties } from "../objects/values.js";
import { importedInstance } from "./importedInstance.js";
import { importOnce } from "./importRequest.js";
import { finishedImport, isForeign, isOurs, liveInputs, stateOf, withExternalChange } from "./importState.js";
import { labelOf, parseId, targetOf } from "./importTarget.js";
import { anotherSource, isFinished, readUnfinishedImport } from "./unfinishedImport.js";
import { findInstance, instancePaths, platformHidesThem, sourceOfInstance } from "./virtualClusterInstance.js";

/**
 * How an import is requested, found again and undone (specification, sections 2.3 and 4.2). It is never rehearsed: its endpoint cannot be
 * asked harmlessly whether it reads dryRun.
 */
export const importLifecycle: Required<Omit<Lifecycle, "complete" | "rehearseCreate" | "rehearseUpdate">> = {
  id: (inputs) => targetOf(inputs).id,

  async create(context, inputs) {
    const stored = await created(context, inputs, { isResumed: false });
    if (stored.isTakenOver) context.warn(takenAsItIs(stored.id));
    return stored;
  },

  async read(context, id, recorded) {
    if (isImport(recorded)) return importedInstance(context, id);
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
    // Its uid in our state would let a delete remove it.
    if (isForeign(found, recorded)) {
      context.warn(anotherSource(id));
      return undefined;
    }
    const inputs = liveInputs(found, recorded.inputs);
    return {
      id,
      inputs,
      state: withExternalChange(stateOf(found, inputs, name, recorded.state.uid), found, recorded.state),
    };
  },

  objectPaths: (_config, path) => instancePaths(path),

  async update(context, id, recorded, inputs) {
    if (!isFinished(recorded)) {
      await refuseElsewhere(context, "update", labelOf(id));
      return created(context, inputs, { isResumed: true });
    }
    if (recorded.state.externalChange !== undefined) await refuseWhileEnding(context, id, recorded);
    // Only what stays on our side changes in place.
    const { virtualCluster, namespace, uid, resourceVersion, generation, creationTimestamp } = recorded.state;
    const computed = { virtualCluster, namespace, uid, resourceVersion, generation, creationTimestamp };
    return { id, inputs, state: { ...inputs, ...computed } };
  },

  async delete(context, id, recorded) {
    const reason = whyItStays(context, recorded);
    if (reason) context.warn(`${labelOf(id)} ${reason}`);
    else await deleteInstance(context, id, recorded);
  },
};

/** Why a delete of the resource leaves the virtual cluster where it is. */
function whyItStays({ hold }: OperationContext, recorded: Recorded): string | undefined {
  if (hold === "taken") {
    return "was taken over by the resource that is in the program now; the virtual cluster stays.";
  }
  if (recorded.inputs.deletionPolicy !== "delete") {
    return `is no longer managed; the virtual cluster stays in the project. ${toDelete}`;
  }
  // What an import left whose end nobody saw is known by its name alone.
  const isMistaken = hold === "made" && !isFinished(recorded);
  return isMistaken
    ? "was imported anew in this run, after an import whose end nobody saw; the virtual cluster stays."
    : undefined;
}

/** What an update would say nothing of, since it sends nothing: the virtual cluster is on its way out. */
async function refuseWhileEnding(context: OperationContext, id: string, { state }: Recorded): Promise<void> {
  const { project, name } = parseId(id);
  const found = await findInstance(context, project, name, state);
  if (!found || found === platformHidesThem || !found.object.metadata.deletionTimestamp) return;
  throw new ResourceError(beingDeleted(labelOf(id), found.object.metadata));
}

async function created(context: OperationContext, inputs: Properties, attempt: { isResumed: boolean }) {
  const target = targetOf(inputs);
  const { found, isTakenOver } = await importOnce(context, { ...target, ...attempt }, inputs);
  if (found !== platformHidesThem) return { ...finishedImport(target.id, inputs, found, target.name), isTakenOver };
  context.warnOnce(unseen(context));
  return { id: target.id, inputs, state: { ...inputs, virtualCluster: target.name }, isTakenOver };
}

async function deleteInstance(context: OperationContext, id: string, recorded: Recorded): Promise<void> {
  const { project, name } = parseId(id);
  const found = await findInstance(context, project, name, recorded.state);
  if (found === undefined) return nothingToDelete(context, labelOf(id));
  if (found === platformHidesThem) throw new ResourceError(cannotDelete(id));
  // Another platform may have a virtual cluster of the same source.
  if (recorded.state.uid === undefined) await refuseElsewhere(context, "delete", labelOf(id));
  if (recorded.state.uid === undefined && !isOurs(found, recorded)) {
    if (!sourceOfInstance(found.object)) throw new ResourceError(whoseUnknown(id));
    context.warn(anotherSource(id));
    return;
  }
  const uid = recorded.state.uid ?? found.object.metadata.uid;
  if (await leftAlone(context, labelOf(id), found.object, uid)) return;
  await deleteObject(context, found.path, labelOf(id), uid);
}

/** Said of the platform and not of each import, so that it can be said once. */
const unseen = ({ config }: OperationContext) =>
  `The platform at ${config.baseUrl} does not show the virtual clusters of projects: whether imported ones are still there ` +
  `cannot be seen, and their state stays as it is.`;

/** Who else held it, no provider can see: that may be another provider, another run or another stack. */
const takenAsItIs = (id: string) =>
  `The virtual cluster of ${labelOf(id)} was in the project already and is taken as it is. If another resource with ` +
  `deletionPolicy "delete" held it, that one's delete may remove it: rename or move resources with the aliases option.`;

const toDelete = 'Set deletionPolicy to "delete" to remove it.';

const cannotDelete = (id: string) =>
  `Cannot delete the virtual cluster of ${labelOf(id)}: this platform does not show the virtual clusters of projects. ` +
  `Set deletionPolicy to "retain", run pulumi up, and delete it with the platform's own tools.`;

const whoseUnknown = (id: string) =>
  `Cannot delete the virtual cluster of ${labelOf(id)}: the platform has not shown yet where it runs (spec.clusterRef), so it may be ` +
  `somebody else's. Try again when it is placed, or set deletionPolicy to "retain", run pulumi up, and delete it with the platform's own tools.`;
