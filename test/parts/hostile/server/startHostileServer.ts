import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** What a server does with a request. */
export type Attack = (socket: Socket, request: string) => void;

/** A server that follows the rules of HTTP only as far as its attack does. */
export interface HostileServer {
  readonly baseUrl: string;
  /** The requests, as `METHOD path`. */
  requests: string[];
  attack: Attack;
  close(): Promise<void>;
}

/** Starts a server that leaves connections open until its client or its attack ends them. */
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

/** Calls back for every complete request. */
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

/** The end of the first request; infinite while it is incomplete. */
function endOf(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return Number.POSITIVE_INFINITY;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, head))?.[1];
  return head + 4 + Number(length ?? 0);
}

/** Writes pieces without end, as fast as the client reads them. */
export function flood(socket: Socket, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // Until the buffer is full.
    }
  };
  socket.on("drain", more);
  more();
}

/** Writes pieces without end, ten a second. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 100);
  socket.once("close", () => clearInterval(timer));
}

/** A valid response. */
export function answered(body: string | Buffer, { status = "200 OK", headers = "" } = {}): Buffer {
  const length = Buffer.byteLength(body);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}
