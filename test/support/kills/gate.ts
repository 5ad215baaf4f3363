import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** When a request is held: before the platform receives it, before its response, or during it. */
export type Moment = "before" | "landed" | "answered";

/** The first request of this method for this row's object is the one to stop. */
export interface Stop {
  row: string;
  method: string;
  /** A part of the path; absent if any path is meant. */
  within?: string;
  /** The method of a request for the same object that has to come before it. */
  after?: string | undefined;
  moment: Moment;
  /** The response to the first POST is cut off, so the provider must look for the object. */
  isCutOff: boolean;
}

/** A proxy that holds requests to the platform, so that a test can kill at an exact point. */
export interface Gate {
  baseUrl: string;
  /** Holds these requests; resolves when all of them have arrived. */
  arm(stops: readonly Stop[]): Promise<void>;
  /** Sends the held responses of `answered`. */
  release(): void;
  /** Requests that arrived since the last arm, as `METHOD row`. */
  seen(): string[];
  close(): Promise<void>;
}

interface Armed {
  row: string;
  method: string;
  within?: string;
  after?: string | undefined;
  moment: Moment | "cut off";
  onArrival: () => void;
  released: Promise<void>;
}

/** Takes precedence over the other stop of its row. */
const cutOff = ({ row }: Stop): Armed => {
  return { row, method: "POST", moment: "cut off", onArrival: () => {}, released: Promise.resolve() };
};

/** Starts a gate before a platform. */
export async function startGate(target: string): Promise<Gate> {
  let armed: Armed[] = [];
  let seen: string[] = [];
  let release = () => {};
  const takeStop = (method: string, name: string, url = ""): Armed | undefined => {
    const isInTime = ({ after }: Armed) => after === undefined || seen.includes(`${after} ${name}`);
    const isMeant = (stop: Armed) =>
      stop.method === method && isOf(stop.row, name) && url.includes(stop.within ?? "") && isInTime(stop);
    const found = armed.find(isMeant);
    armed = armed.filter((stop) => stop !== found);
    return found;
  };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const name = nameIn(request, body);
    seen.push(`${request.method} ${name}`);
    await pass(target, request, response, body, takeStop(request.method ?? "", name, request.url)).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async arm(stops) {
      seen = [];
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      armed = stops.filter(({ isCutOff }) => isCutOff).map(cutOff);
      const arrivals = stops.map((stop) => {
        return new Promise<void>((onArrival) => armed.push({ ...stop, onArrival, released }));
      });
      await Promise.all(arrivals);
    },
    release: () => release(),
    seen: () => seen,
    close: () => closed(server),
  };
}

/** Whether an object's name is a row's: its own, or made up from it. */
export const isOf = (row: string, name: string): boolean => name === row || name.startsWith(`${row}-`);

async function pass(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  stop: Armed | undefined,
): Promise<void> {
  if (stop?.moment === "before") return stop.onArrival();
  const { method = "GET", url = "/", headers } = request;
  const { host: _host, connection: _connection, "content-length": _length, ...sent } = headers;
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: sent as Record<string, string>,
    ...(body && { body }),
  });
  const text = await answer.text();
  stop?.onArrival();
  if (stop?.moment === "cut off") throw new Error("cut off");
  if (stop?.moment === "landed") return;
  await stop?.released;
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
  response.end(text);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function nameIn({ method, url = "" }: IncomingMessage, body: string): string {
  // The Secret and the credential of a virtual cluster have the same name in each row.
  const [, row] = /\/namespaces\/vc-([^/]+)\/secrets|\/([^/]+)(?=\/accesskey)/.exec(url)?.filter(Boolean) ?? [];
  if (row !== undefined) return row;
  if (method === "POST") {
    const { metadata, sourceVirtualCluster } = JSON.parse(body);
    return String(sourceVirtualCluster?.importName ?? metadata?.name);
  }
  return (url.split("?")[0] ?? "").split("/").at(-1) ?? "";
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
