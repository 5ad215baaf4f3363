import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiClient, type ClientOptions, type Clock } from "../../../provider/api/client.js";
import { statusBody } from "../../support/statusBody";

/** A response of a script. `how` simulates a connection failure. */
export interface Reply {
  status?: number;
  headers?: http.OutgoingHttpHeaders;
  body?: string | object;
  /** Close without response, close in the body, never respond, or stall in the body. */
  how?: "reset" | "cut" | "stall" | "stallBody";
}

/** A received request. The port identifies the connection. */
type Arrived = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string; port: number };

/** A loopback server with scripted responses. The last one is repeated. */
export type ScriptedServer = Awaited<ReturnType<typeof serve>>;

/** Cleanup functions for `closeAll`. */
export const closers: (() => Promise<void>)[] = [];

/** The limit of each list request. */
export const limitsAskedOf = ({ requests }: ScriptedServer): number[] =>
  requests.map(({ url }) => Number(new URL(url, "http://h").searchParams.get("limit")));

/** Closes all servers and clients of this file. Call it after each test. */
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** Starts a server, with HTTPS if `tls` is set. */
export async function serve(script: readonly Reply[], tls?: https.ServerOptions, host = "127.0.0.1") {
  const requests: Arrived[] = [];
  const listener: http.RequestListener = async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const reply = script[Math.min(requests.length, script.length - 1)] ?? {};
    const { method = "", url = "", headers, socket } = request;
    requests.push({ method, url, headers, body, port: socket.remotePort ?? 0 });
    answer(reply, response);
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  const address = await listen(server, host);
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  /** Waits for a number of requests. */
  const arrived = async (count: number) => {
    while (requests.length < count) await sleep(5);
  };
  const named = host.includes(":") ? `[${host}]` : host;
  return { url: `${tls ? "https" : "http"}://${named}:${address.port}`, requests, arrived };
}

function answer({ status = 200, headers = {}, body = "", how }: Reply, response: http.ServerResponse): void {
  const text = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  if (how === "stall") return;
  if (how === "reset") {
    response.socket?.destroy();
    return;
  }
  const type = typeof body === "string" ? "text/plain" : "application/json";
  response.writeHead(status, { "content-type": type, ...(how && { "content-length": text.length + 100 }), ...headers });
  if (!how) response.end(text);
  else response.write(text, () => how === "cut" && response.socket?.destroy());
}

/** Starts a server that answers any data with these bytes and closes. */
export async function serveRaw(bytes: string): Promise<{ url: string }> {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(bytes));
  });
  const address = await listen(server);
  closers.push(async () => {
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${address.port}` };
}

/** The URL of a closed port. */
export async function deadUrl(): Promise<string> {
  const server = net.createServer();
  const address = await listen(server);
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${address.port}`;
}

async function listen(server: net.Server, host = "127.0.0.1"): Promise<AddressInfo> {
  server.listen(0, host);
  await once(server, "listening");
  return server.address() as AddressInfo;
}

/** A clock whose sleeps end immediately and advance its time; `slept` records them. */
export function fakeClock(): Clock & { slept: number[] } {
  const slept: number[] = [];
  let offset = 0;
  return {
    slept,
    now: () => Date.now() + offset,
    random: () => 1,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      offset += ms;
    },
  };
}

/** The access key of all clients of this file. */
export const accessKey = "s3cr3t-access-key";

/** A client of a server, with a fake clock by default. */
export function connect(baseUrl: string, options: Partial<ClientOptions> = {}): ApiClient {
  const defaults = {
    baseUrl,
    accessKey,
    vendor: "loft.sh",
    userAgent: "pulumi-vcluster-platform/test",
    clock: fakeClock(),
  };
  const client = new ApiClient({ ...defaults, ...options });
  closers.push(() => client.close());
  return client;
}

/** A server with this script, and its client. */
export async function against(script: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const server = await serve(script);
  return { server, client: connect(server.url, options) };
}

/** The rejection reason of a promise. */
export const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error("expected a rejection")),
    (error) => error,
  );

/** An error response of the API. */
export const status = (code: number, reason: string, message: string, details: object = {}): Reply => ({
  status: code,
  body: statusBody(code, reason, message, details),
});
