import type { JsonObject } from "./text/json";

/** A wrong field, which becomes a cause of a 422. */
export interface FieldError {
  field: string;
  reason: `FieldValue${"Invalid" | "Required" | "NotSupported" | "Forbidden" | "TooLong" | "TypeInvalid"}`;
  message: string;
}

/** A field whose value is not allowed. `shown` is the value in the message. */
export function invalidField(field: string, shown: string, why: string): FieldError {
  return { field, reason: "FieldValueInvalid", message: `Invalid value: ${shown}: ${why}` };
}

/** A field that is missing. */
export function requiredField(field: string): FieldError {
  return { field, reason: "FieldValueRequired", message: "Required value" };
}

/** A field that must not be changed or set now. */
export function forbiddenField(field: string, why: string): FieldError {
  return { field, reason: "FieldValueForbidden", message: `Forbidden: ${why}` };
}

/** A field whose value is none of a fixed few. */
export function unsupportedField(field: string, found: unknown, allowed: readonly string[]): FieldError {
  const message = `Unsupported value: ${JSON.stringify(found)}: supported values: ${allowed.join(", ")}`;
  return { field, reason: "FieldValueNotSupported", message };
}

/** A field that is too long. */
export function longField(field: string, limit: number): FieldError {
  return { field, reason: "FieldValueTooLong", message: `Too long: may not be more than ${limit} bytes` };
}

interface StatusParts {
  code: number;
  reason?: string;
  message: string;
  details?: JsonObject;
  /** Also sent as a header. */
  retryAfterSeconds?: number;
}

/** A failure, sent as a Status object. */
export class StatusError extends Error {
  readonly code: number;
  readonly headers: Record<string, string>;

  constructor(private readonly parts: StatusParts) {
    super(parts.message);
    this.code = parts.code;
    const { retryAfterSeconds } = parts;
    this.headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  }

  /** The body, in the order of members of real servers. */
  body(): JsonObject {
    const { message, reason, retryAfterSeconds, code } = this.parts;
    const more = retryAfterSeconds !== undefined && { retryAfterSeconds };
    const details = this.parts.details && { ...this.parts.details, ...more };
    return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code };
  }
}

/** What an error is about: the API group, the resource or kind, and the name of the object. */
export interface Subject {
  group: string;
  kind: string;
  name: string;
}

const detailsOf = ({ group, kind, name }: Subject): JsonObject => ({
  name: name || undefined,
  group: group || undefined,
  kind,
});

function title({ group, kind, name }: Subject): string {
  const resource = group === "" ? kind : `${kind}.${group}`;
  return name === "" ? resource : `${resource} "${name}"`;
}

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

/** 409 for a create with a generated name: the caller may retry at once. */
export function generatedNameTaken(subject: Subject): StatusError {
  const message = `${title(subject)} already exists, the server was not able to generate a unique name for the object`;
  const details = detailsOf(subject);
  return new StatusError({ code: 409, reason: "AlreadyExists", message, details, retryAfterSeconds: 1 });
}

/** 409: the request was made for another state of the object. */
export function conflict(subject: Subject, why: string): StatusError {
  return failure(409, "Conflict", `Operation cannot be fulfilled on ${title(subject)}: ${why}`, detailsOf(subject));
}

/** Why a write with an old resourceVersion is refused. */
export const staleVersion =
  "the object has been modified; please apply your changes to the latest version and try again";

/** 422 with one cause for every wrong field. The message names duplicates once. */
export function invalid(subject: Subject, errors: readonly FieldError[]): StatusError {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const causes = errors.map(({ reason, message, field }) => ({ reason, message, field }));
  return failure(422, "Invalid", `${title(subject)} is invalid: ${list}`, { ...detailsOf(subject), causes });
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
  return failure(403, "Forbidden", `${title(subject)} is forbidden: ${why}`, detailsOf(subject));
}

/** 405. A subject is named where no path of it has the method. */
export function methodNotAllowed(subject?: Subject): StatusError {
  const message = "the server does not allow this method on the requested resource";
  return failure(405, "MethodNotAllowed", message, subject ? detailsOf(subject) : {});
}

/** 406: the Accept header leaves nothing that can be sent. */
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

/** 500 without a reason. Real servers also send it for some requests that can never succeed. */
export function internalError(message: string): StatusError {
  return new StatusError({ code: 500, message });
}

/** 500: the object takes more than the storage of real servers does. */
export function requestTooLarge(): StatusError {
  return internalError("etcdserver: request is too large");
}

/** 503: the caller may retry soon. */
export function unavailable(message: string): StatusError {
  return new StatusError({ code: 503, reason: "ServiceUnavailable", message, retryAfterSeconds: 1 });
}

/** 504: the resourceVersion does not exist yet. */
export function versionTooLarge(requested: number, current: number): StatusError {
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  const message = `Timeout: Too large resource version: ${requested}, current: ${current}`;
  return new StatusError({ code: 504, reason: "Timeout", message, details: { causes }, retryAfterSeconds: 1 });
}
