import http from "node:http";
import type { AddressInfo } from "node:net";

/** An answer of the platform on its way to the provider. */
export interface Passing {
  /** Such as `GET`. */
  readonly method: string;
  readonly status: number;
  readonly body: unknown;
}

/** Stands between the provider and a platform, and changes answers. */
export interface Mutator {
  readonly baseUrl: string;
  /** What arrives in place of an answer's body; text and bytes are sent as they are. */
  change: (passing: Passing) => unknown;
  /** The bodies of the requests that changed something. */
  readonly writes: string[];
  close(): void;
}

/** Starts a proxy that changes nothing yet. */
export async function startMutator(platformUrl: string): Promise<Mutator> {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    const method = request.method ?? "";
    if (method !== "GET") mutator.writes.push(sent.toString());
    const answer = await fetch(platformUrl + request.url, {
      method,
      headers: forwarded(request.headers),
      ...(sent.length > 0 && { body: sent }),
    });
    const changed = mutator.change({ method, status: answer.status, body: await answer.json() });
    const isReady = typeof changed === "string" || Buffer.isBuffer(changed);
    const sentOn = isReady ? changed : JSON.stringify(changed);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(sentOn);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const mutator: Mutator = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: ({ body }) => body,
    writes: [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return mutator;
}

function forwarded(headers: http.IncomingHttpHeaders): Record<string, string> {
  const names = ["authorization", "accept", "content-type", "user-agent"];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
