import { now } from "../../api/call.js";
import { isConflict, RequestError } from "../../api/errors/errors.js";
import { conflictDelay, conflictRetries } from "../../api/transport/retry.js";
import type { Context } from "../operation.js";
import { ResourceError } from "../resourceError.js";

interface ReadAndWrite<Read, Result> {
  /** Reads before each write. Gets the failure of the write before. */
  read(failure?: RequestError): Promise<Read>;
  write(value: Read): Promise<Result>;
  /** Whether a write may succeed after another read. Default: after a conflict. */
  mayRetry?(failure: RequestError): boolean;
  /** The error after the last attempt, or if the deadline is sooner. Default: the failure. */
  lastError?(failure: RequestError): Error;
}

/** Reads and writes. Does both again after a short delay if others wrote in between. */
export async function retryConflict<Read, Result>(
  context: Context,
  { read, write, mayRetry = isConflict, lastError = (failure) => failure }: ReadAndWrite<Read, Result>,
): Promise<Result> {
  let previous: RequestError | undefined;
  for (let attempt = 1; ; attempt++) {
    const value = await read(previous);
    try {
      return await write(value);
    } catch (failure) {
      if (!(failure instanceof RequestError && mayRetry(failure))) throw failure;
      if (!(await waitForNextAttempt(context, failure, attempt))) throw lastError(failure);
      previous = failure;
    }
  }
}

/** Returns false after the last attempt, or if the deadline is sooner. */
async function waitForNextAttempt({ client, call }: Context, failure: RequestError, attempt: number) {
  if (attempt === conflictRetries.attempts) return false;
  const path = failure.path.split("/");
  if (!(await client.waitForRetryAfter(failure, path, call))) return false;
  return client.pause(conflictDelay(attempt, Math.random), path, call);
}

interface Wait<Result> {
  readonly path: readonly string[];
  /** Names the resource in the progress messages. Without it, there are none. */
  readonly label?: string;
  /** The result, or a text that says what the wait is for. */
  attempt(): Promise<Result | string>;
  /** Milliseconds before the next attempt. Default: 500. */
  delay?(attempts: number): number;
  /** The error if the deadline is sooner than the next attempt. */
  lateError?(awaited: string, seconds: number): Error;
}

const waitTimeout = (awaited: string, seconds: number) => new ResourceError(`waited ${seconds} s for ${awaited}.`);

/** Seconds before a message repeats: without a terminal, each is a line of the log. */
const progressInterval = 15;

/** Repeats an attempt until the platform has made its result. Shows the progress. */
export async function poll<Result>(
  context: Context,
  { path, label, attempt, delay = () => 500, lateError = waitTimeout }: Wait<Result>,
): Promise<Result> {
  const started = now();
  let shown = { text: "", at: started };
  for (let attempts = 1; ; attempts++) {
    const found = await attempt();
    if (typeof found !== "string") return found;
    const seconds = secondsSince(started);
    if (label !== undefined && (found !== shown.text || secondsSince(shown.at) >= progressInterval)) {
      shown = { text: found, at: now() };
      context.status(`${label}: waiting for ${found}, ${seconds} s`);
    }
    if (!(await context.client.pause(delay(attempts), path, context.call))) throw lateError(found, seconds);
  }
}

/** The whole seconds of a wait so far. */
export const secondsSince = (started: number): number => Math.round((now() - started) / 1000);
