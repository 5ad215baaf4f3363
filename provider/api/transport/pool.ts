import type { Agent, buildConnector } from "undici";
import { type ClientOptions, connectTimeoutMs } from "../call.js";
import { maxResponseBytes } from "../input/sizeLimits.js";
import { type Connector, proxyConnector, proxyFor } from "./proxy.js";
import { trust } from "./tls.js";

/** Maximum connections to one platform. */
export const maxConnections = 16;

/** The keep-alive connections to one platform. */
export type Pool = Agent;

/** Creates a pool that opens connections on demand. */
export function createPool(baseUrl: string, options: ClientOptions): Pool {
  const connect = createConnector(baseUrl, options, connectTimeoutMs);
  return new (undici().Agent)({ connections: maxConnections, maxResponseSize: maxResponseBytes, connect });
}

// Loaded with the first request: a preview without requests starts faster.
const undici = () => require("undici") as typeof import("undici");

/** Creates a connector to a platform, direct or through the proxy of the environment. */
export function createConnector(
  baseUrl: string,
  options: ClientOptions,
  timeout: number,
): Connector<buildConnector.Options> {
  const env = options.env ?? process.env;
  const direct = undici().buildConnector({ allowH2: false, timeout, ...trust(options, env) });
  const proxy = proxyFor(baseUrl, env);
  if (!proxy) return trackErrors(direct);
  // The proxy never gets the client certificate. The proxy's certificate is always verified.
  const proxyTrust = trust({ certificateAuthority: options.certificateAuthority }, env);
  return trackErrors(proxyConnector(direct, { proxy, target: baseUrl, timeout, trust: proxyTrust }));
}

const connectErrors = new WeakSet<Error>();

/** Whether connecting failed. If so, no request was sent. */
export const isConnectError = (error: unknown): boolean => connectErrors.has(error as Error);

const trackErrors =
  <Options>(connect: Connector<Options>): Connector<Options> =>
  (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error) connectErrors.add(error);
      // A server sends a TLS alert, then closes. The alert names the missing client certificate.
      socket?.once("error", (alert) => socket.destroy(alert));
      callback(...result);
    });
