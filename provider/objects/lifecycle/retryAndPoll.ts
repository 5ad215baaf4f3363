import { isConflict, RequestError } from "../../api/errors/errors.js";
import { conflictDelay, conflictRetries } from "../../api/transport/retry.js";
import type { OperationContext } from "../operation.js";

interface ReadAndWrite<Read, Result> {
  /** Reads before each write. Gets the failure of the write before. */
  read(failure?: RequestError): Promise<Read>;
  write(read: Read): Promise<Result>;
  /** Whether a write may succeed after another read. Default: after a conflict. */
  mayRetry?(failure: RequestError): boolean;
  /** The error after the last attempt, or if the deadline is sooner. Default: the failure. */
  lastError?(failure: RequestError): Error;
}

/** Reads and writes. Does both again after a short delay if others wrote in between. */
export async function retryConflict<Read, Result>(
  context: OperationContext,
  { read, write, mayRetry = isConflict, lastError = (failure) => failure }: ReadAndWrite<Read, Result>,
): Promise<Result> {
  let last: RequestError | undefined;
  for (let attempt = 1; ; attempt++) {
    const found = await read(last);
    try {
      return await write(found);
    } catch (failure) {
      if (!(failure instanceof RequestError && mayRetry(failure))) throw failure;
      if (!(await waitForRetry(context, failure, attempt))) throw lastError(failure);
      last = failure;
    }
  }
}

/** False after the last attempt, or if the deadline is sooner. */
async function waitForRetry({ client, call }: OperationContext, failure: RequestError, attempt: number) {
  if (attempt === conflictRetries.attempts) return false;
  const path = failure.path.split("/");
  const isTimeLeft = await client.waitForRetryAfter(failure, path, call);
  return isTimeLeft && client.pause(conflictDelay(attempt, Math.random), path, call);
}
