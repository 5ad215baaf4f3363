import { deletedOutside, forgottenElsewhere, nothingDeleted, onAnotherPlatform } from "./messages.js";
import { type OperationContext, ResourceError } from "./operation.js";

/**
 * Whether the resource was created on another platform; false if either is unknown. Only for an object
 * that was not found: an object with the recorded uid proves the platform.
 */
export async function isElsewhere({ identity, madeOn, call }: OperationContext): Promise<boolean> {
  if (madeOn === undefined) return false;
  const here = await identity.of(call);
  return here !== undefined && here !== madeOn;
}

/** Fails if the object is on another platform: success would remove it from the state. */
export async function refuseElsewhere(context: OperationContext, action: string, label: string): Promise<void> {
  if (await isElsewhere(context)) throw new ResourceError(onAnotherPlatform(action, label, context.config.baseUrl));
}

/** Warns that a delete found nothing. Fails if the object is on another platform. */
export async function nothingToDelete(context: OperationContext, label: string): Promise<void> {
  await refuseElsewhere(context, "delete", label);
  context.warn(nothingDeleted(label, context.config.baseUrl));
}

/** Warns that a read found nothing. */
export async function nothingToRead(context: OperationContext, label: string): Promise<void> {
  const { baseUrl } = context.config;
  context.warn((await isElsewhere(context)) ? forgottenElsewhere(label, baseUrl) : deletedOutside(label));
}
