import http from "node:http";
import type { AddressInfo } from "node:net";
import type { AdapterDriver } from "./adapterDriver";
import type { AdapterUnderTest } from "./adapterUnderTest";

/** A response of the platform on its way to the provider. */
export interface Passing {
  /** Such as `GET`. */
  readonly method: string;
  readonly status: number;
  readonly body: unknown;
}

/** A proxy between the provider and a platform that changes responses. */
export interface Mutator {
  readonly baseUrl: string;
  /** The body to send instead; text and bytes are sent as they are. */
  change: (passing: Passing) => unknown;
  /** The bodies of the requests that changed something. */
  readonly writes: string[];
  close(): void;
}

const unchanged: Mutator["change"] = ({ body }) => body;

/** Starts a proxy that changes no response yet. `rewritten` may change request paths and bodies. */
export async function startMutator(platformUrl: string, rewritten = (text: string) => text): Promise<Mutator> {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = rewritten(Buffer.concat(chunks).toString());
    const method = request.method ?? "";
    if (method !== "GET") mutator.writes.push(sent);
    const url = platformUrl + rewritten(request.url ?? "");
    try {
      const init = { method, headers: forwarded(request.headers), ...(sent && { body: sent }) };
      const { status, headers, body } = await passed(await fetch(url, init));
      const changed = mutator.change({ method, status, body });
      const isReady = typeof changed === "string" || Buffer.isBuffer(changed);
      response.writeHead(status, headers).end(isReady ? changed : JSON.stringify(changed));
    } catch {
      // The platform broke the connection.
      request.socket.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const mutator: Mutator = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: unchanged,
    writes: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return mutator;
}

async function passed(response: Response) {
  const wait = response.headers.get("retry-after");
  const headers = { "content-type": "application/json", ...(wait !== null && { "retry-after": wait }) };
  return { status: response.status, headers, body: await response.json() };
}

function forwarded(headers: http.IncomingHttpHeaders): Record<string, string> {
  const names = ["authorization", "accept", "content-type", "user-agent"];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

/** Puts a mutator before the platform of a block. It changes nothing when a test begins. */
export function withMutator<Driver extends AdapterDriver>(adapter: AdapterUnderTest<Driver>) {
  const at = {} as { mutator: Mutator; driver: Driver };

  beforeAll(async () => {
    at.mutator = await startMutator(adapter.platform.baseUrl);
    at.driver = await adapter.configured({ baseUrl: at.mutator.baseUrl });
  });
  afterAll(async () => {
    await at.driver?.close();
    at.mutator?.close();
  });
  afterEach(() => {
    at.mutator.change = unchanged;
  });
  return at;
}

/** An object with other members. */
export const withMembers = (body: unknown, members: object) => ({ ...(body as object), ...members });

/** An object with other members in its metadata. */
export const withMetadata = (body: unknown, members: object) =>
  withMembers(body, { metadata: withMembers((body as { metadata: object }).metadata, members) });

/** An object with other members in its spec. */
export const withSpec = (body: unknown, members: object) =>
  withMembers(body, { spec: withMembers((body as { spec: object }).spec, members) });
