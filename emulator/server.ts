import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Stream } from "./call";
import { faultSubject } from "./faultSubject";
import { type FaultAction, type Faults, faultResponse } from "./faults";
import { handle, type Response } from "./handle";
import { loggedHeaders, type RequestLogEntry } from "./requestLog";
import { tooLarge } from "./statusError";
import { isObject } from "./text/json";
import type { World } from "./world";

/** What the HTTP side needs beside the world. */
export interface ServerOptions {
  latencyMs: number;
  faults: Faults;
  onRequest: (entry: RequestLogEntry) => void;
  /** Certificate and key for HTTPS, as PEM texts; HTTP if undefined. */
  tls: { cert: string; key: string } | undefined;
}

const maxBodyBytes = 3 * 1024 * 1024;

/** Makes the HTTP or HTTPS server of a platform; it does not listen yet. */
export function createPlatformServer(world: World, options: ServerOptions): Server {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    serve(world, options, request, response).catch(() => request.socket.destroy());
  };
  return options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
}

async function serve(world: World, options: ServerOptions, request: IncomingMessage, response: ServerResponse) {
  const started = performance.now();
  const time = world.now().toISOString();
  const text = await readText(request);
  const { method = "GET", url = "/" } = request;
  const log = (status: number) => {
    const durationMs = performance.now() - started;
    const headers = loggedHeaders(request.headers as Call["headers"]);
    options.onRequest({ time, method, path: url, status, durationMs, headers, body: text ?? "" });
  };
  const [path = "/", query = ""] = splitOnce(url, "?");
  const call = toCall(request, method, query, text ?? "");
  const action = options.faults.take(faultSubject(world, path, call));
  const delayMs = options.latencyMs + delayOf(action);
  // A request that still waits does not keep a closed platform's process alive.
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (action === "reset-before") return cut(request, log);
  const answer = faultResponse(action) ?? (text === undefined ? bodyTooLarge() : handle(world, path, call));
  if (action === "reset-after") return cut(request, log);
  log(answer.code);
  send(response, answer, method, action === "truncate");
}

function toCall(request: IncomingMessage, method: string, query: string, text: string): Call {
  const headers = request.headers as Call["headers"];
  const body = { text, contentType: headers["content-type"] };
  return { method, query: new URLSearchParams(query), headers, body, warnings: [] };
}

function cut(request: IncomingMessage, log: (status: number) => void): void {
  log(0);
  request.socket.destroy();
}

function send(response: ServerResponse, answer: Response, method: string, truncated: boolean): void {
  if (typeof answer.body === "string") sendText(response, answer, answer.body, method, truncated);
  else sendStream(response, answer, answer.body);
}

function sendText(response: ServerResponse, answer: Response, text: string, method: string, truncated: boolean): void {
  const body = Buffer.from(text);
  response.writeHead(answer.code, { ...answer.headers, "content-length": body.length });
  if (method === "HEAD") response.end();
  else if (!truncated) response.end(body);
  else response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}

function sendStream(response: ServerResponse, { code, headers }: Response, stream: Stream): void {
  response.writeHead(code, headers);
  response.flushHeaders();
  const stop = stream({ write: (text) => response.write(text), end: () => response.end() });
  response.once("close", stop);
}

/** The body as text, or undefined if it is too large; then the rest is read and thrown away, so that an answer arrives. */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString();
}

function bodyTooLarge(): Response {
  const error = tooLarge(`limit is ${maxBodyBytes}`);
  return { code: error.code, headers: { "content-type": "application/json" }, body: JSON.stringify(error.body()) };
}

function delayOf(action: FaultAction | undefined): number {
  return isObject(action) && "delayMs" in action ? Number(action.delayMs) : 0;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}
