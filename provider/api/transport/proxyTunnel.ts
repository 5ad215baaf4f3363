import { isIP, type Socket } from "node:net";
import { type ConnectionFailure, errorCode, failureKind } from "../errors/connectionFailures.js";
import type { HttpProxy } from "./proxy.js";
import type { Trust } from "./tls.js";
import { portOf } from "./urls.js";

/** A failure of the proxy, not of the platform. The message names the proxy and the cause. */
export class ProxyFailure extends Error {
  readonly kind: ConnectionFailure;

  constructor(proxy: HttpProxy, kind: ConnectionFailure, how: string | number) {
    super(`${proxy.address} from ${proxy.variable}: ${how}`);
    this.kind = kind;
  }
}

/** Options of a tunnel. */
export interface TunnelOptions {
  readonly proxy: HttpProxy;
  /** URL of the platform. */
  readonly target: string;
  /** Milliseconds to establish the tunnel. */
  readonly timeout: number;
  /** TLS settings for an https:// proxy. */
  readonly trust: Trust;
}

/** Opens connections for undici; with `httpSocket`, TLS runs inside that socket. */
export type Connector<Options> = (
  options: Options & { httpSocket?: Socket },
  callback: (...result: [null, Socket] | [Error, null]) => void,
) => void;

/** A connector through a proxy; `direct` runs TLS inside the tunnel. */
export function proxyConnector<Options extends { protocol: string }>(
  direct: Connector<Options>,
  tunnel: TunnelOptions,
): Connector<Options> {
  return (options, callback) => {
    const established = (httpSocket: Socket) => {
      if (options.protocol === "https:") direct({ ...options, httpSocket }, callback);
      else callback(null, httpSocket);
    };
    openTunnel(tunnel).then(established, (error: Error) => callback(error, null));
  };
}

// Plain HTTP is tunneled, too: no request carries both the access key and the proxy login.
async function openTunnel(tunnel: TunnelOptions): Promise<Socket> {
  const { statusCode, socket } = await connectVia(tunnel);
  if (statusCode >= 200 && statusCode < 300) return socket as Socket;
  socket.destroy();
  throw new ProxyFailure(tunnel.proxy, failureKindOfStatus(statusCode), statusCode);
}

async function connectVia({ proxy, target, timeout, trust }: TunnelOptions) {
  const { Client, buildConnector } = require("undici") as typeof import("undici");
  const url = new URL(target);
  const authority = `${url.hostname}:${portOf(url)}`;
  const connector = buildConnector(trust);
  // Without it, undici would use the Host header: the name of the target. TLS allows no address.
  const servername = isIP(proxy.host) ? "" : proxy.host;
  const connect: typeof connector = (options, callback) => connector({ ...options, servername }, callback);
  const client = new Client(`${proxy.secure ? "https" : "http"}://${proxy.address}`, { connect });
  const headers = { host: authority, ...(proxy.authorization && { "proxy-authorization": proxy.authorization }) };
  try {
    return await client.connect({ path: authority, headers, signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    const code = errorCode(error) === "TimeoutError" ? "ETIMEDOUT" : errorCode(error);
    throw new ProxyFailure(proxy, failureKind(code).startsWith("tls") ? "proxyTls" : "proxy", code);
  } finally {
    // The socket of an open tunnel is no longer the client's.
    client.destroy().catch(() => undefined);
  }
}

function failureKindOfStatus(status: number): ConnectionFailure {
  if (status === 407) return "proxyLogin";
  return status >= 500 ? "proxyFailed" : "proxyRefused";
}
