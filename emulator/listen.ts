import type { Server } from "node:http";
import { Server as TlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Where a server listens, and how to stop it. */
export interface Listening {
  /** Like `http://127.0.0.1:8080`, with `https` for a server that has a certificate; without a slash at the end. */
  baseUrl: string;
  /** Stops listening and cuts every open connection. */
  close(): Promise<void>;
}

/** Makes a server listen; port 0 is any free one. */
export async function listen(server: Server, host: string, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const shownHost = host.includes(":") ? `[${host}]` : host;
  const scheme = server instanceof TlsServer ? "https" : "http";
  const baseUrl = `${scheme}://${shownHost}:${(server.address() as AddressInfo).port}`;
  return { baseUrl, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
