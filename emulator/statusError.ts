import type { FieldError } from "./fieldError";
import type { JsonObject } from "./text/json";

/** One wrong field: `reason` is the machine word, `message` says what is wrong, `field` is its path. */
export interface Cause {
  reason?: string;
  message: string;
  field?: string;
}

interface StatusParts {
  code: number;
  reason?: string;
  message: string;
  details?: JsonObject;
  headers?: Record<string, string>;
}

/** A failure that is answered as a Status object, as the machinery of Kubernetes API servers does. */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: string | undefined;
  readonly details: JsonObject | undefined;
  readonly headers: Record<string, string>;

  constructor(parts: StatusParts) {
    super(parts.message);
    this.code = parts.code;
    this.reason = parts.reason;
    this.details = parts.details;
    this.headers = parts.headers ?? {};
  }

  /** The body, in the order of members that real servers use. */
  body(): JsonObject {
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: this.message,
      reason: this.reason,
      details: this.details,
      code: this.code,
    };
  }
}

/** What an error is about: the API group, the word for the resource or kind, and the object's name. */
export interface Subject {
  group: string;
  kind: string;
  name: string;
}

const details = (subject: Subject, more: JsonObject = {}): JsonObject => ({
  name: subject.name === "" ? undefined : subject.name,
  group: subject.group === "" ? undefined : subject.group,
  kind: subject.kind,
  ...more,
});

const resourceTitle = ({ group, kind }: Subject) => (group === "" ? kind : `${kind}.${group}`);

const title = (subject: Subject) => `${resourceTitle(subject)} "${subject.name}"`;

/** 404: no object has this name. */
export function notFound(subject: Subject): StatusError {
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: `${title(subject)} not found`,
    details: details(subject),
  });
}

/** 409: the name is taken. */
export function alreadyExists(subject: Subject, prefix = ""): StatusError {
  const message = `${prefix}${title(subject)} already exists`;
  return new StatusError({ code: 409, reason: "AlreadyExists", message, details: details(subject) });
}

/** 409 for a create that asked for a generated name: the caller may try again at once. */
export function generatedNameTaken(subject: Subject): StatusError {
  return new StatusError({
    code: 409,
    reason: "AlreadyExists",
    message: `${title(subject)} already exists, the server was not able to generate a unique name for the object`,
    details: details(subject, { retryAfterSeconds: 1 }),
    headers: { "retry-after": "1" },
  });
}

/** 409: the request was made for another state of the object. */
export function conflict(subject: Subject, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${title(subject)}: ${why}`;
  return new StatusError({ code: 409, reason: "Conflict", message, details: details(subject) });
}

/** 409: what is applied belongs to other managers. */
export function applyConflict(message: string, causes: Cause[]): StatusError {
  const named = causes.map((cause) => ({ ...cause }));
  return new StatusError({ code: 409, reason: "Conflict", message, details: { causes: named } });
}

/** Why a write with an old resourceVersion is refused. */
export const staleVersion =
  "the object has been modified; please apply your changes to the latest version and try again";

/** 422 with one cause for every wrong field. The text names each message once, the causes keep doubles. */
export function invalid(subject: Subject, errors: readonly FieldError[]): StatusError {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const causes = errors.map(({ reason, message, field }) => ({ reason, message, field }));
  return new StatusError({
    code: 422,
    reason: "Invalid",
    message: `${title(subject)} is invalid: ${list}`,
    details: details(subject, { causes }),
  });
}

/** 400: the request cannot be understood. */
export function badRequest(message: string): StatusError {
  return new StatusError({ code: 400, reason: "BadRequest", message });
}

/** 401, which says nothing more on purpose. */
export function unauthorized(): StatusError {
  return new StatusError({ code: 401, reason: "Unauthorized", message: "Unauthorized" });
}

/** 403: the caller may not do this. Without a subject it is about a path. */
export function forbidden(subject: Subject | undefined, why: string): StatusError {
  const start = subject === undefined ? "" : `${subject.name === "" ? resourceTitle(subject) : title(subject)} is `;
  return new StatusError({
    code: 403,
    reason: "Forbidden",
    message: `${start}forbidden: ${why}`,
    details: subject === undefined ? {} : details(subject),
  });
}

/** 405 for a method that this path does not have. */
export function methodNotAllowed() {
  const message = "the server does not allow this method on the requested resource";
  return new StatusError({ code: 405, reason: "MethodNotAllowed", message, details: {} });
}

/** 405 for a method that no path has; real servers leave the place of its name in the message empty. */
export function methodNotSupported(subject: Subject) {
  const message = ` is not supported on resources of kind "${resourceTitle(subject)}"`;
  return new StatusError({ code: 405, reason: "MethodNotAllowed", message, details: details(subject) });
}

/** 406: the Accept header leaves nothing that can be answered. */
export function notAcceptable(accepted: string): StatusError {
  const message = `only the following media types are accepted: ${accepted}`;
  return new StatusError({ code: 406, reason: "NotAcceptable", message });
}

/** 410: the asked version is forgotten. */
export function versionExpired(message: string): StatusError {
  return new StatusError({ code: 410, reason: "Expired", message });
}

/** 413: too many bytes or operations. */
export function tooLarge(what: string): StatusError {
  const message = `Request entity too large: ${what}`;
  return new StatusError({ code: 413, reason: "RequestEntityTooLarge", message, details: {} });
}

/** 415: the body is in a form that this operation does not read. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new StatusError({ code: 415, reason: "UnsupportedMediaType", message });
}

/** 422 of every JSON Patch that cannot be applied: real servers do not say which operation failed. */
export function patchFailed(): StatusError {
  const message = "the server rejected our request due to an error in our request";
  return new StatusError({ code: 422, reason: "Invalid", message, details: {} });
}

/** 500 without a reason, which real servers also answer to some requests that can never succeed. */
export function internalError(message: string): StatusError {
  return new StatusError({ code: 500, message });
}

/** 500 of an object that is larger than what can be stored, in the words of the database behind real servers. */
export function requestTooLarge(): StatusError {
  return internalError("etcdserver: request is too large");
}

/** 504: the asked resourceVersion does not exist yet. */
export function versionTooLarge(asked: string, current: string): StatusError {
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
    headers: { "retry-after": "1" },
  });
}

/** The media types of bodies; protobuf is named by real servers and not spoken here. */
export const objectMediaTypes = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
