import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Body, Received } from "../call";
import { faultControl } from "../faults/control";
import type { FaultAction } from "../faults/fault";
import { type Faults, faultSubject } from "../faults/faults";
import { faultResponse } from "../faults/response";
import { handle } from "../requests/handle";
import type { World } from "../world";
import { sendAnswer } from "./answer";
import { connectionLimits, receiveBody } from "./body";
import { loggedHeaders, type RequestLogEntry } from "./requestLog";

/** What the HTTP side needs beside the world. */
export interface ServerOptions {
  latencyMs: number;
  faults: Faults;
  onRequest: ((entry: RequestLogEntry) => void) | undefined;
  /** Certificate and key for HTTPS, as PEM texts; HTTP if undefined. */
  tls: { cert: string; key: string } | undefined;
}

/** Makes the HTTP or HTTPS server of a platform; it does not listen yet. */
export function createPlatformServer(world: World, options: ServerOptions): Server {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    serve(world, options, request, response).catch(() => request.socket.destroy());
  };
  const { tls } = options;
  const server =
    tls === undefined
      ? createServer(connectionLimits, listener)
      : createTlsServer({ ...connectionLimits, ...tls }, listener);
  // Without a listener the connection is cut without a response.
  server.on("connect", (_request, socket) => {
    // A reset without a listener would end the process.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n");
  });
  return server;
}

async function serve(
  world: World,
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const time = world.now().toISOString();
  const body = await receiveBody(request, response);
  const { method = "GET", url = "/" } = request;
  const log = (status: number) => {
    const durationMs = performance.now() - started;
    const headers = loggedHeaders(request.headers as Received["headers"]);
    options.onRequest?.({ time, method, path: url, status, durationMs, headers, body: body.text });
  };
  const [path = "/", query = ""] = splitOnce(url, "?");
  const call = toCall(request, method, query, body);
  const control = faultControl(world, options.faults, path, call);
  const isOrdinary = control === undefined;
  const hit = isOrdinary ? options.faults.take(() => faultSubject(world, path, call)) : undefined;
  const action = hit?.action;
  const delayMs = isOrdinary ? options.latencyMs + delayOf(action) : 0;
  // A request that still waits does not keep a closed platform's process alive.
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (action === "reset-before") return cut(request, log);
  const answer = control ?? faultResponse(hit) ?? handle(world, path, call);
  if (action === "reset-after") return cut(request, log);
  log(answer.code);
  sendAnswer(response, answer, { headersOnly: method === "HEAD", truncated: action === "truncate" });
}

function toCall(request: IncomingMessage, method: string, query: string, body: Body): Received {
  const headers = request.headers as Received["headers"];
  return { method, query: new URLSearchParams(query), headers, body };
}

function cut(request: IncomingMessage, log: (status: number) => void): void {
  log(0);
  request.socket.destroy();
}

function delayOf(action: FaultAction | undefined): number {
  return typeof action === "object" && "delayMs" in action ? action.delayMs : 0;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}
