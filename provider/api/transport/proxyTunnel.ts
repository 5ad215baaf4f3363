import http from "node:http";
import https from "node:https";
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
function openTunnel({ proxy, target, timeout, trust }: TunnelOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const url = new URL(target);
    const authority = `${url.hostname}:${portOf(url)}`;
    const request = (proxy.secure ? https : http).request({
      method: "CONNECT",
      host: proxy.host,
      port: proxy.port,
      path: authority,
      headers: { host: authority, ...(proxy.authorization && { "proxy-authorization": proxy.authorization }) },
      agent: false,
      // Without it, Node.js would use the Host header: the name of the target.
      ...(proxy.secure && { ...trust, servername: isIP(proxy.host) ? "" : proxy.host }),
    });
    const late = () => request.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, timeout);
    request.once("connect", ({ statusCode = 0 }, socket, head) => {
      clearTimeout(timer);
      socket.unshift(head);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket as Socket);
      socket.destroy();
      reject(new ProxyFailure(proxy, failureKindOfStatus(statusCode), statusCode));
    });
    request.once("error", (error) => {
      clearTimeout(timer);
      const kind = failureKind(errorCode(error)).startsWith("tls") ? "proxyTls" : "proxy";
      reject(new ProxyFailure(proxy, kind, errorCode(error)));
    });
    request.end();
  });
}

function failureKindOfStatus(status: number): ConnectionFailure {
  if (status === 407) return "proxyLogin";
  return status >= 500 ? "proxyFailed" : "proxyRefused";
}
