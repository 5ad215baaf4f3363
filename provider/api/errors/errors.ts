import { connectionMessages } from "../../messages/connection.js";
import { message } from "../../messages/message.js";
import { requestMessages } from "../../messages/requests.js";
import type { Secrets } from "../output/secrets.js";
import type { ConnectionFailure } from "./connectionFailures.js";
import { type Cause, type Denial, denialIn, type Failure, remedyOf } from "./failure.js";

export type { Cause } from "./failure.js";

/** Which request an error is about; `path` is below the group path, as "spacetemplates/dev". */
export interface Subject {
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  /** What to do if the access key is refused, where that depends on who gave it. */
  readonly keyRemedy?: string | undefined;
}

// A server can quote a whole object of more than a megabyte.
const longestMessage = 2000;

// The longest names that Kubernetes allows, twice over.
const longestField = 1000;

// A server can have something to say on each of a million values. To mask its words takes time.
const [mostCauses, mostCauseCharacters, longestCauseText] = [100, 64 * 1024, 6000];

/** The first causes, as many as are shown. */
function firstOf(causes: readonly Cause[]): Cause[] {
  let left = mostCauseCharacters;
  return causes.slice(0, mostCauses).filter(({ field, reason, message }) => {
    for (const { length } of [field, reason, message]) left -= Math.min(length, longestCauseText);
    return left >= 0;
  });
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A proxy waits no longer, and does not know what becomes of the request. */
export const abandonedStatuses: ReadonlySet<number> = new Set([408, 499]);

/** Whether a write that is answered with this status may have happened. */
const leavesOpen = (status: number): boolean => status >= 500 || status < 300 || abandonedStatuses.has(status);

const isWrite = ({ method }: Subject): boolean => method !== "GET";

/** The one family of errors that api/ throws; the messages hold no credentials. */
export abstract class PlatformError extends Error {
  /** A write may have happened, in this attempt or in an earlier one of the same request. */
  ambiguous = false;

  /** Adds a sentence that only the thrower's caller knows. */
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

  constructor(subject: Subject, what: string, mayHaveHappened: boolean) {
    super(`${subject.method} ${subject.path} at ${subject.baseUrl} ${what}`);
    this.method = subject.method;
    this.path = subject.path;
    this.ambiguous = mayHaveHappened && isWrite(subject);
  }
}

/** The server answered, but not with what was asked for. */
export class ApiError extends RequestError {
  override readonly name = "ApiError";
  readonly status: number;
  readonly reason: string | undefined;
  readonly causes: readonly Cause[];
  /** How many more there are than `causes` holds. */
  readonly causesLeftOut: number;
  readonly retryAfterSeconds: number | undefined;
  readonly uid: string | undefined;
  /** What is not there, by the API's own word. */
  readonly denies: Denial | undefined;
  /** No server of this API puts it so: a proxy did, or another server. */
  readonly isFromElsewhere: boolean;
  /** The server's own words, redacted. */
  readonly serverMessage: string;
  /** The raw words, for decisions only: a secret may have words in common with them. */
  readonly #words: Pick<Failure, "message" | "reason">;

  constructor(subject: Subject, failure: Failure, secrets: Secrets) {
    const shown = (text: string, longest = longestMessage) => secrets.present(text, "server", longest);
    const said = shown(failure.message);
    const reason = failure.reason && shown(failure.reason);
    const code = [failure.status, reason].filter(Boolean).join(" ");
    const denies = denialIn(subject.path, failure);
    const remedy = remedyOf(failure.status, failure.reason, denies, subject.keyRemedy);
    super(subject, `failed: ${code}: ${sentence(said)} ${remedy}`, leavesOpen(failure.status));
    this.status = failure.status;
    this.#words = failure;
    this.reason = reason;
    this.serverMessage = said;
    const causes = failure.causes ?? [];
    this.causes = firstOf(causes).map((cause) => ({
      field: shown(cause.field, longestField),
      reason: shown(cause.reason),
      message: shown(cause.message),
    }));
    this.causesLeftOut = causes.length - this.causes.length;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.uid = failure.uid;
    this.denies = denies;
    this.isFromElsewhere = failure.isFromElsewhere ?? false;
  }

  /** The server gives this reason. */
  isFor(reason: string): boolean {
    return this.#words.reason === reason;
  }

  /** The server's message is such. */
  says(words: RegExp): boolean {
    return words.test(this.#words.message);
  }
}

/** No usable answer came. */
export class ConnectionError extends RequestError {
  override readonly name = "ConnectionError";
  readonly kind: ConnectionFailure;
  /** The request may have reached the server. */
  readonly sent: boolean;

  constructor(subject: Subject, kind: ConnectionFailure, options: { sent: boolean; detail?: string | undefined }) {
    const { text, remedy } = connectionMessages[kind];
    super(subject, `failed: ${text}${options.detail ? ` (${options.detail})` : ""}. ${remedy}`, options.sent);
    this.kind = kind;
    this.sent = options.sent;
  }
}

/** The caller gave up. */
export class CancelledError extends RequestError {
  override readonly name = "CancelledError";

  constructor(subject: Subject, sent: boolean) {
    const { canceled, canceledInDoubt } = requestMessages;
    super(subject, message(sent && isWrite(subject) ? canceledInDoubt : canceled), sent);
  }
}

/** Pulumi wants the operation to stop. */
export const isCancelled = (error: unknown): error is CancelledError => error instanceof CancelledError;

/** The operation took longer than customTimeouts allow. */
export const isOutOfTime = (error: unknown): error is ConnectionError =>
  error instanceof ConnectionError && error.kind === "deadline";

/** The answer held more than is read of one; a page of fewer objects may hold less. */
export const isTooMuch = (error: unknown): boolean => error instanceof ConnectionError && error.kind === "tooLarge";

const withStatus =
  (...statuses: number[]) =>
  (error: unknown): error is ApiError =>
    error instanceof ApiError && statuses.includes(error.status);

const isMissing = withStatus(404);
const isOccupied = withStatus(409);
const isInvalid = withStatus(422);

/** The access key was refused. */
export const isUnauthorized = withStatus(401);

/** The access key may not do this, or may not know whether there is such a namespace. */
export const isForbidden = withStatus(403);

/** The API says that the object is not there. A 404 of a proxy or of a wrong base URL is none. */
export const isNotFound = (error: unknown): error is ApiError => error instanceof ApiError && error.denies === "asked";

/** The name is taken, also by an object that is being deleted. */
export const isAlreadyExists = (error: unknown): error is ApiError => isOccupied(error) && error.isFor("AlreadyExists");

/** The name is taken by an object that is being deleted. */
export const isTerminatingConflict = (error: unknown): error is ApiError =>
  isAlreadyExists(error) && error.says(/object is being deleted/);

/** The object is another version, or another object, than the one the request was meant for. */
export const isConflict = (error: unknown): error is ApiError => isOccupied(error) && !error.isFor("AlreadyExists");

/** The server does not take this kind of body. */
export const isUnsupportedMediaType = withStatus(415);

/** The server failed. The same request would fail again: 500 is for permanent errors, too. */
export const isServerError = withStatus(500);

/** The server refuses what the request says; its causes tell which fields. */
export const isRefused = withStatus(400, 422);

/** The server does not do this for us: the access key lacks the right, or there is no such verb. */
export const isDenied = withStatus(403, 405);

/** The server does not take a body with this request. */
export const isBodyRefused = withStatus(400, 415, 422);

/** The version a list began with is no longer kept. */
export const isExpired = withStatus(410);

/** The API says that it has no such endpoint: an unknown path, or a verb that is not allowed. */
export const isNotOffered = (error: unknown): error is ApiError =>
  (withStatus(405)(error) || (isMissing(error) && error.denies === undefined)) && !error.isFromElsewhere;

/** The server has read the value of dryRun, and knows no such value. */
export const isDryRunRefused = (error: unknown): error is ApiError =>
  isInvalid(error) &&
  (error.causes.some(({ field }) => field === "dryRun") || error.says(/\bdryRun: Unsupported value\b/));

/** The server refuses a request without a cause, as it does with a JSON Patch that fails. */
export const isUnexplained = (error: unknown): error is ApiError => isInvalid(error) && error.causes.length === 0;

/** A write may or may not have happened: look before telling anybody. */
export const isAmbiguous = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.ambiguous;
