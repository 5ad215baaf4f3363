import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import type { Pair } from "./certificates";

/** How a proxy behaves. */
export interface ProxyOptions {
  /** `user:password` that it demands. */
  login?: string;
  /** Answered to every CONNECT in place of a tunnel. */
  status?: number;
  /** Speaks TLS with its clients. */
  tls?: Pair;
  /** Takes connections and says nothing. */
  silent?: boolean;
}

/** A proxy on loopback. Every tunnel ends at the requested port of this machine. */
export interface ForwardProxy {
  /** Without a login. */
  readonly url: string;
  readonly port: number;
  /** Heads of the requests for tunnels, the oldest first. */
  readonly heads: { target: string; headers: http.IncomingHttpHeaders }[];
  /** Requests other than CONNECT. */
  readonly strays: string[];
  close(): Promise<void>;
}

/** Starts a proxy. */
export async function startProxy({ login, status, tls, silent }: ProxyOptions = {}): Promise<ForwardProxy> {
  const heads: ForwardProxy["heads"] = [];
  const strays: string[] = [];
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
  };
  const server = tls ? https.createServer(tls) : http.createServer();
  server.on("connection", keep);
  server.on("request", ({ url = "" }, response) => {
    strays.push(url);
    response.writeHead(405).end();
  });
  server.on("connect", ({ url = "", headers }, client) => {
    heads.push({ target: url, headers });
    client.on("error", () => client.destroy());
    if (silent) return;
    const refusal = status ?? (login && !isLogin(headers, login) ? 407 : undefined);
    if (refusal) return client.end(`HTTP/1.1 ${refusal} No\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n`);
    const target = net.connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(target).pipe(client);
    });
    keep(target);
    target.on("close", () => client.destroy());
    client.on("close", () => target.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((done) => server.close(done));
  };
  return { url: `${tls ? "https" : "http"}://127.0.0.1:${port}`, port, heads, strays, close };
}

const isLogin = (headers: http.IncomingHttpHeaders, login: string) =>
  headers["proxy-authorization"] === `Basic ${Buffer.from(login).toString("base64")}`;
