import { isIP, type Socket, connect as tcpConnect } from "node:net";
import * as tls from "node:tls";
import type { ClientOptions } from "../../../provider/api/call";
import { type ConnectionFailure, errorCode, failureKind } from "../../../provider/api/errors/connectionFailures";
import { createConnector } from "../../../provider/api/transport/pool";
import { type Connector, ProxyFailure } from "../../../provider/api/transport/proxyTunnel";
import type { Trust } from "../../../provider/api/transport/tls";
import { portOf, withoutBrackets } from "../../../provider/api/transport/urls";
import { connectionMessages } from "../../../provider/messages/connection";

/** How a connection came about. */
export interface Dialed {
  /** What the server showed of itself; undefined without TLS. */
  readonly certificate?: { readonly end: string; readonly subject: string; readonly isTrusted: boolean } | undefined;
  /** TLS did not come about, although the server is reached. */
  readonly tlsFailure?: DialError | undefined;
}

/** No connection came about. */
export class DialError extends Error {
  readonly kind: ConnectionFailure;
  readonly remedy: string;

  /** What an error of a socket, or of the proxy, means. */
  static of(error: unknown): DialError {
    if (error instanceof ProxyFailure) return new DialError(error.kind, error.message);
    return new DialError(failureKind(errorCode(error)), errorCode(error));
  }

  constructor(kind: ConnectionFailure, detail = "") {
    super(`${connectionMessages[kind].text}${detail ? ` (${detail})` : ""}`);
    this.kind = kind;
    this.remedy = connectionMessages[kind].remedy;
  }
}

type Target = { readonly protocol: string; readonly host: string; readonly port: number };

/** Opens a connection to the platform as the provider does: by the same proxy, with the same trust. */
export function dial(options: ClientOptions, timeoutMs: number): Promise<Socket> {
  const url = new URL(options.baseUrl);
  const target = { protocol: url.protocol, host: withoutBrackets(url.hostname), port: portOf(url) };
  const connect = createConnector<Target>(options.baseUrl, options, timeoutMs, dialler);
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) => (socket ? resolve(socket) : reject(DialError.of(error))));
  });
}

function dialler({ timeout, ...trust }: Trust & { timeout: number }): Connector<Target> {
  return (target, callback) => {
    const { host, port, protocol, httpSocket } = target;
    const opened = httpSocket ?? tcpConnect({ host, port });
    const secured = () => (protocol === "https:" ? handshake(opened, host, trust) : opened);
    let current = opened;
    // A host that answers at all is reached, so it is TLS that hangs.
    const late = () => current.destroy(tooLate(current === opened ? "ETIMEDOUT" : "ERR_TLS_HANDSHAKE_TIMEOUT"));
    const timer = setTimeout(late, timeout);
    // It goes on listening for errors, since one that nobody hears would end the process.
    const finish = (error: Error | null) => {
      clearTimeout(timer);
      if (error) callback(error, null);
      else callback(null, current);
    };
    const proceed = () => {
      current = secured();
      if (current === opened) return finish(null);
      current.once("secureConnect", () => finish(null)).on("error", finish);
    };
    if (httpSocket) return proceed();
    opened.once("connect", proceed).on("error", finish);
  };
}

const tooLate = (code: string) => Object.assign(new Error("too late"), { code });

const handshake = (socket: Socket, host: string, trust: Trust): tls.TLSSocket =>
  tls.connect({ socket, host, ...trust, ALPNProtocols: ["http/1.1"], ...(!isIP(host) && { servername: host }) });
