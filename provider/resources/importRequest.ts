import { type ApiError, isAlreadyExists, isAmbiguous, isNotFound, isNotOffered } from "../api/errors.js";
import { waitUntilGone } from "../objects/deletion.js";
import { findObject } from "../objects/find.js";
import { messageOf } from "../objects/messages.js";
import { type OperationContext, ResourceError } from "../objects/operation.js";
import { explained } from "../objects/refusal.js";
import type { Path, Properties } from "../objects/values.js";
import { waitAsAsked } from "../objects/waitAsAsked.js";
import type { ImportTarget } from "./importTarget.js";
import { unfinishedImport } from "./unfinishedImport.js";
import {
  findForImport,
  findInstance,
  type Instance,
  isSameSource,
  platformHidesThem,
  rememberNamespace,
  type Source,
  sourceOfInstance,
} from "./virtualClusterInstance.js";

/** How long to wait between two looks for the virtual cluster that an accepted import makes. */
const pollDelayMs = 500;

/** The virtual cluster in the project, and whether it was there before anything was sent. */
interface Imported {
  readonly found: Instance | typeof platformHidesThem;
  readonly isTakenOver: boolean;
}

/** What is asked for, and whether it was asked for before without an end that anybody saw. */
type Attempt = ImportTarget & { readonly isResumed: boolean };

/**
 * Sees to it that the virtual cluster is in the project, and requests the import at most once: one that is there already,
 * with the same source, is success; where an answer is lost, the virtual cluster tells.
 */
export async function importOnce(context: OperationContext, target: Attempt, inputs: Properties): Promise<Imported> {
  const before = await settledInstance(context, target);
  if (before !== undefined && before !== platformHidesThem)
    return { found: sameSource(before, target), isTakenOver: true };
  const doubt = await request(context, target, inputs);
  if (isAlreadyExists(doubt)) return { found: await whoHasTheName(context, target, doubt), isTakenOver: true };
  if (doubt) return { found: await clearUp(context, target, inputs, doubt), isTakenOver: false };
  const found = await result(context, target, inputs);
  if (found !== platformHidesThem || before === platformHidesThem) return { found, isTakenOver: false };
  throw unfinishedImport(target.id, { inputs, state: inputs }, hiddenSince);
}

// A platform does not lose a kind: something else answered, so nobody has seen how the import ended.
const hiddenSince = "the request was accepted, but since then the virtual clusters of projects are not shown any more.";

/** The virtual cluster of that name, once one that is being deleted has gone. */
async function settledInstance(context: OperationContext, target: ImportTarget) {
  const found = await findForImport(context, target, false);
  if (found === undefined || found === platformHidesThem || !found.object.metadata.deletionTimestamp) return found;
  await waitUntilGone(context, found.path, target.label, found.object.metadata.uid);
  return findForImport(context, target, false);
}

function sameSource(found: Instance, target: ImportTarget): Instance {
  const actual = sourceOfInstance(found.object);
  if (actual && isSameSource(actual, target.source)) return found;
  throw nameTaken(target, actual);
}

/** What an accepted request made may not show its source yet, so only another source tells that it is somebody else's. */
const unlessForeign = (found: Instance, target: ImportTarget): Instance =>
  sourceOfInstance(found.object) ? sameSource(found, target) : found;

function nameTaken({ label, name }: ImportTarget, actual: Source | undefined): ResourceError {
  const from = actual
    ? `from cluster "${actual.cluster}", namespace "${actual.namespace}", name "${actual.name}"`
    : "whose source the platform does not show";
  return new ResourceError(
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
    if (isNotOffered(error)) throw new ResourceError(noEndpoint(context, target, error), { cause: error });
    if (isNotFound(error)) throw await whatIsMissing(context, target, error);
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

/** The request's metadata are flat inputs, all else is called alike. */
const propertyAt = ([first, ...rest]: Path): Path | undefined => {
  if (first === "metadata") return rest.length > 0 ? rest : undefined;
  return first === "sourceVirtualCluster" ? [first, ...rest] : undefined;
};

/** A server may answer a path that it does not know as if the object above it were missing: then it is there all the same. */
async function whatIsMissing(context: OperationContext, target: ImportTarget, cause: ApiError): Promise<ResourceError> {
  const isAboutProject = cause.says(/^projects?\b/);
  const isThere = isAboutProject && (await findObject(context, ["projects", target.project])) !== undefined;
  return new ResourceError(isThere ? noEndpoint(context, target, cause) : nothingThere(target, cause), { cause });
}

const noEndpoint = ({ config }: OperationContext, { label }: ImportTarget, { method, path, status }: ApiError) =>
  `Cannot create ${label}: the platform at ${config.baseUrl} has no endpoint for importing virtual clusters ` +
  `(${method} ${path} is answered ${status}). Current releases of the public product no longer have it: add the virtual ` +
  `cluster to the project with the platform's own tools and remove this resource. If this platform should have it, check ` +
  `platform:baseUrl and platform:vendor.`;

const nothingThere = ({ label }: ImportTarget, { serverMessage }: ApiError) =>
  `Cannot create ${label}: something that it names is not on the platform: ${serverMessage}. ` +
  `Check project and sourceVirtualCluster.`;

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
    if (found !== undefined) return found === platformHidesThem ? found : unlessForeign(found, target);
    if (!(await context.client.pause(pollDelayMs, ["projects", target.project], context.call))) {
      throw unfinishedImport(
        target.id,
        { inputs, state: inputs },
        "the request was accepted, but the virtual cluster did not appear in time.",
      );
    }
  }
}

/** What became of a request whose answer says too little. */
async function clearUp(context: OperationContext, target: ImportTarget, inputs: Properties, doubt: unknown) {
  const found = await look(context, target, inputs, doubt);
  if (found !== undefined && found !== platformHidesThem) return sameSource(found, target);
  throw unfinishedImport(target.id, { inputs, state: inputs }, messageOf(doubt));
}

/** The platform says that the name is taken, perhaps by an earlier request of ours. */
async function whoHasTheName(context: OperationContext, target: Attempt, doubt: unknown) {
  const found = await findInstance(context, target.project, target.name);
  if (found === undefined) throw doubt;
  if (found !== platformHidesThem) return sameSource(found, target);
  // Where nobody can look, the earlier request is the likelier reason.
  if (target.isResumed) return found;
  throw nameTaken(target, undefined);
}

/** The virtual cluster as it is now; undefined also when there is no time to look after a failure that asks for a wait. */
async function look(context: OperationContext, target: ImportTarget, inputs: Properties, failure?: unknown) {
  try {
    if (!(await waitAsAsked(context, ["projects", target.project], failure))) return undefined;
    const found = await findForImport(context, target, true);
    if (found !== undefined && found !== platformHidesThem) rememberNamespace(context, target.project, found);
    return found;
  } catch (error) {
    const reason = `reading the virtual cluster back failed: ${messageOf(error)}`;
    throw unfinishedImport(target.id, { inputs, state: inputs }, reason);
  }
}
