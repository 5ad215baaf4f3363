import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Passes bytes to a server on this machine, counts connections, and can refuse them. */
export interface Relay {
  readonly baseUrl: string;
  /** Connections that are open now. */
  open(): number;
  /** Connections since the start. */
  total(): number;
  /** Cuts all connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections again, at the same address. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a relay that accepts connections. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const clients = new Set<Socket>();
  let total = 0;
  const server = createServer((client) => {
    total++;
    clients.add(client);
    const upstream = connect(Number(port), hostname);
    client.on("close", () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on("close", () => client.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    client.pipe(upstream).pipe(client);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const refuse = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const client of clients) client.destroy();
    await closed;
  };
  const accept = async () => {
    if (!server.listening) await listen(own);
  };
  const baseUrl = `http://127.0.0.1:${own}`;
  return { baseUrl, open: () => clients.size, total: () => total, refuse, accept, close: refuse };
}
