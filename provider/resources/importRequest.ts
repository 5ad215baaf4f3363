import { type ApiError, isAlreadyExists, isAmbiguous, isNotFound, isNotOffered } from "../api/errors.js";
import { quoted } from "../api/output/escape.js";
import { waitUntilGone } from "../objects/deletion.js";
import { findObject, waitAsAsked } from "../objects/find.js";
import { messageOf } from "../objects/messages.js";
import { type OperationContext, ResourceError } from "../objects/operation.js";
import { explained } from "../objects/refusal.js";
import type { Path, Properties } from "../objects/values.js";
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

/** Milliseconds between two reads of the virtual cluster after an accepted import. */
const pollDelayMs = 500;

/** The virtual cluster in the project, and whether it existed before the request. */
interface Imported {
  readonly found: Instance | typeof platformHidesThem;
  readonly isTakenOver: boolean;
}

/** The target, and whether an earlier import of it is unfinished. */
type Attempt = ImportTarget & { readonly isResumed: boolean };

/**
 * Imports the virtual cluster with at most one request. Succeeds if it exists already with the same source.
 * After a lost response a read tells whether it was imported.
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
  throw unfinished(target, inputs, hiddenSince);
}

// A platform does not lose a kind: something else responded, so the outcome is unknown.
const hiddenSince = "the request was accepted, but since then the virtual clusters of projects are not shown any more.";

const unfinished = ({ id }: ImportTarget, inputs: Properties, reason: string) =>
  unfinishedImport(id, { inputs, state: inputs }, reason);

/** The virtual cluster of that name. Waits for the end of one that is being deleted. */
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

/** A new virtual cluster may lack its source at first, so only another source is a conflict. */
const unlessForeign = (found: Instance, target: ImportTarget): Instance =>
  sourceOfInstance(found.object) ? sameSource(found, target) : found;

function nameTaken({ label, name }: ImportTarget, actual: Source | undefined): ResourceError {
  const from = actual
    ? `from cluster ${quoted(actual.cluster)}, namespace ${quoted(actual.namespace)}, name ${quoted(actual.name)}`
    : "whose source the platform does not show";
  return new ResourceError(
    `Cannot create ${label}: the project has a virtual cluster "${name}" already, ${from}. ` +
      `Set sourceVirtualCluster.importName to another name, or remove that virtual cluster from the project first.`,
  );
}

/** Sends the request. Returns a failure with an unknown outcome, or undefined after success. */
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

/** The property for a path in the request: metadata are flat inputs, other names are equal. */
const propertyAt = ([first, ...rest]: Path): Path | undefined => {
  if (first === "metadata") return rest.length > 0 ? rest : undefined;
  return first === "sourceVirtualCluster" ? [first, ...rest] : undefined;
};

/** For an unknown path a server may report the parent as missing, so the project is read. */
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

/** Waits for the virtual cluster of an accepted import. Every failure from here on keeps the state. */
async function result(context: OperationContext, target: ImportTarget, inputs: Properties) {
  for (;;) {
    const found = await look(context, target, inputs);
    if (found !== undefined) return found === platformHidesThem ? found : unlessForeign(found, target);
    if (!(await context.client.pause(pollDelayMs, ["projects", target.project], context.call))) {
      throw unfinished(target, inputs, "the request was accepted, but the virtual cluster did not appear in time.");
    }
  }
}

/** The virtual cluster after a request with an unknown outcome. */
async function clearUp(context: OperationContext, target: ImportTarget, inputs: Properties, doubt: unknown) {
  const found = await look(context, target, inputs, doubt);
  if (found !== undefined && found !== platformHidesThem) return sameSource(found, target);
  throw unfinished(target, inputs, messageOf(doubt));
}

/** The virtual cluster that has the name already, perhaps from an earlier request of ours. */
async function whoHasTheName(context: OperationContext, target: Attempt, doubt: unknown) {
  const found = await findInstance(context, target.project, target.name);
  if (found === undefined) throw doubt;
  if (found !== platformHidesThem) return sameSource(found, target);
  // Nobody can read it; the earlier request is the likelier reason.
  if (target.isResumed) return found;
  throw nameTaken(target, undefined);
}

/** Reads the virtual cluster; undefined also if no time is left for the wait that `failure` asks for. */
async function look(context: OperationContext, target: ImportTarget, inputs: Properties, failure?: unknown) {
  try {
    if (!(await waitAsAsked(context, ["projects", target.project], failure))) return undefined;
    const found = await findForImport(context, target, true);
    if (found !== undefined && found !== platformHidesThem) rememberNamespace(context, target.project, found);
    return found;
  } catch (error) {
    throw unfinished(target, inputs, `reading the virtual cluster back failed: ${messageOf(error)}`);
  }
}
