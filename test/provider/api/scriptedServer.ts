import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiClient, type ClientOptions, type Clock } from "../../../provider/api/client.js";
import { statusBody } from "../../support/statusBody";

/** One answer of the script; `how` tells what happens on the connection besides or instead of it. */
export interface Reply {
  status?: number;
  headers?: http.OutgoingHttpHeaders;
  body?: string | object;
  /** reset: close without an answer; cut: close in the middle of the body; stall: say nothing; stallBody: begin a body only. */
  how?: "reset" | "cut" | "stall" | "stallBody";
}

/** A request as it arrived. The client's port tells its connections apart. */
type Arrived = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string; port: number };

/** A server on loopback that answers by a script; the last line of the script is repeated. */
export type ScriptedServer = Awaited<ReturnType<typeof serve>>;

/** What `closeAll` closes. */
export const closers: (() => Promise<void>)[] = [];

/** How many objects each list asked a server for. */
export const limitsAskedOf = ({ requests }: ScriptedServer): number[] =>
  requests.map(({ url }) => Number(new URL(url, "http://h").searchParams.get("limit")));

/** Closes all servers and clients that this file made: call it after each test. */
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** Starts a server; with `tls` it speaks HTTPS. */
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
  /** Resolves when the given number of requests has arrived. */
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

/** Starts a server that writes these bytes for whatever comes, and closes. */
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

/** The address of a port nobody listens on. */
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

/** A clock that never sleeps: it notes how long it should have slept, and lets that time pass at once. */
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

/** The access key of all clients here. */
export const accessKey = "s3cr3t-access-key";

/** A client of a server; it never really sleeps unless told. */
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

/** A server that answers with this script, and its client. */
export async function against(script: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const server = await serve(script);
  return { server, client: connect(server.url, options) };
}

/** The error a promise is rejected with. */
export const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error("expected a rejection")),
    (error) => error,
  );

/** A Status body, as the API answers errors. */
export const status = (code: number, reason: string, message: string, details: object = {}): Reply => ({
  status: code,
  body: statusBody(code, reason, message, details),
});
