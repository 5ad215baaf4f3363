import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Passes bytes to a server on this machine, and counts connections. */
export interface Relay {
  readonly baseUrl: string;
  /** Connections that are open now. */
  open(): number;
  /** Connections since the start. */
  total(): number;
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const client of clients) client.destroy();
    await closed;
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, open: () => clients.size, total: () => total, close };
}
