import type { ApiObject } from "../../api/client.js";
import { isNotFound } from "../../api/errors/errors.js";
import { conflictDelay, conflictRetries } from "../../api/transport/retry.js";
import type { OperationContext } from "../operation.js";
import { assertSamePlatform } from "./samePlatform.js";

/** The object at a path; undefined if it is gone. A 403 may hide a live object, so it throws. */
export async function findObject(context: OperationContext, path: readonly string[]): Promise<ApiObject | undefined> {
  try {
    return await context.client.get(path, context.call);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

/** Waits for a failure's Retry-After. Throws the failure if the deadline is sooner. */
export async function waitOrThrow(
  { client, call }: Pick<OperationContext, "client" | "call">,
  path: readonly string[],
  failure: unknown,
): Promise<void> {
  if (!(await client.waitForRetryAfter(failure, path, call))) throw failure;
}

/** Waits after a conflict. False after the last attempt, or if the deadline is sooner. */
export const waitForRetry = async (
  { client, call }: OperationContext,
  path: readonly string[],
  failure: unknown,
  attempt: number,
): Promise<boolean> =>
  attempt < conflictRetries.attempts &&
  (await client.waitForRetryAfter(failure, path, call)) &&
  client.pause(conflictDelay(attempt, Math.random), path, call);

/** Warns that a delete found nothing. Throws if the object may be on another platform. */
export async function warnNothingDeleted(context: OperationContext, label: string): Promise<undefined> {
  await assertSamePlatform(context, "delete", label);
  context.warn(
    `${label} is not on the platform at ${context.config.baseUrl}; nothing was deleted there. If it is ` +
      "on another platform, it is still there.",
  );
}

/** Warns that a read found nothing. Throws if the object may be on another platform. */
export async function warnDeletedOutside(context: OperationContext, label: string): Promise<undefined> {
  await assertSamePlatform(context, "read", label);
  context.warn(`${label} is not on the platform any more: somebody deleted it. The next pulumi up creates it again.`);
}
