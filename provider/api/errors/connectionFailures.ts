import { settingKey } from "../../settingNames.js";
import { isObject } from "../input/apiObject.js";

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

// Some servers send HANDSHAKE_FAILURE if the client certificate is missing.
const clientCertificateAlert =
  /_ALERT_(CERTIFICATE_(REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;

/**
 * Error codes of Node.js, OpenSSL and undici. The first matching row wins. The other failures have
 * no error code: the provider detects them itself.
 */
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
export const connectionFailureOf = (code: string): ConnectionFailure =>
  codes.find(([pattern]) => pattern.test(code))?.[1] ?? "unknown";

/** The code of an error, or its name: parser errors have no code. */
export function errorCode(error: unknown): string {
  const { code, name } = isObject(error) ? error : {};
  return [code, name].find((each) => typeof each === "string") ?? "";
}

const retry = "Check the network and try again.";
const bypass = "or add the platform's host to NO_PROXY.";

/** A problem and its remedy. */
interface FailureTexts {
  readonly text: string;
  readonly remedy: string;
}

/**
 * Why a request got no usable response. "That variable" is the proxy variable: the detail of the
 * error, which comes before the remedy, names it.
 */
export const connectionTexts = {
  refused: {
    text: "connection refused",
    remedy: `Check ${settingKey("baseUrl")} and that the platform is running.`,
  },
  dns: {
    text: "the host name was not found",
    remedy: `Check ${settingKey("baseUrl")} and the DNS servers.`,
  },
  unreachable: {
    text: "the host cannot be reached",
    remedy: `Check ${settingKey("baseUrl")} and the network.`,
  },
  tls: {
    text: "no secure connection",
    remedy: `Check ${settingKey("baseUrl")}, or set ${settingKey("certificateAuthority")} to the authority of the server's certificate.`,
  },
  tlsName: {
    text: "no secure connection, because the server's certificate is for another name",
    remedy: `Set ${settingKey("baseUrl")} to a name that the certificate contains, or have a certificate issued for this one.`,
  },
  tlsTime: {
    text: "no secure connection, because the server's certificate has expired or is not valid yet",
    remedy: "Have the platform's certificate renewed, and check the clock of this machine.",
  },
  tlsClient: {
    text: "no secure connection, because the server asks for a client certificate that it trusts",
    remedy: `Set ${settingKey("clientCertificate")} and ${settingKey("clientKey")} to a pair that the platform accepts.`,
  },
  tlsOnPlainPort: {
    text: "the port does not speak TLS",
    remedy: `Set ${settingKey("baseUrl")} to a port that speaks TLS, or to http:// where the platform has no TLS.`,
  },
  plainOnTlsPort: {
    text: "the port speaks TLS",
    remedy: `Set ${settingKey("baseUrl")} to the same address with https://.`,
  },
  proxy: {
    text: "the proxy cannot be reached",
    remedy: `Check that variable, ${bypass}`,
  },
  proxyTls: {
    text: "no secure connection to the proxy",
    remedy: `Check that variable, also http or https, or set ${settingKey("certificateAuthority")} to the authority of the proxy's certificate, ${bypass}`,
  },
  proxyLogin: {
    text: "the proxy refuses to work without a valid login",
    remedy: `Put user and password into that variable, as in http://user:password@host:port, ${bypass}`,
  },
  proxyRefused: {
    text: "the proxy refuses to connect to the platform",
    remedy: `Check ${settingKey("baseUrl")} and what the proxy allows, ${bypass}`,
  },
  proxyFailed: {
    text: "the proxy could not connect to the platform",
    remedy: `Check ${settingKey("baseUrl")} and the proxy, ${bypass}`,
  },
  reset: {
    text: "the connection was closed without a response",
    remedy: retry,
  },
  truncated: {
    text: "the response was cut off",
    remedy: retry,
  },
  timeout: {
    text: "no response in time",
    remedy: "Check that the platform is healthy and try again.",
  },
  deadline: {
    text: "the operation's time ran out",
    remedy: "Try again, with a higher customTimeouts.",
  },
  tooLarge: {
    text: "the response is too large",
    remedy: `Check ${settingKey("baseUrl")}.`,
  },
  headersTooLarge: {
    text: "the response headers are too large",
    remedy: `Check ${settingKey("baseUrl")}.`,
  },
  protocol: {
    text: "the response is not HTTP",
    remedy: `Check ${settingKey("baseUrl")}, also http or https.`,
  },
  unknown: {
    text: "the request failed",
    remedy: `Check ${settingKey("baseUrl")} and the network.`,
  },
} as const satisfies Record<string, FailureTexts>;
