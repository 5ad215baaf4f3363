import { type ApiError, isAlreadyExists, isAmbiguous, isNotFound, isUnknownEndpoint } from "../../api/errors/errors.js";
import { metadataInputs } from "../../objects/fields/metadataFields.js";
import { waitUntilGone } from "../../objects/lifecycle/deletion.js";
import { initFailure } from "../../objects/lifecycle/initFailure.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { explainRejection } from "../../objects/lifecycle/rejection.js";
import { poll } from "../../objects/lifecycle/retryAndPoll.js";
import { messageOf } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import { ResourceError } from "../../objects/resourceError.js";
import type { Path, Properties } from "../../objects/values.js";
import { pickKeys } from "../../objects/wire/objectShape.js";
import { settingKey } from "../../settingNames.js";
import { findForImport, findInstance, instancesUnsupported } from "../virtualCluster/findInstance.js";
import {
  type ImportAttempt,
  type Imported,
  type ImportTarget,
  nameTaken,
  referenceMissing,
  refuseRecreated,
  requireSameSource,
} from "./importTarget.js";
import { register, registerExisting } from "./registration.js";
import { isRegistrationKnown, offersRegistration } from "./registrationSupport.js";

/**
 * Imports the virtual cluster with at most one request. One that is in the project is adopted.
 * After a lost response, a read shows whether it was imported.
 */
export async function importOnce(context: Context, attempt: ImportAttempt): Promise<Imported> {
  const existing = await settledInstance(context, attempt.target);
  if (existing !== undefined && existing !== instancesUnsupported) {
    refuseRecreated(attempt.target.label, existing, attempt.uid);
    return registerExisting(context, attempt, existing);
  }
  // Only a registration leaves a nonce.
  if (attempt.nonce !== undefined || isRegistrationKnown(context.client)) return register(context, attempt);
  const failure = await sendImport(context, attempt);
  if (failure === registrationOnly) return register(context, attempt);
  if (isAlreadyExists(failure)) return { found: await existingInstance(context, attempt, failure), isAdopted: true };
  if (failure) return { found: await resolveAmbiguous(context, attempt, failure), isAdopted: false };
  const found = await awaitInstance(context, attempt);
  if (found !== instancesUnsupported || existing === instancesUnsupported) return { found, isAdopted: false };
  // A platform does not lose a kind: another server responded, so the import is unfinished.
  throw unfinishedImport(
    attempt,
    "the request was accepted, but since then the virtual clusters of projects are not shown any more.",
  );
}

const unfinishedImport = ({ target: { id, label }, inputs }: ImportAttempt, reason: string) =>
  initFailure(label, { id, inputs, state: inputs }, reason);

/** The virtual cluster with the name of the target. Waits for the end of a terminating one. */
async function settledInstance(context: Context, target: ImportTarget) {
  const found = await findForImport(context, target, false);
  if (found === undefined || found === instancesUnsupported || !found.object.metadata.deletionTimestamp) return found;
  await waitUntilGone(context, { path: found.path, label: target.label, uid: found.object.metadata.uid });
  return findForImport(context, target, false);
}

/** Result of a request to a platform that has no import endpoint, but takes registrations. */
const registrationOnly = Symbol("no import endpoint");

/** Sends the request. Returns an ambiguous failure, a conflict or registrationOnly, if any. */
async function sendImport(context: Context, { target, inputs }: ImportAttempt): Promise<unknown> {
  const path = [...projectPath(target), "importvirtualcluster"];
  const object = bodyOf(context, inputs);
  try {
    const { secretPaths } = context;
    await explainRejection({ action: `create ${target.label}`, object, secretPaths, propertyAt }, () =>
      context.client.create(path, object, context.call),
    );
    return undefined;
  } catch (error) {
    if (isUnknownEndpoint(error) || isNotFound(error)) return explainNotFound(context, target, error);
    if (!isAmbiguous(error) && !isAlreadyExists(error)) throw error;
    return error;
  }
}

const projectPath = ({ project }: ImportTarget): string[] => ["projects", project];

/** The property for a path in the request: metadata fields are top-level inputs. */
const propertyAt = ([first, ...rest]: Path): Path | undefined => {
  if (first === "metadata") return rest.length > 0 ? rest : undefined;
  return first === "sourceVirtualCluster" ? [first, ...rest] : undefined;
};

/** For an unknown path, a server may report a missing project. So the project is read. */
async function explainNotFound(context: Context, target: ImportTarget, cause: ApiError) {
  const isAboutProject = cause.messageMatches(/^projects?\b/);
  const isUnknownPath =
    isUnknownEndpoint(cause) || (isAboutProject && (await findObject(context, projectPath(target))) !== undefined);
  const { method, path, status, serverMessage } = cause;
  const { baseUrl } = context.config;
  if (isUnknownPath && (await offersRegistration(context))) return registrationOnly;
  const reason = isUnknownPath
    ? `Cannot create ${target.label}: the platform at ${baseUrl} has no endpoint for importing virtual clusters ` +
      `(${method} ${path} returned ${status}). Check ${settingKey("baseUrl")} and ${settingKey("vendor")}.`
    : referenceMissing(target.label, serverMessage);
  throw new ResourceError(reason, { cause });
}

function bodyOf({ client }: Context, inputs: Properties): object {
  const { sourceVirtualCluster } = inputs;
  const metadata = pickKeys(inputs, Object.keys(metadataInputs.shape));
  return {
    apiVersion: client.apiVersion,
    kind: "ProjectImportVirtualCluster",
    // As in the example of the specification, section 2.3.
    metadata: { creationTimestamp: null, ...metadata },
    sourceVirtualCluster,
  };
}

/** Waits for the virtual cluster of an accepted import. A timeout keeps the state for a resume. */
async function awaitInstance(context: Context, attempt: ImportAttempt) {
  const findImported = async () => {
    const found = await readInstance(context, attempt);
    if (found === undefined) return "the virtual cluster to appear";
    return found === instancesUnsupported ? found : requireSameSource(found, attempt, true);
  };
  const lateError = () =>
    unfinishedImport(attempt, "the request was accepted, but the virtual cluster did not appear in time.");
  return poll(context, { path: projectPath(attempt.target), attempt: findImported, lateError });
}

/** The virtual cluster after an ambiguous request. */
async function resolveAmbiguous(context: Context, attempt: ImportAttempt, ambiguousError: unknown) {
  const found = await readInstance(context, attempt, ambiguousError);
  if (found !== undefined && found !== instancesUnsupported) return requireSameSource(found, attempt);
  throw unfinishedImport(attempt, messageOf(ambiguousError));
}

/** The virtual cluster with this name. An earlier request of ours may have imported it. */
async function existingInstance(context: Context, attempt: ImportAttempt, failure: unknown) {
  const found = await findInstance(context, attempt.target);
  if (found === undefined) throw failure;
  if (found !== instancesUnsupported) return requireSameSource(found, attempt);
  // The platform does not show it, but the earlier request probably imported it.
  if (attempt.isResumed) return found;
  throw nameTaken(attempt.target);
}

/** Reads the virtual cluster. Undefined also if Retry-After of `failure` exceeds the deadline. */
async function readInstance(context: Context, attempt: ImportAttempt, failure?: unknown) {
  try {
    const isTimeLeft = await context.client.waitForRetryAfter(failure, projectPath(attempt.target), context.call);
    return isTimeLeft ? await findForImport(context, attempt.target, true) : undefined;
  } catch (error) {
    throw unfinishedImport(attempt, `reading the virtual cluster back failed: ${messageOf(error)}`);
  }
}
