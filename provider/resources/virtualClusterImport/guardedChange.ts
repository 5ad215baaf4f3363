import type { ApiObject } from "../../api/client.js";
import { type ApiError, isConflict, isUnexplained } from "../../api/errors/errors.js";
import { findObject, waitForRetry } from "../../objects/lifecycle/liveObject.js";
import { withoutVersion } from "../../objects/messages/messages.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { guardedPatch } from "../../objects/wire/merge.js";

/** A change of an object. Both functions get each version that is read. */
export interface Change {
  /** Whether the object has the change, or must stay without it. */
  isMade(object: ApiObject): boolean;
  /** The object with the change. Throws if this version must not be changed. */
  make(object: ApiObject): ApiObject;
}

/** Writes to the version that was read. Reads again after a conflict or a lost response. */
export async function patchGuarded(
  context: OperationContext,
  path: readonly string[],
  object: ApiObject,
  { isMade, make }: Change,
): Promise<ApiObject> {
  let live = object;
  for (let attempt = 1; !isMade(live); attempt++) {
    try {
      live = await context.client.patch(path, patchOf(path, live, make(live)), context.call);
      if (!isMade(live))
        throw new ResourceError(`Cannot update ${path.join("/")}: the platform does not store the change.`);
    } catch (error) {
      if (!isConflict(error) && !isUnexplained(error)) throw error;
      const now = (await waitForRetry(context, path, error, attempt)) ? await findObject(context, path) : undefined;
      live = requireChanged(live, now, error);
    }
  }
  return live;
}

/** The object as it is now. Throws the failure of the write if no change explains it. */
function requireChanged({ metadata }: ApiObject, now: ApiObject | undefined, failure: ApiError): ApiObject {
  const isSame = now?.metadata.resourceVersion === metadata.resourceVersion;
  if (isSame && isUnexplained(failure)) throw failure;
  if (now?.metadata.uid === metadata.uid) return now as ApiObject;
  // A 422 may quote an object that no read has shown.
  throw isUnexplained(failure) ? failure.withoutServerText() : failure;
}

function patchOf(path: readonly string[], live: ApiObject, target: ApiObject) {
  const { uid, resourceVersion } = live.metadata;
  // Kubernetes takes 0 for no version, and then writes without a precondition.
  if (!resourceVersion || resourceVersion === "0") throw new ResourceError(withoutVersion(path.join("/")));
  const operations = guardedPatch(live, target, resourceVersion);
  return [{ op: "test" as const, path: "/metadata/uid", value: uid }, ...operations];
}
