import net, { type AddressInfo, type Socket } from "node:net";

/** A way to a server that can be closed, so that connections are refused, and opened again under the same address. */
export interface Relay {
  readonly baseUrl: string;
  /** Cuts all connections and refuses new ones. */
  refuse(): Promise<void>;
  open(): Promise<void>;
}

/** Starts an open relay to a server on this machine. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    baseUrl: `http://127.0.0.1:${own}`,
    async refuse() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      if (!server.listening) await listen(own);
    },
  };
}
