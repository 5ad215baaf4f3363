import { type Response, statusResponse } from "../requests/response";
import { conflict, StatusError, staleVersion } from "../statusError";
import { canonicalJson, type JsonObject } from "../text/json";
import type { World } from "../world";
import type { FaultHit, FaultSubject } from "./faults";

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

/** The answer of a fault that answers in place of the platform; undefined for one that does not. */
export function faultResponse(world: World, hit: FaultHit | undefined): Response | undefined {
  const action = hit?.action;
  if (action === "html") return { code: 200, headers: { "content-type": "text/html" }, body: loginPage };
  if (hit?.action === "conflict") return statusResponse(conflictOf(world, hit.subject));
  if (hit === undefined || typeof action !== "object" || !("status" in action)) return undefined;
  const { status, retryAfter, headers, body } = action;
  const standard = statusResponse(failure(status, retryAfter, aboutOf(world, hit.subject)));
  const own = body === undefined ? standard : ownBody(body);
  return { ...standard, ...own, headers: { ...standard.headers, ...own.headers, ...headers } };
}

function ownBody(body: string | JsonObject): Pick<Response, "headers" | "body"> {
  if (typeof body === "string") return { headers: { "content-type": "text/plain" }, body };
  return { headers: {}, body: canonicalJson(body) };
}

function conflictOf({ group }: World, { plural, names }: FaultSubject): StatusError {
  return conflict({ group, kind: plural, name: names()[0] ?? "" }, staleVersion);
}

/** What an error of the platform is about: a client need not believe a 404 that does not say so. */
const aboutOf = ({ group }: World, { plural, names }: FaultSubject): JsonObject => ({
  name: names()[0],
  group,
  kind: plural,
});

function failure(code: number, retryAfterSeconds: number | undefined, about: JsonObject): StatusError {
  const reason = reasons[code];
  const parts = { code, message: "injected fault", ...(reason !== undefined && { reason }) };
  if (retryAfterSeconds === undefined) return new StatusError({ ...parts, details: about });
  const headers = { "retry-after": String(retryAfterSeconds) };
  return new StatusError({ ...parts, details: { ...about, retryAfterSeconds }, headers });
}
