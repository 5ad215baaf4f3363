import { isDenied, isRejected, isUnsupportedMediaType } from "../../api/errors/errors.js";
import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { beingDeleted, messageOf } from "../../objects/messages/messages.js";
import { kubectlDelete } from "../../objects/messages/shellCommands.js";
import { type OperationContext, ResourceError } from "../../objects/operation.js";
import { ownershipAnnotation, ownershipTokenOf, withOwnershipToken } from "../../objects/ownership.js";
import { type Instance, instances } from "../virtualCluster/virtualClusterInstance.js";
import { ChangeNotStored, patchGuarded } from "./guardedChange.js";
import { labelOf } from "./importTarget.js";

/**
 * Writes the ownership token to a virtual cluster. The last writer owns it: a delete removes only
 * an object with the token of the state. Returns no token if the platform does not store it.
 */
export async function writeOwnershipToken(context: OperationContext, id: string, found: Instance, token: string) {
  let before: string | undefined;
  try {
    const object = await patchGuarded(context, found.path, found.object, {
      isMade: (live) => ownershipTokenOf(live) === token,
      make: (live) => {
        if (live.metadata.deletionTimestamp) throw new ResourceError(beingDeleted(labelOf(id), live.metadata));
        before = ownershipTokenOf(live);
        return withOwnershipToken(live, token);
      },
    });
    if (before !== undefined) context.warn(message(virtualClusterMessages.heldBefore, { label: labelOf(id) }));
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
  { config }: OperationContext,
  id: string,
  { object, namespace }: Instance,
  token: string | undefined,
): string | undefined {
  const now = ownershipTokenOf(object);
  if (token !== undefined && token === now) return undefined;
  const { kept, notInState, annotationGone, takenOver } = virtualClusterMessages;
  const taken = now === undefined ? message(annotationGone, { annotation: ownershipAnnotation }) : message(takenOver);
  const reason = token === undefined ? message(notInState) : taken;
  const command = kubectlDelete(config, { plural: instances, name: String(object.metadata.name), namespace });
  return message(kept, { label: labelOf(id), reason, command });
}

/** The platform does not store the annotation, or does not allow a guarded write. */
const isTokenRefused = (error: unknown): boolean =>
  error instanceof ChangeNotStored || isDenied(error) || isRejected(error) || isUnsupportedMediaType(error);
