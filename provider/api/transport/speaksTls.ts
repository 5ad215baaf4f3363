import { type ClientOptions, schemeTimeoutMs } from "../call.js";
import { connectionFailureOf, errorCode } from "../errors/connectionFailures.js";
import { createConnector } from "./pool.js";
import { portOf, withoutBrackets } from "./urls.js";

// Failures of a handshake because of a certificate. They show that the port speaks TLS.
const certificateFailures = new Set(["tls", "tlsName", "tlsTime", "tlsClient"]);

/**
 * Whether the port of an http:// address speaks TLS. Such a port closes a plain connection, but a
 * busy platform also does. Only a TLS handshake tells them apart; it sends no request.
 */
export function speaksTls(options: ClientOptions): Promise<boolean> {
  const url = new URL(options.baseUrl);
  if (url.protocol !== "http:") return Promise.resolve(false);
  const target = {
    protocol: "https:",
    host: url.host,
    hostname: withoutBrackets(url.hostname),
    port: String(portOf(url)),
  };
  const connect = createConnector(options.baseUrl, options, schemeTimeoutMs);
  return new Promise((resolve) => {
    connect(target, (error, socket) => {
      socket?.destroy();
      resolve(error === null || certificateFailures.has(connectionFailureOf(errorCode(error))));
    });
  });
}
