import http from "node:http";
import { isIP, type Socket, connect as tcpConnect } from "node:net";
import * as tls from "node:tls";
import type { ClientOptions } from "../../provider/api/call";
import { type ConnectionFailure, errorCode, failureKind } from "../../provider/api/errors/connectionFailures";
import { createConnector } from "../../provider/api/transport/pool";
import { type Connector, ProxyFailure } from "../../provider/api/transport/proxyTunnel";
import type { Trust } from "../../provider/api/transport/tls";
import { portOf, withoutBrackets } from "../../provider/api/transport/urls";
import { connectionMessages } from "../../provider/messages/connection";
import type { Machine } from "./machine";

/** Result of connecting. */
export interface Dialed {
  /** The server's certificate; absent without TLS. */
  readonly certificate?: { readonly end: string; readonly isTrusted: boolean };
  /** Why the handshake failed. */
  readonly tlsFailure?: DialError;
}

/** A failed connection. */
export class DialError extends Error {
  readonly kind: ConnectionFailure;
  readonly remedy: string;

  /** The meaning of an error of a socket or of the proxy. */
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

/** Connects to the platform as the provider does: through the same proxy, with the same trust. */
export function dial(options: ClientOptions, timeoutMs: number): Promise<Dialed & { readonly socket: Socket }> {
  const url = new URL(options.baseUrl);
  const target = { protocol: url.protocol, host: withoutBrackets(url.hostname), port: portOf(url) };
  const connect = createConnector<Target>(options.baseUrl, options, timeoutMs, connector);
  return new Promise((resolve, reject) => {
    connect(target, (error, socket) =>
      socket ? resolve({ socket, ...shownBy(socket) }) : reject(DialError.of(error)),
    );
  });
}

function shownBy(socket: Socket): Dialed {
  if (!(socket instanceof tls.TLSSocket)) return {};
  return { certificate: { end: socket.getPeerCertificate().valid_to, isTrusted: socket.authorized } };
}

function connector({ timeout, ...trust }: Trust & { timeout: number }): Connector<Target> {
  return (target, callback) => {
    const { host, port, protocol, httpSocket } = target;
    const opened = httpSocket ?? tcpConnect({ host, port });
    const secured = () => (protocol === "https:" ? handshake(opened, host, trust) : opened);
    let current = opened;
    // After the TCP connection only the handshake can hang.
    const late = () => current.destroy(tooLate(current === opened ? "ETIMEDOUT" : "ERR_TLS_HANDSHAKE_TIMEOUT"));
    const timer = setTimeout(late, timeout);
    // The listener stays: an unhandled error event would end the process.
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

/** Response to a GET. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
  /** Epoch milliseconds by the platform's clock; NaN if unknown. */
  readonly date: number;
  /** Epoch milliseconds by this machine's clock, at the arrival of the response. */
  readonly received: number;
}

const maxResponseBytes = 16 * 1024 * 1024;

/** Sends a GET of a path below the base URL, such as a discovery document. */
export async function ask(
  options: ClientOptions,
  path: string,
  { timeoutMs, now }: Pick<Machine, "timeoutMs" | "now">,
): Promise<HttpAnswer> {
  const { socket } = await dial(options, timeoutMs);
  const url = new URL(`${options.baseUrl}${path}`);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(error instanceof DialError ? error : DialError.of(error));
    };
    const timer = setTimeout(() => fail({ code: "UND_ERR_HEADERS_TIMEOUT" }), timeoutMs);
    const headers = {
      host: url.host,
      accept: "application/json",
      authorization: `Bearer ${options.accessKey}`,
      "user-agent": options.userAgent,
      connection: "close",
    };
    const request = http.request({ path: url.pathname, headers, createConnection: () => socket });
    socket.on("error", fail);
    request.on("error", fail);
    request.once("response", (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      let length = 0;
      const received = now();
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxResponseBytes) fail(new DialError("tooLarge"));
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.once("end", () => {
        clearTimeout(timer);
        const { location, date = "" } = response.headers;
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, text, location, date: Date.parse(date), received });
      });
    });
    let isAnswered = false;
    // A protocol switch destroys the socket without an error.
    request.once("close", () => {
      clearTimeout(timer);
      if (!isAnswered) fail({ code: "UND_ERR_SOCKET" });
    });
    request.end();
  });
}
