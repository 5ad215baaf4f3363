import { transientFailures } from "../errors/connectionFailures.js";
import { ApiError, abandonedStatuses, ConnectionError } from "../errors/errors.js";

/** How often and how patiently a request is repeated. */
export const retryPolicy = { attempts: 5, baseMs: 400, capMs: 10_000 } as const;

/** The server may have done something. Real servers use 500 for permanent errors, too. */
const unsureStatuses: ReadonlySet<number> = new Set([...abandonedStatuses, 502, 503, 504]);

/** Whether the same request may be sent again; `idempotent` means that twice is like once. */
export function shouldRetry(idempotent: boolean, error: unknown): boolean {
  if (error instanceof ConnectionError) return transientFailures.has(error.kind) && (idempotent || !error.sent);
  if (!(error instanceof ApiError)) return false;
  // With 429 the server did nothing yet and says so.
  return error.status === 429 || (idempotent && unsureStatuses.has(error.status));
}

/** Milliseconds to wait after an attempt (1, 2, …): full jitter, never sooner than Retry-After. */
export function retryDelay(attempt: number, retryAfterSeconds: number | undefined, random: () => number): number {
  const backoff = Math.min(retryPolicy.capMs, retryPolicy.baseMs * 2 ** (attempt - 1));
  return Math.round((retryAfterSeconds ?? 0) * 1000 + random() * backoff);
}

/** How often and how patiently an update starts again after another client's write. */
export const conflictRetries = { attempts: 20, baseMs: 10, capMs: 500 } as const;

/** Milliseconds to wait before an update starts again: few, since the other write is over. */
export function conflictDelay(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(conflictRetries.capMs, conflictRetries.baseMs * 2 ** (attempt - 1)));
}

/** Reads a Retry-After header, seconds or an HTTP date; undefined for anything else. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // Date.parse takes nearly anything; an HTTP date begins with the day's name.
  if (!/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
