import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands before a server and counts who is connected. */
export interface Relay {
  baseUrl: string;
  /** Connections that are open now. */
  open(): number;
  /** Connections that there ever were. */
  total(): number;
  close(): Promise<void>;
}

/** Passes all bytes on to the server at this base URL. */
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
    // What is cut on one side is cut on the other.
    upstream.on("close", () => client.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => clients.size,
    total: () => total,
    close: () => {
      for (const client of clients) client.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
