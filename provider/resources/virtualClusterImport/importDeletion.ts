import { message } from "../../messages/message.js";
import { virtualClusterMessages } from "../../messages/virtualClusters.js";
import { deleteApproved, isReplaced } from "../../objects/lifecycle/deletion.js";
import { warnNothingDeleted } from "../../objects/lifecycle/liveObject.js";
import { nonDeletable } from "../../objects/lifecycle/refusedDeletion.js";
import { assertNotElsewhere } from "../../objects/lifecycle/samePlatform.js";
import { type OperationContext, type Recorded, ResourceError } from "../../objects/operation.js";
import { isFromThisCreate } from "../../objects/ownership.js";
import { isRecord } from "../../objects/values.js";
import { findInstance, type Instance, instancesUnsupported } from "../virtualCluster/virtualClusterInstance.js";
import { deleteSecret } from "./connectionSecret.js";
import { reasonToKeep } from "./importOwnership.js";
import { anotherSource } from "./importState.js";
import { hasDeclaredSource, isRegistered, labelOf, parseId, targetOf } from "./importTarget.js";
import { setManaged } from "./management.js";

/** Deletes the virtual cluster if this resource holds it, which each conflict may change. */
export async function deleteInstance(context: OperationContext, id: string, recorded: Recorded): Promise<void> {
  await deleteApproved(context, labelOf(id), async () => {
    const held = await deletable(context, id, recorded);
    return held && isRegistered(held, recorded.state) ? disconnected(context, recorded, held) : held;
  });
}

/**
 * Ends a registration: without management by the platform, the virtual cluster stays. An instance
 * that cannot be deleted stays connected.
 */
async function disconnected(context: OperationContext, { inputs, state }: Recorded, found: Instance) {
  const target = targetOf(inputs);
  const reason = nonDeletable(context, { path: found.path, label: target.label }, found.object);
  if (reason !== undefined) throw new ResourceError(reason);
  const ended = await setManaged(context, target, found, false);
  if (isRecord(state.connection)) await deleteSecret(context, target, state.connection);
  return ended;
}

/** The virtual cluster if this resource may delete it; else warns with the reason. */
async function deletable(context: OperationContext, id: string, recorded: Recorded): Promise<Instance | undefined> {
  const label = labelOf(id);
  const found = await findInstance(context, parseId(id), recorded.state);
  if (found === undefined) return warnNothingDeleted(context, label);
  if (found === instancesUnsupported) throw new ResourceError(message(virtualClusterMessages.cannotDelete, { label }));
  const { uid = found.object.metadata.uid } = recorded.state;
  const isItOurs = hasDeclaredSource(found, recorded.inputs);
  if (recorded.state.uid === undefined) {
    // Another platform may have a virtual cluster of the same source.
    await assertNotElsewhere(context, "delete", label);
    if (isItOurs === undefined && !isFromThisCreate(found.object, recorded))
      throw new ResourceError(message(virtualClusterMessages.placeUnknown, { label }));
  }
  // Another client may have changed the source of the object with our uid.
  if (isItOurs === false) return kept(context, anotherSource(id));
  if (await isReplaced(context, label, found.object, uid)) return undefined;
  const reason = reasonToKeep(context, id, found, recorded.ownershipToken);
  return reason === undefined ? found : kept(context, reason);
}

function kept(context: OperationContext, reason: string): undefined {
  context.warn(reason);
}
