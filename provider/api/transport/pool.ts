import type { Agent } from "undici";
import type { ClientOptions } from "../call.js";
import { proxyFor } from "./proxy.js";
import { type Connector, throughProxy } from "./proxyTunnel.js";
import { type Trust, trust } from "./tls.js";

/** How many connections there are at most. */
export const mostConnections = 16;

/** How large an answer may be, in bytes. */
export const mostResponseBytes = 8 * 1024 * 1024;

const connectTimeoutMs = 10_000;

/** The connections to one platform, kept alive. */
export type Pool = Agent;

/** Opens connections to one platform when they are needed. */
export function poolFor(baseUrl: string, options: ClientOptions): Pool {
  // Not before the first request, since a preview sends none.
  const { Agent, buildConnector } = require("undici") as typeof import("undici");
  const connect = connectorTo(baseUrl, options, connectTimeoutMs, buildConnector);
  return new Agent({ connections: mostConnections, maxResponseSize: mostResponseBytes, connect });
}

/** Makes a connector that goes straight to its target. */
type Build<Options> = (settings: Trust & { allowH2: false; timeout: number }) => Connector<Options>;

/** Opens connections to a platform, directly or through the environment's proxy. */
export function connectorTo<Options extends { protocol: string }>(
  baseUrl: string,
  options: ClientOptions,
  timeout: number,
  build: Build<Options>,
): Connector<Options> {
  const env = options.env ?? process.env;
  const direct = build({ allowH2: false, timeout, ...trust(options, env) });
  const proxy = proxyFor(baseUrl, env);
  if (!proxy) return watched(direct);
  // The proxy never sees the client's certificate, and its own is always verified.
  const proxyTrust = trust({ certificateAuthority: options.certificateAuthority }, env);
  return watched(throughProxy(direct, { proxy, target: baseUrl, timeout, trust: proxyTrust }));
}

const failed = new WeakSet<Error>();

/** Whether this error ended a connection before it stood, so that no request was sent. */
export const isUnsent = (error: unknown): boolean => failed.has(error as Error);

const watched =
  <Options>(connect: Connector<Options>): Connector<Options> =>
  (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error) failed.add(error);
      // A server without our certificate sends an alert, then an end, which must not hide it.
      socket?.once("error", (alert) => socket.destroy(alert));
      callback(...result);
    });
