import { type ApiError, isAlreadyExists, isAmbiguous, isNotFound, isUnknownEndpoint } from "../../api/errors/errors.js";
import { quoted } from "../../api/output/escape.js";
import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { waitUntilGone } from "../../objects/lifecycle/deletion.js";
import { initFailure } from "../../objects/lifecycle/initFailure.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { explainRejection } from "../../objects/lifecycle/rejection.js";
import { messageOf } from "../../objects/messages/messages.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import type { Path, Properties } from "../../objects/values.js";
import {
  findForImport,
  findInstance,
  type Instance,
  instancesUnsupported,
  sourceOfInstance,
} from "../virtualCluster/virtualClusterInstance.js";
import { hasDeclaredSource, type ImportTarget } from "./importTarget.js";

/** Milliseconds between two reads of the virtual cluster after an accepted import. */
const pollDelayMs = 500;

/** The virtual cluster in the project, and whether it existed before the request. */
interface Imported {
  readonly found: Instance | typeof instancesUnsupported;
  readonly isAdopted: boolean;
}

/** An import request, new or resumed. */
interface Attempt {
  readonly target: ImportTarget;
  readonly inputs: Properties;
  readonly isResumed: boolean;
  /** The token of the earlier import, which may be on the virtual cluster. */
  readonly ownershipToken?: string | undefined;
}

/**
 * Imports the virtual cluster with at most one request. One of the same source is taken over.
 * After a lost response a read tells whether it was imported.
 */
export async function importOnce(context: OperationContext, attempt: Attempt): Promise<Imported> {
  const before = await settledInstance(context, attempt.target);
  if (before !== undefined && before !== instancesUnsupported)
    return { found: requireSameSource(before, attempt), isAdopted: true };
  const doubt = await sendImport(context, attempt);
  if (isAlreadyExists(doubt)) return { found: await existingInstance(context, attempt, doubt), isAdopted: true };
  if (doubt) return { found: await resolveAmbiguous(context, attempt, doubt), isAdopted: false };
  const found = await awaitInstance(context, attempt);
  if (found !== instancesUnsupported || before === instancesUnsupported) return { found, isAdopted: false };
  // A platform does not lose a kind: something else responded, so the outcome is unknown.
  throw unfinishedImport(attempt, message(virtualClusterMessages.hiddenSince));
}

const unfinishedImport = ({ target: { id, label }, inputs, ownershipToken }: Attempt, reason: string) =>
  initFailure(label, { id, inputs, state: inputs, ownershipToken }, reason);

/** The virtual cluster of that name. Waits for the end of one that is being deleted. */
async function settledInstance(context: OperationContext, target: ImportTarget) {
  const found = await findForImport(context, target, false);
  if (found === undefined || found === instancesUnsupported || !found.object.metadata.deletionTimestamp) return found;
  await waitUntilGone(context, found.path, target.label, found.object.metadata.uid);
  return findForImport(context, target, false);
}

/** The virtual cluster if it has the source. A new one may lack its source at first. */
function requireSameSource(found: Instance, { target, inputs }: Attempt, isNew = false): Instance {
  if (hasDeclaredSource(found, inputs) ?? isNew) return found;
  throw nameTaken(target, found);
}

function nameTaken({ label, name }: ImportTarget, found?: Instance): ResourceError {
  const actual = found && sourceOfInstance(found.object);
  const source = actual
    ? `from cluster ${quoted(actual.cluster)}, namespace ${quoted(actual.namespace)}, name ${quoted(actual.name)}`
    : "whose source the platform does not show";
  return new ResourceError(message(virtualClusterMessages.nameTaken, { label, name, source }));
}

/** Sends the request. Returns a failure with an unknown outcome, or undefined after success. */
async function sendImport(context: OperationContext, { target, inputs }: Attempt): Promise<unknown> {
  const [path, object] = [[...pathOf(target), "importvirtualcluster"], bodyOf(context, inputs)];
  try {
    const { secretPaths } = context;
    await explainRejection({ action: `create ${target.label}`, object, secretPaths, propertyAt }, () =>
      context.client.create(path, object, context.call),
    );
    return undefined;
  } catch (error) {
    if (isUnknownEndpoint(error) || isNotFound(error)) throw await missingTarget(context, target, error);
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

const pathOf = ({ project }: ImportTarget): string[] => ["projects", project];

/** The property for a path in the request: metadata are flat inputs, other names are equal. */
const propertyAt = ([first, ...rest]: Path): Path | undefined => {
  if (first === "metadata") return rest.length > 0 ? rest : undefined;
  return first === "sourceVirtualCluster" ? [first, ...rest] : undefined;
};

/** For an unknown path a server may report the parent as missing, so the project is read. */
async function missingTarget(context: OperationContext, target: ImportTarget, cause: ApiError): Promise<ResourceError> {
  const isAboutProject = cause.messageMatches(/^projects?\b/);
  const isUnknownPath =
    isUnknownEndpoint(cause) || (isAboutProject && (await findObject(context, pathOf(target))) !== undefined);
  const { method, path, status, serverMessage } = cause;
  const { baseUrl } = context.config;
  const { noEndpoint, nameMissing } = virtualClusterMessages;
  const reason = isUnknownPath
    ? message(noEndpoint, { label: target.label, baseUrl, method, path, status })
    : message(nameMissing, { label: target.label, response: serverMessage });
  return new ResourceError(reason, { cause });
}

function bodyOf({ client }: OperationContext, inputs: Properties): object {
  const { project: _project, deletionPolicy: _policy, sourceVirtualCluster, ...metadata } = inputs;
  return {
    apiVersion: client.apiVersion,
    kind: "ProjectImportVirtualCluster",
    metadata: { creationTimestamp: null, ...metadata },
    sourceVirtualCluster,
  };
}

/** Waits for the virtual cluster of an accepted import. Every failure keeps the state. */
async function awaitInstance(context: OperationContext, attempt: Attempt) {
  for (;;) {
    const found = await readInstance(context, attempt);
    if (found !== undefined) return found === instancesUnsupported ? found : requireSameSource(found, attempt, true);
    if (!(await context.client.pause(pollDelayMs, pathOf(attempt.target), context.call)))
      throw unfinishedImport(attempt, message(virtualClusterMessages.notInTime));
  }
}

/** The virtual cluster after a request with an unknown outcome. */
async function resolveAmbiguous(context: OperationContext, attempt: Attempt, doubt: unknown) {
  const found = await readInstance(context, attempt, doubt);
  if (found !== undefined && found !== instancesUnsupported) return requireSameSource(found, attempt);
  throw unfinishedImport(attempt, messageOf(doubt));
}

/** The virtual cluster with this name. An earlier request of ours may have imported it. */
async function existingInstance(context: OperationContext, attempt: Attempt, doubt: unknown) {
  const found = await findInstance(context, attempt.target);
  if (found === undefined) throw doubt;
  if (found !== instancesUnsupported) return requireSameSource(found, attempt);
  // It cannot be read, but the earlier request probably imported it.
  if (attempt.isResumed) return found;
  throw nameTaken(attempt.target);
}

/** Reads the virtual cluster. Undefined also if `failure` asks for a longer wait than is left. */
async function readInstance(context: OperationContext, attempt: Attempt, failure?: unknown) {
  try {
    const isTimeLeft = await context.client.waitForRetryAfter(failure, pathOf(attempt.target), context.call);
    return isTimeLeft ? await findForImport(context, attempt.target, true) : undefined;
  } catch (error) {
    throw unfinishedImport(attempt, message(virtualClusterMessages.readFailed, { failure: messageOf(error) }));
  }
}
