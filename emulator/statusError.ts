import type { FieldError } from "./fieldError";
import type { JsonObject } from "./text/json";

/** One wrong field: `reason` for machines, `message` for people, `field` is its path. */
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

/** A failure that is answered as a Status object. */
export class StatusError extends Error {
  readonly code: number;
  readonly headers: Record<string, string>;

  constructor(private readonly parts: StatusParts) {
    super(parts.message);
    this.code = parts.code;
    this.headers = parts.headers ?? {};
  }

  /** The body, in the order of members of real servers. */
  body(): JsonObject {
    const { message, reason, details, code } = this.parts;
    return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code };
  }
}

/** What an error is about: the API group, the resource or kind, and the name of the object. */
export interface Subject {
  group: string;
  kind: string;
  name: string;
}

const detailsOf = ({ group, kind, name }: Subject, more: JsonObject = {}): JsonObject => ({
  name: name || undefined,
  group: group || undefined,
  kind,
  ...more,
});

const resourceTitle = ({ group, kind }: Subject) => (group === "" ? kind : `${kind}.${group}`);

const title = (subject: Subject) => `${resourceTitle(subject)} "${subject.name}"`;

const failure = (code: number, reason: string, message: string, details?: JsonObject) =>
  new StatusError({ code, reason, message, ...(details && { details }) });

/** 404: no object has this name. */
export function notFound(subject: Subject): StatusError {
  return failure(404, "NotFound", `${title(subject)} not found`, detailsOf(subject));
}

/** 404: the path names no resource of this server. */
export function notServed(): StatusError {
  return failure(404, "NotFound", "the server could not find the requested resource", {});
}

/** 409: the name is taken. */
export function alreadyExists(subject: Subject, prefix = ""): StatusError {
  return failure(409, "AlreadyExists", `${prefix}${title(subject)} already exists`, detailsOf(subject));
}

/** 409 for a create that asked for a generated name: the caller may retry at once. */
export function generatedNameTaken(subject: Subject): StatusError {
  return new StatusError({
    code: 409,
    reason: "AlreadyExists",
    message: `${title(subject)} already exists, the server was not able to generate a unique name for the object`,
    details: detailsOf(subject, { retryAfterSeconds: 1 }),
    headers: { "retry-after": "1" },
  });
}

/** 409: the request was made for another state of the object. */
export function conflict(subject: Subject, why: string): StatusError {
  return failure(409, "Conflict", `Operation cannot be fulfilled on ${title(subject)}: ${why}`, detailsOf(subject));
}

/** 409: other managers own what is applied. */
export function applyConflict(message: string, causes: Cause[]): StatusError {
  return failure(409, "Conflict", message, { causes: causes.map((cause) => ({ ...cause })) });
}

/** Why a write with an old resourceVersion is refused. */
export const staleVersion =
  "the object has been modified; please apply your changes to the latest version and try again";

/** 422 with one cause for every wrong field. The message names duplicates once. */
export function invalid(subject: Subject, errors: readonly FieldError[]): StatusError {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const causes = errors.map(({ reason, message, field }) => ({ reason, message, field }));
  return failure(422, "Invalid", `${title(subject)} is invalid: ${list}`, detailsOf(subject, { causes }));
}

/** 400: the request cannot be understood. */
export function badRequest(message: string): StatusError {
  return failure(400, "BadRequest", message);
}

/** 401. It does not say why. */
export function unauthorized(): StatusError {
  return failure(401, "Unauthorized", "Unauthorized");
}

/** 403: the caller may not do this. Without a subject it is about a path. */
export function forbidden(subject: Subject | undefined, why: string): StatusError {
  if (subject === undefined) return failure(403, "Forbidden", `forbidden: ${why}`, {});
  const start = subject.name === "" ? resourceTitle(subject) : title(subject);
  return failure(403, "Forbidden", `${start} is forbidden: ${why}`, detailsOf(subject));
}

/** 405 for a method that this path does not have. */
export function methodNotAllowed(): StatusError {
  return failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});
}

/** 405 for a method that no path has. Real servers leave its name in the message empty. */
export function methodNotSupported(subject: Subject): StatusError {
  const message = ` is not supported on resources of kind "${resourceTitle(subject)}"`;
  return failure(405, "MethodNotAllowed", message, detailsOf(subject));
}

/** 406: the Accept header leaves nothing that can be answered. */
export function notAcceptable(accepted: string): StatusError {
  return failure(406, "NotAcceptable", `only the following media types are accepted: ${accepted}`);
}

/** 410: the version is no longer known. */
export function versionExpired(message: string): StatusError {
  return failure(410, "Expired", message);
}

/** 413: too many bytes or operations. */
export function tooLarge(what: string): StatusError {
  return failure(413, "RequestEntityTooLarge", `Request entity too large: ${what}`, {});
}

/** 415: this operation does not read the media type of the body. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const start = "the body of the request was in an unknown format - accepted media types include";
  return failure(415, "UnsupportedMediaType", `${start}: ${accepted.join(", ")}`);
}

/** 422 of a JSON Patch that cannot be applied. Real servers do not say which operation failed. */
export function patchFailed(): StatusError {
  return failure(422, "Invalid", "the server rejected our request due to an error in our request", {});
}

/** 500 without a reason. Real servers also answer it to some requests that can never succeed. */
export function internalError(message: string): StatusError {
  return new StatusError({ code: 500, message });
}

/** 504: the resourceVersion does not exist yet. */
export function versionTooLarge(asked: string, current: string): StatusError {
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: { causes, retryAfterSeconds: 1 },
    headers: { "retry-after": "1" },
  });
}

/** The media types of bodies. Real servers name protobuf as well, which is not served here. */
export const objectMediaTypes = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
