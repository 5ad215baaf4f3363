import type { Received } from "../call";

const bearer = /^Bearer +(\S+) *$/i;

/** The token of the Authorization header; undefined if it holds none. */
export function bearerToken(headers: Received["headers"]): string | undefined {
  return bearer.exec(headers.authorization ?? "")?.[1];
}
