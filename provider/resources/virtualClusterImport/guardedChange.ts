import type { ApiObject } from "../../api/client.js";
import { isConflict, isUnexplained } from "../../api/errors/errors.js";
import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { findObject, waitForRetry } from "../../objects/lifecycle/liveObject.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { guardedPatch } from "../../objects/wire/merge.js";

/** The platform does not store a change, or does not allow a guarded write. */
export class ChangeNotStored extends ResourceError {}

/** A change of an object: whether it is made, and the object with it. */
export interface Change {
  isMade(object: ApiObject): boolean;
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
      live = await context.client.patch(path, patchOf(live, make(live)), context.call);
      if (!isMade(live)) throw new ChangeNotStored(message(virtualClusterMessages.notStored));
    } catch (error) {
      const isStale = isConflict(error) || isUnexplained(error);
      if (!isStale || !(await waitForRetry(context, path, error, attempt))) throw error;
      live = await changedObject(live, context, path, error);
    }
  }
  return live;
}

/** The object as it is now. Fails if no change of it explains the failed write. */
async function changedObject(
  { metadata: { uid, resourceVersion } }: ApiObject,
  context: OperationContext,
  path: readonly string[],
  failure: unknown,
): Promise<ApiObject> {
  const live = await findObject(context, path);
  const isSame = live?.metadata.resourceVersion === resourceVersion;
  if (live?.metadata.uid !== uid || (isSame && isUnexplained(failure))) throw failure;
  return live as ApiObject;
}

function patchOf(live: ApiObject, target: ApiObject) {
  const { uid, resourceVersion } = live.metadata;
  // Kubernetes takes 0 for no version, and then writes without a precondition.
  if (!resourceVersion || resourceVersion === "0") throw new ChangeNotStored(message(virtualClusterMessages.noVersion));
  const operations = guardedPatch(live, target, resourceVersion);
  return [{ op: "test" as const, path: "/metadata/uid", value: uid }, ...operations];
}
