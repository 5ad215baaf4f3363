import type { ApiClient } from "../../../provider/api/client.js";
import { closeAll, connect, serve } from "./scriptedServer.js";

afterEach(closeAll);

const path = ["spacetemplates", "dev"];
const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };

const requests: Record<string, (client: ApiClient) => Promise<unknown>> = {
  GET: (client) => client.get(path),
  POST: (client) => client.create(["spacetemplates"], dev),
  PUT: (client) => client.replace(path, dev),
  PATCH: (client) => client.patch(path, []),
  DELETE: (client) => client.delete(path, { uid: "u1" }),
};

/** How many connections six such requests need, one after the other. */
async function connectionsFor(method: string, keepAlive: boolean): Promise<number> {
  const server = await serve([{ body: dev }]);
  const client = connect(server.url, { keepAlive });
  for (let count = 0; count < 6; count++) await requests[method]?.(client);
  expect(server.requests.map((request) => request.method)).toEqual(Array.from({ length: 6 }, () => method));
  return new Set(server.requests.map(({ port }) => port)).size;
}

test.each(Object.keys(requests))("%s requests share their connections, unless none is to be kept", async (method) => {
  // A request that follows at once may take a second one.
  expect(await connectionsFor(method, true)).toBeLessThanOrEqual(2);
  expect(await connectionsFor(method, false)).toBe(6);
});
