import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that drops dryRun, so that every dry run would change the platform. */
export interface ProxyWithoutDryRun {
  baseUrl: string;
  close(): void;
}

/** Starts a proxy that forwards every request to a platform without dryRun. */
export async function startProxyWithoutDryRun(platformUrl: string): Promise<ProxyWithoutDryRun> {
  const server = http.createServer(async (request, response) => {
    const url = new URL(`${platformUrl}${request.url}`);
    url.searchParams.delete("dryRun");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks)
      .toString()
      .replace(/,"dryRun":\["[A-Za-z]*"\]/, "");
    const { authorization = "", "content-type": type = "application/json" } = request.headers;
    const headers = { authorization, "content-type": type };
    const answer = await fetch(url, { method: request.method ?? "GET", headers, ...(body && { body }) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
