import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** What a server does on a connection on which a request came. */
export type Attack = (socket: Socket, request: string) => void;

/** A server that keeps to no rule of HTTP but the one that its attack keeps to. */
export interface HostileServer {
  readonly baseUrl: string;
  /** The requests, as `METHOD path`; tests empty it where they begin to look. */
  requests: string[];
  attack: Attack;
  close(): Promise<void>;
}

/** Starts a server that leaves all connections open until the other side, or its attack, ends them. */
export async function startHostileServer(): Promise<HostileServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {}).once("close", () => open.delete(socket));
    onRequest(socket, (request) => {
      hostile.requests.push(request.split(" ", 2).join(" "));
      hostile.attack(socket, request);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const hostile: HostileServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    attack: (socket) => socket.destroy(),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  return hostile;
}

/** Tells of every request when it is whole. */
function onRequest(socket: Socket, tell: (request: string) => void): void {
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += chunk;
    for (let end = endOf(text); end <= text.length; end = endOf(text)) {
      tell(text.slice(0, end));
      text = text.slice(end);
    }
  });
}

/** Where the first request ends; beyond the text while some of it is missing. */
function endOf(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return Number.POSITIVE_INFINITY;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, head))?.[1];
  return head + 4 + Number(length ?? 0);
}

/** Writes pieces without end, as fast as the other side reads them. */
export function flood(socket: Socket, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // The next piece goes out at once.
    }
  };
  socket.on("drain", more);
  more();
}

/** Writes pieces without end, so slowly that no wait between two of them is long. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 100);
  socket.once("close", () => clearInterval(timer));
}

/** An answer of HTTP as it should be. */
export function answered(body: string | Buffer, { status = "200 OK", headers = "" } = {}): Buffer {
  const length = Buffer.byteLength(body);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}
