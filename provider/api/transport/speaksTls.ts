import { type ClientOptions, schemeTimeoutMs } from "../call.js";
import { errorCode, failureOf } from "../errors/connectionFailures.js";
import { createConnector } from "./pool.js";
import { portOf, withoutBrackets } from "./urls.js";

// The handshake failed because of a certificate, so the port speaks TLS.
const certificateFailures = new Set(["tls", "tlsName", "tlsTime", "tlsClient"]);

/**
 * Whether the port of an http:// address speaks TLS. Such a port closes the connection, as a busy
 * platform does, so only a handshake tells. It sends no request.
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
      resolve(error === null || certificateFailures.has(failureOf(errorCode(error))));
    });
  });
}
