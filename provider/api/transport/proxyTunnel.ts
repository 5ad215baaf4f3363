import http from "node:http";
import https from "node:https";
import { isIP, type Socket } from "node:net";
import { type ConnectionFailure, errorCode, failureKind } from "../errors/connectionFailures.js";
import type { HttpProxy } from "./proxy.js";
import type { Trust } from "./tls.js";
import { portOf } from "./urls.js";

/** The proxy, not the platform, is what failed; the message is which proxy and how. */
export class ProxyFailure extends Error {
  readonly kind: ConnectionFailure;

  constructor(proxy: HttpProxy, kind: ConnectionFailure, how: string | number) {
    super(`${proxy.address} from ${proxy.variable}: ${how}`);
    this.kind = kind;
  }
}

/** What a tunnel needs. */
export interface TunnelOptions {
  readonly proxy: HttpProxy;
  /** URL at the tunnel's end. */
  readonly target: string;
  /** Milliseconds until the tunnel has to stand. */
  readonly timeout: number;
  /** How far to trust a proxy that speaks TLS. */
  readonly trust: Trust;
}

/** Opens connections for the HTTP library; with `httpSocket` inside of that one. */
export type Connector<Options> = (
  options: Options & { httpSocket?: Socket },
  callback: (...result: [null, Socket] | [Error, null]) => void,
) => void;

/** A connector that reaches its target through a proxy; `direct` speaks TLS in the tunnel. */
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

// Plain HTTP, too: no request has both the access key and the login for the proxy.
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
      // Unless told, the name would be the one in the header: the target's.
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
