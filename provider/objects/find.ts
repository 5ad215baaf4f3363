import type { ApiObject } from "../api/client.js";
import { isNotFound } from "../api/errors.js";
import { deletedOutside, nothingDeleted, onAnotherPlatform } from "./messages.js";
import { type OperationContext, ResourceError } from "./operation.js";

/** The object at a path, or undefined when it is gone. A 403 may hide a live object, so it is not "gone". */
export async function findObject(context: OperationContext, path: readonly string[]): Promise<ApiObject | undefined> {
  try {
    return await context.client.get(path, context.call);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

/**
 * Waits as long as a failed request's answer asks to be left alone (Retry-After), before another request that has to do with it;
 * false when the operation's time would be over before.
 */
export const waitAsAsked = (
  { client, call }: Pick<OperationContext, "client" | "call">,
  path: readonly string[],
  failure: unknown,
): Promise<boolean> => client.waitAsAsked(failure, path, call);

/** The same for who has no other way: throws the failure when the time would be over before. */
export async function waitOrThrow(
  context: Pick<OperationContext, "client" | "call">,
  path: readonly string[],
  failure: unknown,
): Promise<void> {
  if (!(await waitAsAsked(context, path, failure))) throw failure;
}

/** Fails if the resource was made on another platform, as far as both are known. Success would make the state forget it. */
export async function refuseElsewhere(context: OperationContext, action: string, label: string): Promise<void> {
  const { identity, madeOn, call, config } = context;
  if (madeOn === undefined) return;
  const here = await identity.of(call);
  if (here !== "hidden" && here.uid !== madeOn)
    throw new ResourceError(onAnotherPlatform(action, label, config.baseUrl));
}

/** Warns that a delete found nothing. Fails if the object is on another platform. */
export async function nothingToDelete(context: OperationContext, label: string): Promise<undefined> {
  await refuseElsewhere(context, "delete", label);
  context.warn(nothingDeleted(label, context.config.baseUrl));
}

/** Warns that a read found nothing. Fails if the object is on another platform. */
export async function nothingToRead(context: OperationContext, label: string): Promise<undefined> {
  await refuseElsewhere(context, "read", label);
  context.warn(deletedOutside(label));
}
