import { isObject } from "./apiObject.js";
import type { ConnectionFailure } from "./connectionFailures.js";

const kindOfCode: Readonly<Record<string, ConnectionFailure>> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "unreachable",
  UND_ERR_CONNECT_TIMEOUT: "unreachable",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "headersTooLarge",
  HPE_HEADER_OVERFLOW: "headersTooLarge",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "truncated",
  ERR_TLS_CERT_ALTNAME_INVALID: "tlsName",
  CERT_HAS_EXPIRED: "tlsTime",
  CERT_NOT_YET_VALID: "tlsTime",
};

const refusedHandshake =
  /_ALERT_(CERTIFICATE_(REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;

const kindOfPattern: readonly (readonly [RegExp, ConnectionFailure])[] = [
  [refusedHandshake, "tlsClient"],
  [/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/, "tls"],
  [/^(HPE_|HTTPParserError)/, "protocol"],
];

/** What the code of a failed connection's error means. */
export const failureKind = (code: string): ConnectionFailure =>
  kindOfCode[code] ?? kindOfPattern.find(([pattern]) => pattern.test(code))?.[1] ?? "unknown";

/** The code of an error; some errors of the parser have a name only. */
export function codeOf(error: unknown): string {
  if (!isObject(error)) return "";
  return ([error.code, error.name].find((code) => typeof code === "string") as string | undefined) ?? "";
}
