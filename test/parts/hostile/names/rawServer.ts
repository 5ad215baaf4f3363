import { once } from "node:events";
import net, { type AddressInfo } from "node:net";

const answer = "HTTP/1.1 404 Not Found\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nno";

/** A server that reads no HTTP: it notes each line that arrives before an empty one, byte for byte. */
export interface RawServer {
  readonly url: string;
  /** The lines of the next request, or of none where nothing came since the last time. */
  taken(): string[];
  close(): Promise<void>;
}

/** Starts a server that answers 404 to whatever comes. */
export async function startRawServer(): Promise<RawServer> {
  let lines: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let held = "";
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      held += bytes.toString("latin1");
      for (let end = held.indexOf("\r\n\r\n"); end >= 0; end = held.indexOf("\r\n\r\n")) {
        lines.push(...held.slice(0, end).split("\r\n"));
        held = held.slice(end + 4);
        socket.write(answer);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => {
      const seen = lines;
      lines = [];
      return seen;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
