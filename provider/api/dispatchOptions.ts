import type { ClientOptions } from "./call.js";
import type { Outgoing } from "./requests.js";
import { groupPath, objectPath, queryOf } from "./urls.js";

/** A request in the words of undici: where it goes, who asks, and what is sent. */
export function dispatchOptions(
  baseUrl: string,
  { vendor, accessKey, userAgent }: ClientOptions,
  { method, path, query: parameters, body, contentType, accept }: Outgoing,
) {
  const url = new URL(`${baseUrl}${groupPath(vendor)}/${objectPath(path)}`);
  return {
    origin: url.origin,
    path: url.pathname + queryOf(parameters),
    method,
    headers: {
      accept: accept ?? "application/json",
      authorization: `Bearer ${accessKey}`,
      "user-agent": userAgent,
      ...(contentType && { "content-type": contentType }),
    },
    body: body ?? null,
    // Without it undici ends the connection after each DELETE, for servers that read no body of one.
    reset: false,
  };
}
