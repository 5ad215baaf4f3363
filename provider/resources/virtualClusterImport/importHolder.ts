import type { ApiObject } from "../../api/client.js";
import { isConflict, isDenied, isRefused, isUnexplained, isUnsupportedMediaType } from "../../api/errors/errors.js";
import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { findObject, waitForRetry } from "../../objects/lifecycle/find.js";
import { messageOf } from "../../objects/messages/messages.js";
import { kubectlDelete } from "../../objects/messages/shellCommands.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { heldWith, holderAnnotation, holderOf } from "../../objects/ownership.js";
import { guardedPatch } from "../../objects/wire/merge.js";
import { type Instance, instances } from "../virtualCluster/virtualClusterInstance.js";
import { labelOf } from "./importTarget.js";

/** A virtual cluster and its token; without a token where the platform does not store it. */
interface Held {
  readonly found: Instance;
  readonly holder?: string | undefined;
}

/**
 * Writes the token of a resource to its virtual cluster. The last writer holds it: a delete removes
 * only an object whose token equals the one in its state.
 */
export async function hold(context: OperationContext, id: string, found: Instance, holder: string): Promise<Held> {
  const before = holderOf(found.object);
  try {
    const object = await writeHolder(context, found, holder);
    if (before !== undefined && before !== holder) {
      context.warn(message(virtualClusterMessages.heldBefore, { label: labelOf(id) }));
    }
    return { found: { ...found, object }, holder };
  } catch (error) {
    if (!isNotTaken(error)) throw error;
    const values = { label: labelOf(id), annotation: holderAnnotation, failure: messageOf(error) };
    context.warn(message(virtualClusterMessages.cannotHold, values));
    return { found };
  }
}

/** Why a delete keeps the virtual cluster; undefined if it has the token of the state. */
export function whyKept(
  { client }: OperationContext,
  id: string,
  { object, namespace }: Instance,
  holder: string | undefined,
): string | undefined {
  const now = holderOf(object);
  if (holder !== undefined && holder === now) return undefined;
  const { kept, notInState, annotationGone, takenOver } = virtualClusterMessages;
  const taken = now === undefined ? message(annotationGone, { annotation: holderAnnotation }) : message(takenOver);
  const reason = holder === undefined ? message(notInState) : taken;
  const command = kubectlDelete(instances, client.apiVersion, String(object.metadata.name), namespace);
  return message(kept, { label: labelOf(id), reason, command });
}

/** The platform does not store the annotation, or does not allow a guarded write. */
class NotKept extends ResourceError {}

const isNotTaken = (error: unknown): boolean =>
  error instanceof NotKept || isDenied(error) || isRefused(error) || isUnsupportedMediaType(error);

/** Writes to the version that was read. Reads again after a conflict or a lost response. */
async function writeHolder(context: OperationContext, { path, object }: Instance, holder: string): Promise<ApiObject> {
  let live = object;
  for (let attempt = 1; holderOf(live) !== holder; attempt++) {
    try {
      live = await context.client.patch(path, patchOf(live, holder), context.call);
      if (holderOf(live) !== holder) throw new NotKept(message(virtualClusterMessages.notStored));
    } catch (error) {
      const isStale = isConflict(error) || isUnexplained(error);
      if (!isStale || !(await waitForRetry(context, path, error, attempt))) throw error;
      live = await changedSince(live, context, path, error);
    }
  }
  return live;
}

/** The virtual cluster as it is now. Fails if no change of it explains the failed write. */
async function changedSince(
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

function patchOf(live: ApiObject, holder: string) {
  const { uid, resourceVersion } = live.metadata;
  // Kubernetes takes 0 for no version, and then writes without a precondition.
  if (!resourceVersion || resourceVersion === "0") throw new NotKept(message(virtualClusterMessages.noVersion));
  const operations = guardedPatch(live, heldWith(live, holder), resourceVersion);
  return [{ op: "test" as const, path: "/metadata/uid", value: uid }, ...operations];
}
