import { getEventListeners, once, setMaxListeners } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { Semaphore } from "../../../../provider/api/transport/semaphore";
import { closeAll, connect } from "../scriptedServer.js";

// Ends the entries that still wait after a test: their timers would keep the process alive.
let end: AbortController;
beforeEach(() => {
  end = new AbortController();
  setMaxListeners(0, end.signal);
});
afterEach(async () => {
  end.abort();
  await closeAll();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

type Release = () => void;

/** Enters so many times; the list holds the releases of the entries that got a slot. */
async function entered(semaphore: Semaphore, count: number): Promise<Release[]> {
  const inside: Release[] = [];
  for (let each = 0; each < count; each++)
    semaphore.acquire(60_000, end.signal).then((release) => release && inside.push(release));
  await settled();
  return inside;
}

async function leaveAll(inside: Release[]): Promise<void> {
  for (const release of inside.splice(0)) release();
  await settled();
}

test("an entry that times out or is canceled gets no slot", async () => {
  const semaphore = new Semaphore(1);
  const inside = await entered(semaphore, 1);
  const cancelled = new AbortController();
  const signals = [cancelled.signal, AbortSignal.abort()];
  const without = [...signals.map((signal) => semaphore.acquire(60_000, signal)), semaphore.acquire(0, undefined)];
  cancelled.abort();
  expect(await Promise.all(without)).toEqual([undefined, undefined, undefined]);
  expect(await entered(semaphore, 1)).toHaveLength(0);
  await leaveAll(inside);
  expect(await entered(semaphore, 1)).toHaveLength(0);
});

test("an entry that got a slot listens to its signal no more", async () => {
  const semaphore = new Semaphore(1);
  const { signal } = new AbortController();
  const [leave, next] = [await semaphore.acquire(0, signal), semaphore.acquire(60_000, signal)];
  leave?.();
  await next;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("the limit holds and every entry gets a slot, whatever leaves first", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(), { maxLength: 30 }), async (most, steps) => {
      const semaphore = new Semaphore(most);
      const inside = await entered(semaphore, steps.length + 1);
      for (const which of steps) {
        expect(inside.length).toBeGreaterThan(0);
        expect(inside.length).toBeLessThanOrEqual(most);
        inside.splice(which % inside.length, 1)[0]?.();
        await settled();
      }
      expect(inside).toHaveLength(1);
    }),
  );
});

test("a client sends sixteen requests at once", async () => {
  const held: http.ServerResponse[] = [];
  const server = http.createServer((_request, response) => held.push(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const dev = { metadata: { name: "dev", uid: "u1" } };
  const answer = () => {
    for (const response of held.splice(0))
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(dev));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = connect(url);
  const reads = Array.from({ length: 36 }, () => client.get(["spacetemplates", "dev"]));
  for (const count of [16, 16, 4]) {
    while (held.length < count) await sleep(5);
    await sleep(50);
    expect(held).toHaveLength(count);
    answer();
  }
  expect(await Promise.all(reads)).toEqual(Array(36).fill(dev));
  server.closeAllConnections();
  server.close();
});
