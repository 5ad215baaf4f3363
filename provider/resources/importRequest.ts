import { isAlreadyExists, isAmbiguous, isNotOffered } from "../api/errors.js";
import { waitUntilGone } from "../objects/deletion.js";
import { messageOf } from "../objects/messages.js";
import { InitializationError, type OperationContext, ResourceError } from "../objects/operation.js";
import { explained } from "../objects/refusal.js";
import type { Path, Properties } from "../objects/values.js";
import type { ImportTarget } from "./importTarget.js";
import { findInstance, type Instance, isSameSource, notShown, sourceOfInstance } from "./virtualClusterInstance.js";

/** How long to wait between two looks for the virtual cluster that an accepted import makes. */
const pollDelayMs = 500;

/**
 * Sees to it that the virtual cluster is in the project, and requests the import at most once: one that is there already,
 * with the same source, is success; where an answer is lost, the virtual cluster tells.
 */
export async function importOnce(
  context: OperationContext,
  target: ImportTarget,
  inputs: Properties,
): Promise<Instance | typeof notShown> {
  const before = await settledInstance(context, target);
  if (before !== undefined && before !== notShown) return sameSource(before, target);
  const doubt = await request(context, target, inputs);
  return doubt ? clearUp(context, target, inputs, doubt) : result(context, target, inputs);
}

/** The virtual cluster of that name, once one that is being deleted has gone. */
async function settledInstance(context: OperationContext, { project, name, label }: ImportTarget) {
  const found = await findInstance(context, project, name);
  if (found === undefined || found === notShown || !found.object.metadata.deletionTimestamp) return found;
  await waitUntilGone(context, found.path, label, found.object.metadata.uid);
  return findInstance(context, project, name);
}

function sameSource(found: Instance, { label, name, source }: ImportTarget): Instance {
  const actual = sourceOfInstance(found.object);
  if (actual && isSameSource(actual, source)) return found;
  const from = actual
    ? `from cluster "${actual.cluster}", namespace "${actual.namespace}", name "${actual.name}"`
    : "whose source the platform does not show";
  throw new ResourceError(
    `Cannot create ${label}: the project has a virtual cluster "${name}" already, ${from}. ` +
      `Set sourceVirtualCluster.importName to another name, or remove that virtual cluster from the project first.`,
  );
}

/** Sends the request; the failure that leaves its outcome open, or undefined when it was accepted. */
async function request(context: OperationContext, target: ImportTarget, inputs: Properties): Promise<unknown> {
  const [path, object] = [["projects", target.project, "importvirtualcluster"], bodyOf(context, inputs)];
  try {
    const { secretPaths } = context;
    await explained({ action: `create ${target.label}`, object, secretPaths, propertyAt }, () =>
      context.client.create(path, object, context.call),
    );
    return undefined;
  } catch (error) {
    if (isNotOffered(error)) throw new ResourceError(noEndpoint, { cause: error });
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

/** The request's metadata are flat inputs, all else is called alike. */
const propertyAt = ([first, ...rest]: Path): Path | undefined => {
  if (first === "metadata") return rest.length > 0 ? rest : undefined;
  return first === "sourceVirtualCluster" ? [first, ...rest] : undefined;
};

const noEndpoint =
  "Cannot import the virtual cluster: this platform has no endpoint for it. Current releases of the public product no " +
  "longer offer importing; add the virtual cluster to the project with the platform's own tools and remove this resource.";

function bodyOf({ client }: OperationContext, inputs: Properties): object {
  const { project: _project, deletionPolicy: _policy, sourceVirtualCluster, ...metadata } = inputs;
  return {
    apiVersion: client.apiVersion,
    kind: "ProjectImportVirtualCluster",
    metadata: { creationTimestamp: null, ...metadata },
    sourceVirtualCluster,
  };
}

/** The virtual cluster that an accepted import makes, be it at once or later. From here on nothing may be lost. */
async function result(context: OperationContext, target: ImportTarget, inputs: Properties) {
  for (;;) {
    const found = await look(context, target, inputs);
    if (found !== undefined) return found;
    if (!(await context.client.pause(pollDelayMs, ["projects", target.project], context.call))) {
      throw unfinished(target, inputs, "the request was accepted, but the virtual cluster did not appear in time.");
    }
  }
}

/** What became of a request whose answer says too little. */
async function clearUp(context: OperationContext, target: ImportTarget, inputs: Properties, doubt: unknown) {
  const found = isAmbiguous(doubt)
    ? await look(context, target, inputs)
    : await findInstance(context, target.project, target.name);
  if (found !== undefined && found !== notShown) return sameSource(found, target);
  throw isAmbiguous(doubt) ? unfinished(target, inputs, messageOf(doubt)) : doubt;
}

async function look(context: OperationContext, target: ImportTarget, inputs: Properties) {
  try {
    return await findInstance(context, target.project, target.name);
  } catch (error) {
    throw unfinished(target, inputs, `reading the virtual cluster back failed: ${messageOf(error)}`);
  }
}

/** Nobody knows whether the virtual cluster is there. State without its name says so, and the next update finds out. */
function unfinished({ id, label }: ImportTarget, inputs: Properties, reason: string): InitializationError {
  const message = `${label} may or may not be imported: ${reason} Run pulumi up again: it looks for the virtual cluster first.`;
  return new InitializationError({ id, inputs, state: inputs }, [message]);
}
