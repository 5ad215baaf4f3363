import type { ApiObject } from "../../api/client.js";
import { isConflict, isUnexplained } from "../../api/errors/errors.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { retryConflict } from "../../objects/lifecycle/retryAndPoll.js";
import { withoutVersion } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import { ResourceError } from "../../objects/resourceError.js";
import { guardedPatch, isVersion } from "../../objects/wire/jsonPatch.js";
import type { Instance } from "../virtualCluster/findInstance.js";

/** A change of an object. Both functions get each version that is read. */
interface Change {
  /** Whether the object has the change, or must stay without it. */
  isMade(object: ApiObject): boolean;
  /** The object with the change. Throws if this version must not be changed. */
  make(object: ApiObject): ApiObject;
}

/** Writes to the version that was read. Reads again after a conflict or a lost response. */
export async function patchGuarded(
  context: Context,
  { path, object }: Pick<Instance, "path" | "object">,
  { isMade, make }: Change,
): Promise<ApiObject> {
  let live = object;
  return retryConflict(context, {
    read: async (failure) => {
      if (failure) live = requireChanged(live, await findObject(context, path), failure);
    },
    write: async () => {
      if (isMade(live)) return live;
      const changed = await context.client.patch(path, patchOf(path, live, make(live)), context.call);
      if (isMade(changed)) return changed;
      throw new ResourceError(`Cannot update ${path.join("/")}: the platform does not store the change.`);
    },
    mayRetry: (failure) => isConflict(failure) || isUnexplained(failure),
    lastError: withoutQuote,
  });
}

/** The object as it is now. Throws the failure of the write if no change explains it. */
function requireChanged({ metadata }: ApiObject, now: ApiObject | undefined, failure: Error): ApiObject {
  const isSame = now?.metadata.resourceVersion === metadata.resourceVersion;
  if (isSame && isUnexplained(failure)) throw failure;
  if (now?.metadata.uid === metadata.uid) return now as ApiObject;
  throw withoutQuote(failure);
}

/** The failure without the text of a 422. It may quote an object that no read has shown. */
const withoutQuote = (failure: Error) => (isUnexplained(failure) ? failure.withoutServerText() : failure);

function patchOf(path: readonly string[], live: ApiObject, target: ApiObject) {
  const { uid, resourceVersion } = live.metadata;
  if (!isVersion(resourceVersion)) throw new ResourceError(withoutVersion(path.join("/")));
  const operations = guardedPatch(live, target, resourceVersion);
  return [{ op: "test" as const, path: "/metadata/uid", value: uid }, ...operations];
}
