import { readFileSync } from "node:fs";
import * as tls from "node:tls";
import type { Agent, buildConnector } from "undici";
import { type ClientOptions, connectTimeoutMs, type TlsOptions } from "../call.js";
import { maxResponseBytes } from "../input/sizeLimits.js";
import { type Connector, proxyConnector, proxyFor, type Trust } from "./proxy.js";

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
  const direct = undici().buildConnector({ allowH2: false, timeout, ...trustOptions(options, env) });
  const proxy = proxyFor(baseUrl, env);
  if (!proxy) return trackErrors(direct);
  // The proxy never gets the client certificate. The proxy's certificate is always verified.
  const proxyTrust = trustOptions({ certificateAuthority: options.certificateAuthority }, env);
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
      // A server that misses the client certificate sends a TLS alert, then closes. Destroyed with
      // the alert, the socket fails with it and not with the close.
      socket?.once("error", (alert) => socket.destroy(alert));
      callback(...result);
    });

/** The options of node:tls for TLS settings; `env` may have NODE_EXTRA_CA_CERTS. */
export function trustOptions(options: TlsOptions, env: NodeJS.ProcessEnv): Trust {
  const rejectUnauthorized = !options.insecureSkipTlsVerify;
  const { certificateAuthority, clientCertificate, clientKey } = options;
  if (!certificateAuthority && !clientCertificate) return { rejectUnauthorized };
  // Created once: loading all roots takes longer than a request.
  const secureContext = tls.createSecureContext({
    ...(certificateAuthority && { ca: authorities(certificateAuthority, env) }),
    ...(clientCertificate && { cert: clientCertificate, key: clientKey }),
  });
  return { rejectUnauthorized, secureContext };
}

/** The authority and the system's roots, because the option `ca` of node:tls replaces the roots. */
export function authorities(authority: string, env: NodeJS.ProcessEnv): string[] {
  // Node.js before 22.15 has no function for the default roots, so both sources are read here.
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  const system = getCACertificates?.("default") ?? [...tls.rootCertificates, ...extraRoots(env.NODE_EXTRA_CA_CERTS)];
  return [...system, authority];
}

function extraRoots(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // Node.js ignores an unreadable file, too, with a warning only.
    return [];
  }
}
