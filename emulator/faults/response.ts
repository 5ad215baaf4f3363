import { type Response, statusResponse } from "../requests/response";
import { conflict, StatusError, staleVersion } from "../statusError";
import { canonicalJson } from "../text/json";
import type { FaultHit } from "./faults";

const reasons: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

const loginPage = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>\n";

/** The response of a fault that replaces the one of the platform; undefined for other faults. */
export function faultResponse(hit: FaultHit | undefined): Response | undefined {
  if (hit === undefined) return undefined;
  const { action, subject } = hit;
  // A client need not believe a 404 that does not say what is not found.
  const about = { group: subject.group, kind: subject.plural, name: subject.names()[0] };
  if (action === "html") return { code: 200, headers: { "content-type": "text/html" }, body: loginPage };
  if (action === "conflict") return statusResponse(conflict({ ...about, name: about.name ?? "" }, staleVersion));
  if (typeof action === "string" || !("status" in action)) return undefined;
  const { status: code, retryAfter, headers, body } = action;
  const reason = reasons[code];
  const details = retryAfter === undefined ? about : { ...about, retryAfterSeconds: retryAfter };
  const standard = statusResponse(
    new StatusError({ code, message: "injected fault", details, ...(reason && { reason }) }),
  );
  return {
    code,
    headers: {
      ...standard.headers,
      ...(typeof body === "string" && { "content-type": "text/plain" }),
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      ...headers,
    },
    body: body === undefined ? standard.body : typeof body === "string" ? body : canonicalJson(body),
  };
}
