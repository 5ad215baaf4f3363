import { deletedOutside, nothingDeleted, onAnotherPlatform } from "./messages.js";
import { type OperationContext, ResourceError } from "./operation.js";

/**
 * Whether the resource was made on another platform than this one, as far as both are known. Asked only where its object is not
 * there: an object with the recorded uid proves the platform.
 */
async function isElsewhere({ identity, madeOn, call }: OperationContext): Promise<boolean> {
  if (madeOn === undefined) return false;
  const here = await identity.of(call);
  return here !== "hidden" && here.uid !== madeOn;
}

/** Fails where the object is on another platform: success would make the state forget it. */
export async function refuseElsewhere(context: OperationContext, action: string, label: string): Promise<void> {
  if (await isElsewhere(context)) throw new ResourceError(onAnotherPlatform(action, label, context.config.baseUrl));
}

/** Says that a delete found nothing, and fails where the object is on another platform. */
export async function nothingToDelete(context: OperationContext, label: string): Promise<void> {
  await refuseElsewhere(context, "delete", label);
  context.warn(nothingDeleted(label, context.config.baseUrl));
}

/** Says that a read found nothing, and fails where the object is on another platform. */
export async function nothingToRead(context: OperationContext, label: string): Promise<void> {
  await refuseElsewhere(context, "read", label);
  context.warn(deletedOutside(label));
}
