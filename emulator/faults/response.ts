import { type Response, statusResponse } from "../call";
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
  const { group, plural: kind, name } = hit.subject;
  const { action } = hit;
  if (action === "html") return { code: 200, headers: { "content-type": "text/html" }, body: loginPage };
  if (action === "conflict") return statusResponse(conflict({ group, kind, name }, staleVersion));
  if (typeof action === "string" || !("status" in action)) return undefined;
  const { status: code, retryAfter, headers, body } = action;
  const reason = reasons[code];
  // A client need not believe a 404 that does not say what is not found.
  const details = { group, kind, ...(name && { name }) };
  const more = { ...(reason && { reason }), ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }) };
  const standard = statusResponse(new StatusError({ code, message: "injected fault", details, ...more }));
  const isText = typeof body === "string";
  return {
    code,
    headers: { ...standard.headers, ...(isText && { "content-type": "text/plain" }), ...headers },
    body: isText ? body : body === undefined ? standard.body : canonicalJson(body),
  };
}
