import type { Secrets } from "../output/redaction.js";
import { type ConnectionFailure, connectionTexts } from "./connectionFailures.js";
import { type Cause, errorRemedy, type Failure, httpsRemedy, type NotFoundTarget, notFoundTarget } from "./failure.js";

export type { Cause } from "./failure.js";

/** The request that an error is about; `path` is below the group path: "spacetemplates/dev". */
export interface Subject {
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  /** The remedy for a rejected access key, if it depends on the key's source. */
  readonly keyRemedy?: string | undefined;
}

// A server may quote a whole object of more than a megabyte.
const maxMessageLength = 2000;

// Twice the length of the longest names in Kubernetes.
const maxFieldLength = 1000;

// A server may send a cause for each of a million values, and redaction takes time.
const maxCauses = 100;
const maxCauseCharacters = 64 * 1024;
// About what redaction reads of a text that is cut at maxMessageLength.
const maxCauseTextLength = 6000;

const strictError = "strict decoding error: ";

/** The fields that `fieldValidation=Strict` rejects, from Kubernetes' message; none if too many. */
function unknownFieldsIn({ status, message }: Failure): string[] {
  // Last: the 422 for a patch first quotes the object, which may contain these words, too.
  const start = status === 400 || status === 422 ? message.lastIndexOf(strictError) : -1;
  const list = start < 0 ? "" : message.slice(start + strictError.length);
  if (list.length > maxCauseCharacters) return [];
  const found = [...list.matchAll(/unknown field "([^"]{1,1000})"/g)];
  return found.length > maxCauses ? [] : found.map(([, field = ""]) => field);
}

function limitCauses(causes: readonly Cause[]): Cause[] {
  let remaining = maxCauseCharacters;
  return causes.slice(0, maxCauses).filter(({ field, reason, message }) => {
    for (const { length } of [field, reason, message]) remaining -= Math.min(length, maxCauseTextLength);
    return remaining >= 0;
  });
}

const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Statuses of a proxy that stopped waiting. The server may still process the request. */
export const timeoutStatuses: ReadonlySet<number> = new Set([408, 499]);

/** Whether a write may have been applied. A status below 300 belongs to an invalid response. */
const isAmbiguousStatus = (status: number): boolean => status >= 500 || status < 300 || timeoutStatuses.has(status);

const isWrite = ({ method }: Subject): boolean => method !== "GET";

/** Base class of all errors of api/. The messages contain no credentials. */
export abstract class PlatformError extends Error {
  /** Whether a write may have been applied, by this attempt or by an earlier one of the request. */
  ambiguous = false;

  /** Appends a sentence that only a caller knows. */
  note(text: string): this {
    this.message += ` ${text}`;
    return this;
  }
}

/** A request that failed. */
export abstract class RequestError extends PlatformError {
  readonly method: string;
  /** Below the group path, such as "spacetemplates/dev". */
  readonly path: string;

  constructor(subject: Subject, problem: string, mayBeApplied: boolean) {
    super(`${subject.method} ${subject.path} at ${subject.baseUrl} ${problem}`);
    this.method = subject.method;
    this.path = subject.path;
    this.ambiguous = mayBeApplied && isWrite(subject);
  }
}

/** Replaces a text of the server that may quote a secret. */
export const hiddenReason = "the reason is not shown, because it may quote a secret";

/** An error response, or a response that is not valid in this API. */
export class ApiError extends RequestError {
  override readonly name = "ApiError";
  readonly status: number;
  readonly reason: string | undefined;
  readonly causes: readonly Cause[];
  /** Fields of the request that the server does not know. */
  readonly unknownFields: readonly string[];
  /** The number of causes that are not in `causes`. */
  readonly omittedCauses: number;
  readonly retryAfterSeconds: number | undefined;
  /** Which object does not exist, if the API reports one. */
  readonly notFoundTarget: NotFoundTarget | undefined;
  /** The response is not from this API: a proxy or another server sent it. */
  readonly isForeign: boolean;
  /** The message of the server, redacted. */
  readonly serverMessage: string;
  /** Unredacted, for decisions only: redaction may mask a word that they depend on. */
  readonly #raw: Pick<Failure, "message" | "reason">;

  constructor(subject: Subject, failure: Failure, secrets: Secrets) {
    const redact = (text: string, maxLength = maxMessageLength) => secrets.redact(text, "server", maxLength);
    const text = redact(failure.message);
    const reason = failure.reason && redact(failure.reason);
    const code = [failure.status, reason].filter(Boolean).join(" ");
    const target = notFoundTarget(subject.path, failure);
    const mayNeedHttps = failure.isForeign && failure.status === 400 && subject.baseUrl.startsWith("http:");
    const remedy = mayNeedHttps ? httpsRemedy : errorRemedy(failure, target, subject.keyRemedy);
    super(subject, `failed: ${code}: ${withPeriod(text)} ${remedy}`, isAmbiguousStatus(failure.status));
    this.status = failure.status;
    this.#raw = failure;
    this.reason = reason;
    this.serverMessage = text;
    const causes = failure.causes ?? [];
    this.causes = limitCauses(causes).map((cause) => ({
      field: redact(cause.field, maxFieldLength),
      reason: redact(cause.reason),
      message: redact(cause.message),
    }));
    this.omittedCauses = causes.length - this.causes.length;
    this.unknownFields = unknownFieldsIn(failure).map((field) => redact(field, maxFieldLength));
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.notFoundTarget = target;
    this.isForeign = failure.isForeign ?? false;
  }

  hasReason(reason: string): boolean {
    return this.#raw.reason === reason;
  }

  /** Leaves out the server's text, which may quote a secret that no response has shown yet. */
  withoutServerText(): this {
    const hidden = `: ${withPeriod(hiddenReason)}`;
    this.message = this.message.replace(`: ${withPeriod(this.serverMessage)}`, () => hidden);
    return this;
  }

  messageMatches(pattern: RegExp): boolean {
    return pattern.test(this.#raw.message);
  }
}

/** A request without a usable response. */
export class ConnectionError extends RequestError {
  override readonly name = "ConnectionError";
  readonly failure: ConnectionFailure;
  /** Whether the request may have reached the server. */
  readonly sent: boolean;

  constructor(subject: Subject, failure: ConnectionFailure, options: { sent: boolean; detail?: string | undefined }) {
    const { text, remedy } = connectionTexts[failure];
    super(subject, `failed: ${text}${options.detail ? ` (${options.detail})` : ""}. ${remedy}`, options.sent);
    this.failure = failure;
    this.sent = options.sent;
  }
}

/** A request that the caller canceled. */
export class CancelledError extends RequestError {
  override readonly name = "CancelledError";

  constructor(subject: Subject, sent: boolean) {
    const advice = " The server may have received it: run pulumi refresh.";
    super(subject, `was canceled.${sent && isWrite(subject) ? advice : ""}`, sent);
  }
}

/** Pulumi canceled the operation. */
export const isCancelled = (error: unknown): error is CancelledError => error instanceof CancelledError;

/** The operation exceeded its customTimeouts. */
export const isDeadlineExceeded = (error: unknown): error is ConnectionError =>
  error instanceof ConnectionError && error.failure === "deadline";

/** The response exceeded the size limit. A page with a lower limit may fit. */
export const isTooLarge = (error: unknown): boolean => error instanceof ConnectionError && error.failure === "tooLarge";

const withStatus =
  (...statuses: number[]) =>
  (error: unknown): error is ApiError =>
    error instanceof ApiError && statuses.includes(error.status);

const isStatus404 = withStatus(404);
const isStatus409 = withStatus(409);
const isStatus422 = withStatus(422);

/** The access key was rejected. */
export const isUnauthorized = withStatus(401);

/** The access key lacks the permission, or the namespace does not exist. */
export const isForbidden = withStatus(403);

/** The API reports that the object does not exist. A proxy's 404 does not count. */
export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.notFoundTarget === "requested";

/** The name is in use, perhaps by a terminating object. */
export const isAlreadyExists = (error: unknown): error is ApiError =>
  isStatus409(error) && error.hasReason("AlreadyExists");

/** The name is in use by a terminating object. */
export const isTerminatingConflict = (error: unknown): error is ApiError =>
  isAlreadyExists(error) && error.messageMatches(/object is being deleted/);

/** A precondition failed: the object has another version or uid. */
export const isConflict = (error: unknown): error is ApiError =>
  isStatus409(error) && !error.hasReason("AlreadyExists");

/** An internal error. A retry would fail again: servers send 500 for permanent errors, too. */
export const isInternalError = withStatus(500);

/** The server rejected the content of the request; the causes name the fields. */
export const isRejected = withStatus(400, 422);

/** The access key lacks the permission, or the endpoint lacks the verb. */
export const isDenied = withStatus(403, 405);

/** The server may have rejected the request because of its body. */
export const isBodyRejected = withStatus(400, 415, 422);

/** The server no longer has the version of the list. */
export const isExpired = withStatus(410);

/** The API has no such endpoint: the path is unknown or the verb is not allowed. */
export const isUnknownEndpoint = (error: unknown): error is ApiError =>
  (withStatus(405)(error) || (isStatus404(error) && error.notFoundTarget === undefined)) && !error.isForeign;

/** A 422 without causes, such as for a JSON Patch whose test failed. */
export const isUnexplained = (error: unknown): error is ApiError => isStatus422(error) && error.causes.length === 0;

/** A write may have been applied: read the object before reporting a failure. */
export const isAmbiguous = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.ambiguous;
