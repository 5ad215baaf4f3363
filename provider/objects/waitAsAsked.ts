import { ApiError } from "../api/errors.js";
import type { OperationContext } from "./operation.js";

/**
 * Waits as long as a failed request's answer asks to be left alone (Retry-After), before another request that has to do with it;
 * false when the operation's time would be over before.
 */
export async function waitAsAsked(
  { client, call }: Pick<OperationContext, "client" | "call">,
  path: readonly string[],
  failure: unknown,
): Promise<boolean> {
  const seconds = failure instanceof ApiError ? failure.retryAfterSeconds : undefined;
  return seconds === undefined || client.pause(seconds * 1000, path, call);
}
