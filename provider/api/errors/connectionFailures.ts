import { isObject } from "../input/apiObject.js";
import type { connectionTexts } from "./connectionTexts.js";

/** How a connection failed. */
export type ConnectionFailure = keyof typeof connectionTexts;

/** Failures after which a retry may succeed. */
export const transientFailures: ReadonlySet<ConnectionFailure> = new Set<ConnectionFailure>([
  "refused",
  "dns",
  "unreachable",
  "proxy",
  "proxyFailed",
  "reset",
  "truncated",
  "timeout",
]);

const clientCertificateAlert =
  /_ALERT_(CERTIFICATE_(REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;

/** Error codes of Node.js, OpenSSL and undici. The first matching row wins. */
const codes: readonly (readonly [RegExp, ConnectionFailure])[] = [
  [/^ECONNREFUSED$/, "refused"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "dns"],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "unreachable"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, "reset"],
  [/^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/, "headersTooLarge"],
  [/^(UND_ERR_RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE)$/, "tooLarge"],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, "timeout"],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, "truncated"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "tlsName"],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, "tlsTime"],
  [clientCertificateAlert, "tlsClient"],
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, "tlsOnPlainPort"],
  [/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/, "tls"],
  [/^(HPE_|HTTPParserError)/, "protocol"],
];

/** The connection failure that an error code stands for. */
export const failureKind = (code: string): ConnectionFailure =>
  codes.find(([pattern]) => pattern.test(code))?.[1] ?? "unknown";

/** The code of an error, or its name: parser errors have no code. */
export function errorCode(error: unknown): string {
  const { code, name } = isObject(error) ? error : {};
  return [code, name].find((each) => typeof each === "string") ?? "";
}
