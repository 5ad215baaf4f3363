import type { OperationContext } from "./operation.js";

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
