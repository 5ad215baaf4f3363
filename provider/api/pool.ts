import type { Agent } from "undici";
import type { ClientOptions } from "./call.js";
import { proxyFor } from "./proxy.js";
import { type Connector, throughProxy } from "./proxyTunnel.js";
import { type Trust, trust } from "./tls.js";

/** How many connections there are at most. */
export const mostConnections = 16;

const connectTimeoutMs = 10_000;

/** The connections to one platform, kept alive. */
export function poolFor(baseUrl: string, options: ClientOptions): Agent {
  // Not before the first request, since a preview sends none.
  const { Agent, buildConnector } = require("undici") as typeof import("undici");
  const connect = connectorTo(baseUrl, options, connectTimeoutMs, buildConnector);
  return new Agent({ connections: mostConnections, connect });
}

/** Makes a connector that goes straight to its target. */
type Build<Options> = (settings: Trust & { allowH2: false; timeout: number }) => Connector<Options>;

/** What opens the connections to a platform: straight, or through the proxy that the environment names. */
export function connectorTo<Options extends { protocol: string }>(
  baseUrl: string,
  options: ClientOptions,
  timeout: number,
  build: Build<Options>,
): Connector<Options> {
  const env = options.env ?? process.env;
  const direct = keepingAlerts(build({ allowH2: false, timeout, ...trust(options, env) }));
  const proxy = proxyFor(baseUrl, env);
  if (!proxy) return direct;
  // The proxy is no platform: it is never shown the client's certificate, and always has to prove who it is.
  const proxyTrust = trust({ certificateAuthority: options.certificateAuthority }, env);
  return throughProxy(direct, { proxy, target: baseUrl, timeout, trust: proxyTrust });
}

/** A server that wants a client certificate says so after the handshake, by an alert and an end: the end must not hide the alert. */
const keepingAlerts =
  <Options>(connect: Connector<Options>): Connector<Options> =>
  (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.once("error", (error) => socket.destroy(error));
      callback(...result);
    });
