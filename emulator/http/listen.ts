import type { Server, ServerResponse } from "node:http";
import { Server as TlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Where a server listens, and how to stop it. */
export interface Listening {
  /** Like `http://127.0.0.1:8080`, or `https:` with a certificate; without a slash at the end. */
  baseUrl: string;
  /** Stops listening, ends open streams and cuts every other connection. */
  close(): Promise<void>;
}

const problems: Record<string, string> = {
  EADDRINUSE: "the port is in use. Stop the program that listens there, or choose another port",
  EACCES: "this user may not listen there. Choose a port above 1023",
  EADDRNOTAVAIL: "this machine does not have the address. Choose 127.0.0.1 or another one of its own",
  ENOTFOUND: "no such host is known. Choose 127.0.0.1 or another address of this machine",
};

const endingMs = 1000;

// A client cannot go to "every address", but to one of this machine.
const reachable: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Whether a host is no address of its own, but every one of the machine. */
export function isWildcard(host: string): boolean {
  return Object.hasOwn(reachable, host);
}

/** Makes a server listen; port 0 is any free one. */
export async function listen(server: Server, host: string, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(wordError(error, host, port));
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve();
    });
  });
  const open = new Set<ServerResponse>();
  server.on("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  const named = reachable[host] ?? host;
  const shownHost = named.includes(":") ? `[${named}]` : named;
  const scheme = server instanceof TlsServer ? "https" : "http";
  const baseUrl = `${scheme}://${shownHost}:${(server.address() as AddressInfo).port}`;
  return { baseUrl, close: () => close(server, open) };
}

function wordError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const { code = "", message } = error;
  const problem = problems[code];
  const shown = problem === undefined ? message : `${problem} (${code})`;
  return new Error(`cannot listen on ${host}, port ${port}: ${shown}.`, { cause: error });
}

async function close(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const streams = [...open].filter((response) => response.headersSent && !response.writableEnded);
  const ended = streams.map((response) => new Promise<void>((resolve) => response.end(resolve)));
  // A client that does not read would never let its stream end.
  await Promise.race([Promise.all(ended), sleep(endingMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}
