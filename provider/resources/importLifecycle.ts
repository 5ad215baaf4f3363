import { isAlreadyExists, isAmbiguous, isNotOffered } from "../api/errors.js";
import { deleteObject } from "../objects/deletion.js";
import { objectLabel } from "../objects/messages.js";
import { isRecord, type Properties, sameValue } from "../objects/values.js";
import { InitializationError, type Lifecycle, type OperationContext, ResourceError, type Stored } from "./resource.js";
import {
  findInstance,
  type Instance,
  instanceName,
  notShown,
  type Source,
  sourceOf,
  sourceOfInstance,
} from "./virtualClusterInstance.js";

/** How an import is requested, found again and undone (specification, sections 2.3 and 4.2). */
export const importLifecycle: Required<Omit<Lifecycle, "complete">> = {
  // A preview may not know the project yet.
  id: (inputs) => `${String(inputs.project)}/${instanceName(sourceOf(inputs))}`,

  async create(context, inputs) {
    const before = await findInstance(context, String(inputs.project), instanceName(sourceOf(inputs)));
    if (before !== undefined && before !== notShown) return adopted(before, inputs);
    return adopted(await requestImport(context, inputs), inputs);
  },

  async read(context, id, { inputs, state }) {
    const { project, name } = parseId(id);
    const found = await findInstance(context, project, name);
    if (found === undefined) return undefined;
    if (found === notShown) return unseen(context, { id, inputs, state });
    return { id, inputs: liveInputs(found, project, name, inputs), state: stateOf(found, inputs, name) };
  },

  async update(context, id, { state }, inputs) {
    // Only what stays on our side changes in place. An import whose end nobody saw is looked for first.
    if (state.virtualCluster === undefined) return this.create(context, inputs);
    return { id, inputs, state: { ...state, ...inputs, externalChange: undefined } };
  },

  async delete(context, id, { inputs, state }) {
    const label = objectLabel("VirtualClusterImport", id);
    if (inputs.deletionPolicy !== "delete") {
      context.warn(
        `${label} is no longer managed; the virtual cluster stays in the project. Set deletionPolicy to "delete" to remove it.`,
      );
      return;
    }
    const { project, name } = parseId(id);
    const found = await findInstance(context, project, name);
    if (found === undefined) return;
    if (found === notShown)
      throw new ResourceError(
        `Cannot delete ${label}: this platform does not offer the virtual cluster. Set deletionPolicy to "retain".`,
      );
    await deleteObject(context, found.path, label, state.uid ?? found.object.metadata.uid);
  },
};

/** Requests the import once; where the answer is lost or the name is taken, the resulting virtual cluster tells. */
async function requestImport(context: OperationContext, inputs: Properties): Promise<Instance | typeof notShown> {
  const project = String(inputs.project);
  const problem = await sendRequest(context, project, inputs);
  const name = instanceName(sourceOf(inputs));
  const found = await findInstance(context, project, name).catch((error: unknown) => {
    throw unfinished(inputs, `reading the virtual cluster back failed: ${messageOf(error)}`);
  });
  if (found !== undefined && (found !== notShown || problem === undefined)) return found;
  if (problem === undefined) return notShown;
  if (isAmbiguous(problem)) throw unfinished(inputs, messageOf(problem));
  throw problem;
}

/** The failure that leaves open whether the virtual cluster is in the project, or undefined after success. */
async function sendRequest(context: OperationContext, project: string, inputs: Properties): Promise<unknown> {
  try {
    await context.client.create(
      ["projects", project, "importvirtualcluster"],
      requestOf(context, inputs),
      context.call,
    );
    return undefined;
  } catch (error) {
    if (isNotOffered(error)) throw new ResourceError(noEndpoint, { cause: error });
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

const noEndpoint =
  "Cannot import the virtual cluster: this platform has no endpoint for it. Current releases of the public product no " +
  "longer offer importing; add the virtual cluster to the project with the platform's own tools and remove this resource.";

function requestOf({ client }: OperationContext, inputs: Properties): object {
  const { project: _project, deletionPolicy: _policy, sourceVirtualCluster, ...metadata } = inputs;
  return {
    apiVersion: client.apiVersion,
    kind: "ProjectImportVirtualCluster",
    metadata: { creationTimestamp: null, ...metadata },
    sourceVirtualCluster,
  };
}

function adopted(found: Instance | typeof notShown, inputs: Properties): Stored {
  const id = importLifecycle.id(inputs);
  const wanted = sourceOf(inputs);
  const name = instanceName(wanted);
  if (found === notShown) return { id, inputs, state: { ...inputs, virtualCluster: name } };
  const actual = sourceOfInstance(found.object);
  if (!isSameSource(actual, wanted)) throw new ResourceError(nameTaken(id, name, actual));
  return { id, inputs, state: stateOf(found, inputs, name) };
}

function isSameSource(a: Source, b: Source): boolean {
  return a.cluster === b.cluster && a.namespace === b.namespace && a.name === b.name;
}

function nameTaken(id: string, name: string, { cluster, namespace, name: virtualCluster }: Source): string {
  return (
    `Cannot create ${objectLabel("VirtualClusterImport", id)}: the project has a virtual cluster "${name}" already, from ` +
    `cluster "${cluster}", namespace "${namespace}", name "${virtualCluster}". Set sourceVirtualCluster.importName to another name.`
  );
}

function unfinished(inputs: Properties, reason: string): InitializationError {
  const id = importLifecycle.id(inputs);
  const message = `${objectLabel("VirtualClusterImport", id)} may or may not be imported: ${reason} Run pulumi up again: it looks for the virtual cluster first.`;
  return new InitializationError({ id, inputs, state: inputs }, [message]);
}

function unseen(context: OperationContext, stored: Stored): Stored {
  const label = objectLabel("VirtualClusterImport", stored.id);
  if (Object.keys(stored.inputs).length === 0) {
    throw new ResourceError(`Cannot read ${label}: this platform does not offer imported virtual clusters.`);
  }
  context.warn(
    `${label}: this platform does not offer imported virtual clusters, so drift cannot be seen; the state is kept.`,
  );
  return stored;
}

function stateOf({ object, namespace }: Instance, inputs: Properties, name: string): Properties {
  const { uid, resourceVersion, generation, creationTimestamp, deletionTimestamp } = object.metadata;
  const externalChange = deletionTimestamp ? `being deleted since ${deletionTimestamp}` : undefined;
  return {
    ...inputs,
    virtualCluster: name,
    namespace,
    uid,
    resourceVersion,
    generation,
    creationTimestamp,
    externalChange,
  };
}

/** The inputs with the source as the platform has it; an import has none of its own yet. */
function liveInputs({ object }: Instance, project: string, name: string, inputs: Properties): Properties {
  const actual = sourceOfInstance(object);
  if (isRecord(inputs.sourceVirtualCluster)) {
    return isSameSource(actual, sourceOf(inputs))
      ? inputs
      : { ...inputs, sourceVirtualCluster: { ...sourceOf(inputs), ...actual } };
  }
  return { project, sourceVirtualCluster: { ...actual, ...(!sameValue(name, actual.name) && { importName: name }) } };
}

function parseId(id: string): { project: string; name: string } {
  const [project, name, ...rest] = id.split("/");
  if (!project || !name || rest.length > 0) {
    throw new ResourceError(
      `The id ${JSON.stringify(id)} of a VirtualClusterImport must have the form <project>/<name of the virtual cluster>.`,
    );
  }
  return { project, name };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
