import type { ApiObject } from "../../api/client.js";
import { isConflict, isUnexplained } from "../../api/errors/errors.js";
import { findObject } from "../../objects/lifecycle/liveObject.js";
import { retryConflict } from "../../objects/lifecycle/retryAndPoll.js";
import { withoutVersion } from "../../objects/messages/messages.js";
import type { Context } from "../../objects/operation.js";
import { ResourceError } from "../../objects/resourceError.js";
import { guardedPatch, isVersion } from "../../objects/wire/jsonPatch.js";
import type { Instance } from "../virtualCluster/findInstance.js";

/** A change of an object. Both functions are called with each version that is read. */
interface Change {
  /** Whether the object has the change already, or does not need it. */
  isDone(object: ApiObject): boolean;
  /** The object with the change. Throws if this version must not be changed. */
  apply(object: ApiObject): ApiObject;
}

/** Changes exactly the version that was read. After a conflict it reads and tries again. */
export async function patchGuarded(
  context: Context,
  { path, object }: Pick<Instance, "path" | "object">,
  { isDone, apply }: Change,
): Promise<ApiObject> {
  let live = object;
  return retryConflict(context, {
    read: async (failure) => {
      if (failure) live = requireChanged(live, await findObject(context, path), failure);
    },
    write: async () => {
      if (isDone(live)) return live;
      const changed = await context.client.patch(path, patchOf(path, live, apply(live)), context.call);
      if (isDone(changed)) return changed;
      throw new ResourceError(`Cannot update ${path.join("/")}: the platform does not store the change.`);
    },
    mayRetry: (failure) => isConflict(failure) || isUnexplained(failure),
    lastError: withoutQuote,
  });
}

/** The current object. Throws the failure of the write if no change of the object explains it. */
function requireChanged({ metadata }: ApiObject, current: ApiObject | undefined, failure: Error): ApiObject {
  const isUnchanged = current?.metadata.resourceVersion === metadata.resourceVersion;
  if (isUnchanged && isUnexplained(failure)) throw failure;
  if (current?.metadata.uid === metadata.uid) return current as ApiObject;
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
