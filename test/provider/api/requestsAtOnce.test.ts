import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { closeAll, connect } from "./scriptedServer.js";

afterEach(closeAll);

const dev = { apiVersion: "management.loft.sh/v1", kind: "SpaceTemplate", metadata: { name: "dev", uid: "u1" } };
const limited = { kind: "Status", reason: "TooManyRequests", message: "slow down", code: 429 };

/** A server that holds requests until it is told how to answer all that have come. */
async function holdingServer() {
  const held: http.ServerResponse[] = [];
  const server = http.createServer((_request, response) => held.push(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many have come, as soon as that many have, and no more within a moment. */
    async held(count: number): Promise<number> {
      while (held.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 50));
      return held.length;
    },
    answer(status: number, body: object): void {
      for (const response of held.splice(0)) {
        response
          .writeHead(status, { "content-type": "application/json", "retry-after": "0" })
          .end(JSON.stringify(body));
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.each([
  [true, 8],
  [false, 16],
])(
  "sixteen requests are under way at once; after a 429, where that counts (%p), %i",
  async (adaptiveConcurrency, after) => {
    const server = await holdingServer();
    try {
      const client = connect(server.url, { adaptiveConcurrency });
      const reads = Array.from({ length: 20 }, () => client.get(["spacetemplates", "dev"]));
      expect(await server.held(16)).toBe(16);
      server.answer(429, limited);
      expect(await server.held(after)).toBe(after);
      const done = setInterval(() => server.answer(200, dev), 10);
      expect(await Promise.all(reads)).toEqual(Array(20).fill(dev));
      clearInterval(done);
    } finally {
      server.close();
    }
  },
);
