import type { Agent } from "undici";
import type { ClientOptions } from "../call.js";
import { proxyFor } from "./proxy.js";
import { type Connector, proxyConnector } from "./proxyTunnel.js";
import { type Trust, trust } from "./tls.js";

/** How many connections there are at most. */
export const maxConnections = 16;

/** How large an answer may be, in bytes. */
export const maxResponseBytes = 8 * 1024 * 1024;

const connectTimeoutMs = 10_000;

/** The connections to one platform, kept alive. */
export type Pool = Agent;

/** Opens connections to one platform when they are needed. */
export function createPool(baseUrl: string, options: ClientOptions): Pool {
  // Not before the first request, since a preview sends none.
  const { Agent, buildConnector } = require("undici") as typeof import("undici");
  const connect = createConnector(baseUrl, options, connectTimeoutMs, buildConnector);
  return new Agent({ connections: maxConnections, maxResponseSize: maxResponseBytes, connect });
}

/** Makes a connector that goes straight to its target. */
type Build<Options> = (settings: Trust & { allowH2: false; timeout: number }) => Connector<Options>;

/** Opens connections to a platform, directly or through the environment's proxy. */
export function createConnector<Options extends { protocol: string }>(
  baseUrl: string,
  options: ClientOptions,
  timeout: number,
  build: Build<Options>,
): Connector<Options> {
  const env = options.env ?? process.env;
  const direct = build({ allowH2: false, timeout, ...trust(options, env) });
  const proxy = proxyFor(baseUrl, env);
  if (!proxy) return trackErrors(direct);
  // The proxy never sees the client's certificate, and its own is always verified.
  const proxyTrust = trust({ certificateAuthority: options.certificateAuthority }, env);
  return trackErrors(proxyConnector(direct, { proxy, target: baseUrl, timeout, trust: proxyTrust }));
}

const connectErrors = new WeakSet<Error>();

/** Whether this error ended a connection before it stood, so that no request was sent. */
export const isConnectError = (error: unknown): boolean => connectErrors.has(error as Error);

const trackErrors =
  <Options>(connect: Connector<Options>): Connector<Options> =>
  (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error) connectErrors.add(error);
      // A server without our certificate sends an alert, then an end, which must not hide it.
      socket?.once("error", (alert) => socket.destroy(alert));
      callback(...result);
    });
