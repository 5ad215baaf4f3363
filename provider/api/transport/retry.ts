import { transientFailures } from "../errors/connectionFailures.js";
import { ApiError, ConnectionError, timeoutStatuses } from "../errors/errors.js";

/** Attempts and backoff of a request. */
export const retryPolicy = { attempts: 5, baseMs: 400, capMs: 10_000 } as const;

/** Statuses after which a retry may succeed. 500 also stands for permanent errors. */
const unavailableStatuses: ReadonlySet<number> = new Set([...timeoutStatuses, 502, 503, 504]);

/** Whether to retry a request after an error. */
export function shouldRetry(idempotent: boolean, error: unknown): boolean {
  if (error instanceof ConnectionError) return transientFailures.has(error.failure) && (idempotent || !error.sent);
  if (!(error instanceof ApiError)) return false;
  // A 429 means that the server did not process the request.
  return error.status === 429 || (idempotent && unavailableStatuses.has(error.status));
}

/** Whether an error is a response that a repeated request would get again. */
export const isPermanent = (error: unknown): error is ApiError =>
  error instanceof ApiError && !shouldRetry(true, error);

/** Milliseconds before the next attempt: full jitter on top of Retry-After. */
export function retryDelay(attempt: number, retryAfterSeconds: number | undefined, random: () => number): number {
  const backoff = Math.min(retryPolicy.capMs, retryPolicy.baseMs * 2 ** (attempt - 1));
  return Math.round((retryAfterSeconds ?? 0) * 1000 + random() * backoff);
}

/** Attempts and backoff of an update after conflicts. */
export const conflictRetries = { attempts: 20, baseMs: 10, capMs: 500 } as const;

/** Milliseconds before the next attempt. Short, as the conflicting write has finished. */
export function conflictDelay(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(conflictRetries.capMs, conflictRetries.baseMs * 2 ** (attempt - 1)));
}

/** Seconds of a Retry-After header, given in seconds or as a date; undefined if invalid. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // Date.parse accepts nearly anything; an HTTP date starts with a weekday.
  if (!/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
