import { settingKey } from "../../identity.js";
import { isObject } from "../input/apiObject.js";

const bypassProxy = "or go around the proxy by the platform's host in NO_PROXY.";

const checkNetwork = "Check the network and try again.";

/** A retry would fail again. */
const permanent = (cause: string, remedy: string) => ({ cause, remedy, retry: false });

/** A retry may succeed. */
const transient = (cause: string, remedy: string) => ({ cause, remedy, retry: true });

/** The causes of a failed connection, with remedies. */
export const connectionFailures = {
  refused: transient("connection refused", `Check ${settingKey("baseUrl")} and that the platform is running.`),
  dns: transient("the host name was not found", `Check ${settingKey("baseUrl")} and the name service.`),
  unreachable: transient("the host cannot be reached", `Check ${settingKey("baseUrl")} and the network.`),
  tls: permanent(
    "no secure connection",
    `Check ${settingKey("baseUrl")}, or set ${settingKey("certificateAuthority")} to the authority of the server's certificate.`,
  ),
  tlsName: permanent(
    "no secure connection, since the server's certificate is for another name",
    `Set ${settingKey("baseUrl")} to a name that the certificate holds, or have a certificate made for this one.`,
  ),
  tlsTime: permanent(
    "no secure connection, since the server's certificate has expired or is not valid yet",
    "Have the platform's certificate renewed, and check the clock of this machine.",
  ),
  tlsClient: permanent(
    "no secure connection, since the server asks for a client certificate that it trusts",
    `Set ${settingKey("clientCertificate")} and ${settingKey("clientKey")} to a pair that the platform accepts.`,
  ),
  proxy: transient("the proxy cannot be reached", `Check that variable, ${bypassProxy}`),
  proxyTls: permanent(
    "no secure connection to the proxy",
    `Check that variable, or set ${settingKey("certificateAuthority")} to the authority of the proxy's certificate, ${bypassProxy}`,
  ),
  proxyLogin: permanent(
    "the proxy refuses to work without a valid login",
    `Put user and password into that variable, as in http://user:password@host:port, ${bypassProxy}`,
  ),
  proxyRefused: permanent(
    "the proxy refuses to connect to the platform",
    `Check ${settingKey("baseUrl")} and what the proxy allows, ${bypassProxy}`,
  ),
  proxyFailed: transient(
    "the proxy could not connect to the platform",
    `Check ${settingKey("baseUrl")} and the proxy, ${bypassProxy}`,
  ),
  reset: transient("the connection was closed without an answer", checkNetwork),
  truncated: transient("the answer was cut off", checkNetwork),
  timeout: transient("no answer in time", "Check that the platform is healthy and try again."),
  deadline: permanent("the operation's time ran out", "Try again, with a higher customTimeouts."),
  tooLarge: permanent("the answer is too large", `Check ${settingKey("baseUrl")}.`),
  headersTooLarge: permanent("the headers of the answer are too large", `Check ${settingKey("baseUrl")}.`),
  protocol: permanent("the answer is not HTTP", `Check ${settingKey("baseUrl")}, also http or https.`),
  unknown: permanent("the request failed", `Check ${settingKey("baseUrl")} and the network.`),
} as const;

/** A cause of a failed connection. */
export type ConnectionFailure = keyof typeof connectionFailures;

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
