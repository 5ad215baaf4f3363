import type { ApiObject } from "../../api/client.js";
import { isConflict, isDenied, isRejected, isUnexplained, isUnsupportedMediaType } from "../../api/errors/errors.js";
import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { findObject, waitForRetry } from "../../objects/lifecycle/liveObject.js";
import { messageOf } from "../../objects/messages/messages.js";
import { kubectlDelete } from "../../objects/messages/shellCommands.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { ownershipAnnotation, ownershipTokenOf, withOwnershipToken } from "../../objects/ownership.js";
import { guardedPatch } from "../../objects/wire/merge.js";
import { type Instance, instances } from "../virtualCluster/virtualClusterInstance.js";
import { labelOf } from "./importTarget.js";

/**
 * Writes the ownership token to a virtual cluster. The last writer owns it: a delete removes only
 * an object with the token of the state. Returns no token if the platform does not store it.
 */
export async function writeOwnershipToken(context: OperationContext, id: string, found: Instance, token: string) {
  const before = ownershipTokenOf(found.object);
  try {
    const object = await patchToken(context, found, token);
    if (before !== undefined && before !== token) {
      context.warn(message(virtualClusterMessages.heldBefore, { label: labelOf(id) }));
    }
    return { found: { ...found, object }, ownershipToken: token };
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    const values = { label: labelOf(id), annotation: ownershipAnnotation, failure: messageOf(error) };
    context.warn(message(virtualClusterMessages.cannotHold, values));
    return { found };
  }
}

/** Why a delete keeps the virtual cluster; undefined if it has the token of the state. */
export function reasonToKeep(
  { client }: OperationContext,
  id: string,
  { object, namespace }: Instance,
  token: string | undefined,
): string | undefined {
  const now = ownershipTokenOf(object);
  if (token !== undefined && token === now) return undefined;
  const { kept, notInState, annotationGone, takenOver } = virtualClusterMessages;
  const taken = now === undefined ? message(annotationGone, { annotation: ownershipAnnotation }) : message(takenOver);
  const reason = token === undefined ? message(notInState) : taken;
  const command = kubectlDelete(instances, client.apiVersion, String(object.metadata.name), namespace);
  return message(kept, { label: labelOf(id), reason, command });
}

/** The platform does not store the annotation, or does not allow a guarded write. */
class TokenNotStored extends ResourceError {}

const isTokenRefused = (error: unknown): boolean =>
  error instanceof TokenNotStored || isDenied(error) || isRejected(error) || isUnsupportedMediaType(error);

/** Writes to the version that was read. Reads again after a conflict or a lost response. */
async function patchToken(context: OperationContext, { path, object }: Instance, token: string): Promise<ApiObject> {
  let live = object;
  for (let attempt = 1; ownershipTokenOf(live) !== token; attempt++) {
    try {
      live = await context.client.patch(path, tokenPatch(live, token), context.call);
      if (ownershipTokenOf(live) !== token) throw new TokenNotStored(message(virtualClusterMessages.notStored));
    } catch (error) {
      const isStale = isConflict(error) || isUnexplained(error);
      if (!isStale || !(await waitForRetry(context, path, error, attempt))) throw error;
      live = await changedInstance(live, context, path, error);
    }
  }
  return live;
}

/** The virtual cluster as it is now. Fails if no change of it explains the failed write. */
async function changedInstance(
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

function tokenPatch(live: ApiObject, token: string) {
  const { uid, resourceVersion } = live.metadata;
  // Kubernetes takes 0 for no version, and then writes without a precondition.
  if (!resourceVersion || resourceVersion === "0") throw new TokenNotStored(message(virtualClusterMessages.noVersion));
  const operations = guardedPatch(live, withOwnershipToken(live, token), resourceVersion);
  return [{ op: "test" as const, path: "/metadata/uid", value: uid }, ...operations];
}
