import type { ClientOptions } from "./call.js";
import type { Outgoing } from "./requests.js";
import { groupPath, objectPath, queryOf } from "./urls.js";

/** Where all requests go. */
export interface Endpoint {
  readonly origin: string;
  /** The path of the API group. */
  readonly path: string;
}

/** The endpoint of a platform. */
export function endpointOf(baseUrl: string, vendor: string): Endpoint {
  const { origin, pathname } = new URL(baseUrl + groupPath(vendor));
  return { origin, path: pathname };
}

/** A request in the words of undici: where it goes, who asks, and what is sent. */
export function dispatchOptions(
  endpoint: Endpoint,
  { accessKey, userAgent }: ClientOptions,
  { method, path, query: parameters, body, contentType, accept }: Outgoing,
) {
  return {
    origin: endpoint.origin,
    path: `${endpoint.path}/${objectPath(path)}${queryOf(parameters)}`,
    method,
    headers: {
      accept: accept ?? "application/json",
      authorization: `Bearer ${accessKey}`,
      "user-agent": userAgent,
      ...(contentType && { "content-type": contentType }),
    },
    body: body ?? null,
    // Without it undici ends the connection after each DELETE that has a body, for servers that read none of one.
    reset: false,
  };
}
