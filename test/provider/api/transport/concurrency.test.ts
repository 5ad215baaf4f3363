import { getEventListeners, once, setMaxListeners } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { Concurrency, type Release } from "../../../../provider/api/transport/concurrency";
import { closeAll, connect, status } from "../scriptedServer.js";

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

/** Enters so many times; the list holds the entries that got a slot. */
async function entered(concurrency: Concurrency, count: number): Promise<Release[]> {
  const inside: Release[] = [];
  for (let each = 0; each < count; each++)
    concurrency.acquire(60_000, end.signal).then((leave) => leave && inside.push(leave));
  await settled();
  return inside;
}

async function leaveAll(inside: Release[], isLimited: boolean): Promise<void> {
  for (const leave of inside.splice(0)) leave(isLimited);
  await settled();
}

test("the limit is halved once for all requests that were limited together", async () => {
  const concurrency = new Concurrency(16);
  await leaveAll(await entered(concurrency, 16), true);
  const inside = await entered(concurrency, 16);
  expect(inside).toHaveLength(8);
  await leaveAll(inside, true);
  expect(inside).toHaveLength(4);
});

test.each([
  [5, 5],
  [40, 8],
])("after %i good answers, a limit of four of at most eight is %i", async (answers, limit) => {
  const concurrency = new Concurrency(8);
  await leaveAll(await entered(concurrency, 8), true);
  for (let round = 0; round < answers; round++) await leaveAll(await entered(concurrency, 1), false);
  expect(await entered(concurrency, 20)).toHaveLength(limit);
});

test("an entry that times out or is canceled gets no slot", async () => {
  const concurrency = new Concurrency(1);
  const inside = await entered(concurrency, 1);
  const cancelled = new AbortController();
  const signals = [cancelled.signal, AbortSignal.abort()];
  const without = [...signals.map((signal) => concurrency.acquire(60_000, signal)), concurrency.acquire(0, undefined)];
  cancelled.abort();
  expect(await Promise.all(without)).toEqual([undefined, undefined, undefined]);
  expect(await entered(concurrency, 1)).toHaveLength(0);
  await leaveAll(inside, false);
  expect(await entered(concurrency, 1)).toHaveLength(0);
});

test("an entry that got a slot listens to its signal no more", async () => {
  const concurrency = new Concurrency(1);
  const { signal } = new AbortController();
  const [leave, next] = [await concurrency.acquire(0, signal), concurrency.acquire(60_000, signal)];
  leave?.(false);
  await next;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("the limit holds and every entry gets a slot, whatever leaves first", async () => {
  const step = fc.record({ isLimited: fc.boolean(), which: fc.nat() });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 30 }), async (most, steps) => {
      const concurrency = new Concurrency(most);
      const inside = await entered(concurrency, steps.length + 1);
      for (const { isLimited, which } of steps) {
        expect(inside.length).toBeGreaterThan(0);
        expect(inside.length).toBeLessThanOrEqual(most);
        inside.splice(which % inside.length, 1)[0]?.(isLimited);
        await settled();
      }
      expect(inside).toHaveLength(1);
    }),
  );
});

test("a client sends sixteen requests at once, and eight after a 429", async () => {
  const held: http.ServerResponse[] = [];
  const server = http.createServer((_request, response) => held.push(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = (code: number, body: object) => {
    const headers = { "content-type": "application/json", "retry-after": "0" };
    for (const response of held.splice(0)) response.writeHead(code, headers).end(JSON.stringify(body));
  };
  const dev = { metadata: { name: "dev", uid: "u1" } };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = connect(url);
  const reads = Array.from({ length: 36 }, () => client.get(["spacetemplates", "dev"]));
  const expectHeld = async (count: number) => {
    while (held.length < count) await sleep(5);
    await sleep(50);
    expect(held).toHaveLength(count);
  };
  await expectHeld(16);
  answer(200, dev);
  await expectHeld(16);
  answer(429, status(429, "TooManyRequests", "slow down").body as object);
  await expectHeld(8);
  const done = setInterval(() => answer(200, dev), 10);
  expect(await Promise.all(reads)).toEqual(Array(36).fill(dev));
  clearInterval(done);
  server.closeAllConnections();
  server.close();
});
