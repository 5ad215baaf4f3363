import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { jsonHeaders, type Received, type Response, type Stream } from "../call";
import { faultControl } from "../faults/control";
import { type Faults, faultSubject } from "../faults/faults";
import { faultResponse } from "../faults/response";
import { handle } from "../requests/handle";
import type { World } from "../world";
import { connectionLimits, receiveBody } from "./body";

/** One request with the status of its response. The Authorization header is never in it. */
export interface RequestLogEntry {
  /** When the request had arrived, RFC 3339. */
  time: string;
  method: string;
  /** The path with its query, as sent. */
  path: string;
  /** 0 if the connection was cut before a response. */
  status: number;
  durationMs: number;
  headers: Record<string, string>;
  /** The body as received; it may hold keys. */
  body: string;
}

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

async function serve(world: World, options: ServerOptions, request: IncomingMessage, response: ServerResponse) {
  const started = performance.now();
  const time = world.now().toISOString();
  const body = await receiveBody(request, response);
  const { method = "GET", url = "/" } = request;
  const headers = request.headers as Received["headers"];
  const log = (status: number) => {
    const durationMs = performance.now() - started;
    options.onRequest?.({ time, method, path: url, status, durationMs, headers: logged(headers), body: body.text });
  };
  const cut = () => {
    log(0);
    request.socket.destroy();
  };
  const [path = "/"] = url.split("?", 1);
  const received = { method, query: new URLSearchParams(url.slice(path.length)), headers, body };
  const control = faultControl(world, options.faults, path, received);
  const isOrdinary = control === undefined;
  const hit = isOrdinary ? options.faults.take(() => faultSubject(world, path, received)) : undefined;
  const action = hit?.action;
  const faultDelayMs = typeof action === "object" && "delayMs" in action ? action.delayMs : 0;
  const delayMs = isOrdinary ? options.latencyMs + faultDelayMs : 0;
  // A request that still waits does not keep a closed platform's process alive.
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (action === "reset-before") return cut();
  const result = control ?? faultResponse(hit) ?? handle(world, path, received);
  if (action === "reset-after") return cut();
  log(result.code);
  if (action === "truncate") sendHalf(response, result);
  else send(response, result, method === "HEAD");
}

function logged(headers: Received["headers"]): Record<string, string> {
  const { authorization, ...others } = headers;
  return others as Record<string, string>;
}

function send(response: ServerResponse, { code, headers, body }: Response, headersOnly: boolean): void {
  const all = { ...jsonHeaders, ...headers };
  if (typeof body === "string") {
    response.writeHead(code, { ...all, "content-length": Buffer.byteLength(body) });
    response.end(headersOnly ? "" : body);
    return;
  }
  response.writeHead(code, all);
  response.flushHeaders();
  const stop = body({
    write: (text) => response.write(text),
    onDrain: (listener) => response.on("drain", listener),
    end: () => response.end(),
  });
  response.once("close", stop);
}

/** Sends half of the body, of a stream half of what is there at once, and cuts the connection. */
function sendHalf(response: ServerResponse, { code, headers, body }: Response): void {
  const text = typeof body === "string" ? body : startOf(body);
  const length = typeof body === "string" && { "content-length": Buffer.byteLength(text) };
  response.writeHead(code, { ...jsonHeaders, ...headers, ...length });
  response.write(text.slice(0, text.length >> 1), () => response.destroy());
}

function startOf(stream: Stream): string {
  let text = "";
  const write = (piece: string) => {
    text += piece;
    return true;
  };
  stream({ write, onDrain: () => {}, end: () => {} })();
  return text;
}
