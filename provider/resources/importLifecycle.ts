import { deleteObject } from "../objects/deletion.js";
import {
  isImport,
  type Lifecycle,
  type OperationContext,
  type Recorded,
  ResourceError,
  type Stored,
} from "../objects/operation.js";
import { isRecord, type Properties } from "../objects/values.js";
import { importOnce } from "./importRequest.js";
import { labelOf, parseId, targetOf } from "./importTarget.js";
import { findInstance, type Instance, isSameSource, notShown, sourceOfInstance } from "./virtualClusterInstance.js";

/**
 * How an import is requested, found again and undone (specification, sections 2.3 and 4.2). It is never rehearsed: its endpoint cannot be
 * asked harmlessly whether it reads dryRun.
 */
export const importLifecycle: Required<Omit<Lifecycle, "complete" | "rehearseCreate" | "rehearseUpdate">> = {
  id: (inputs) => targetOf(inputs).id,

  async create(context, inputs) {
    const target = targetOf(inputs);
    const found = await importOnce(context, target, inputs);
    const state = found === notShown ? { ...inputs, virtualCluster: target.name } : stateOf(found, inputs, target.name);
    return { id: target.id, inputs, state };
  },

  async read(context, id, recorded) {
    const { project, name } = parseId(id);
    const found = await findInstance(context, project, name);
    if (found === undefined) return undefined;
    if (found === notShown) return unseen(context, { id, ...recorded });
    if (!isFinished(recorded) && !isOurs(found, recorded)) return undefined;
    const inputs = liveInputs(found, project, name, recorded.inputs);
    return { id, inputs, state: withExternalChange(stateOf(found, inputs, name), found, recorded.state) };
  },

  async update(context, id, recorded, inputs) {
    if (!isFinished(recorded)) return this.create(context, inputs);
    // Only what stays on our side changes in place.
    const { virtualCluster, namespace, uid, resourceVersion, generation, creationTimestamp } = recorded.state;
    const computed = { virtualCluster, namespace, uid, resourceVersion, generation, creationTimestamp };
    return { id, inputs, state: { ...inputs, ...computed } };
  },

  async delete(context, id, recorded) {
    const { project, name } = parseId(id);
    if (recorded.inputs.deletionPolicy !== "delete") {
      context.warn(`${labelOf(id)} is no longer managed; the virtual cluster stays in the project. ${toDelete}`);
      return;
    }
    const found = await findInstance(context, project, name);
    if (found === undefined) return;
    if (found === notShown) throw new ResourceError(cannotDelete(id));
    if (recorded.state.uid === undefined && !isOurs(found, recorded)) {
      context.warn(`The virtual cluster of ${labelOf(id)} has another source; it is left alone.`);
      return;
    }
    await deleteObject(context, found.path, labelOf(id), recorded.state.uid ?? found.object.metadata.uid);
  },
};

const toDelete = 'Set deletionPolicy to "delete" to remove it.';

const cannotDelete = (id: string) =>
  `Cannot delete the virtual cluster of ${labelOf(id)}: this platform does not offer virtual clusters. ` +
  `Set deletionPolicy to "retain", and delete it with the platform's own tools.`;

/** Whether somebody saw the end of the create; an import into our state needs none. */
const isFinished = (recorded: Recorded) => isImport(recorded) || recorded.state.virtualCluster !== undefined;

/** Whether the virtual cluster is the one that the inputs name. */
function isOurs(found: Instance, { inputs }: Recorded): boolean {
  const actual = sourceOfInstance(found.object);
  return actual !== undefined && isSameSource(actual, targetOf(inputs).source);
}

function unseen(context: OperationContext, stored: Stored): Stored {
  const label = labelOf(stored.id);
  if (isImport(stored)) {
    throw new ResourceError(
      `Cannot read ${label}: this platform does not offer imported virtual clusters. Declare it in the program instead; ` +
        `a virtual cluster that is in the project already is taken as it is.`,
    );
  }
  context.warn(`${label}: this platform does not offer imported virtual clusters, so drift cannot be seen.`);
  return stored;
}

function stateOf({ object, namespace }: Instance, inputs: Properties, virtualCluster: string): Properties {
  const { uid, resourceVersion, generation, creationTimestamp } = object.metadata;
  return { ...inputs, virtualCluster, namespace, uid, resourceVersion, generation, creationTimestamp };
}

/** What only a comparison can see; it stays until a write clears it. */
function withExternalChange(state: Properties, { object }: Instance, before: Properties): Properties {
  const { uid, deletionTimestamp } = object.metadata;
  if (deletionTimestamp) return { ...state, externalChange: `being deleted since ${deletionTimestamp}` };
  if (before.uid !== undefined && before.uid !== uid) {
    return { ...state, externalChange: `removed and added again by somebody else: uid was ${before.uid}, is ${uid}` };
  }
  return before.externalChange === undefined ? state : { ...state, externalChange: before.externalChange };
}

/** The inputs with the source as the platform has it; an import has none of its own yet. */
function liveInputs({ object }: Instance, project: string, name: string, inputs: Properties): Properties {
  const actual = sourceOfInstance(object);
  if (isRecord(inputs.sourceVirtualCluster)) {
    const same = !actual || isSameSource(actual, targetOf(inputs).source);
    return same ? inputs : { ...inputs, sourceVirtualCluster: { ...inputs.sourceVirtualCluster, ...actual } };
  }
  if (!actual) {
    throw new ResourceError(`Cannot import ${labelOf(`${project}/${name}`)}: the platform does not show its source.`);
  }
  return { project, sourceVirtualCluster: { ...actual, ...(name !== actual.name && { importName: name }) } };
}
