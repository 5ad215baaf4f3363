import fc from "fast-check";
import { Concurrency, type Leave } from "../../../provider/api/concurrency";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Enters so many times; who has a place stands in the list. */
async function entered(concurrency: Concurrency, count: number): Promise<Leave[]> {
  const inside: Leave[] = [];
  for (let each = 0; each < count; each++) concurrency.enter(60_000, undefined).then((leave) => inside.push(leave));
  await settled();
  return inside;
}

async function leaveAll(inside: Leave[], isLimited: boolean): Promise<void> {
  for (const leave of inside.splice(0)) leave(isLimited);
  await settled();
}

test("no more are under way than the most, and who waits follows who leaves", async () => {
  const inside = await entered(new Concurrency(3), 5);
  expect(inside).toHaveLength(3);
  inside.shift()?.(false);
  await settled();
  expect(inside).toHaveLength(3);
});

test("half as many are under way after the server has limited them, however many of those it limited", async () => {
  const concurrency = new Concurrency(16);
  await leaveAll(await entered(concurrency, 16), true);
  const inside = await entered(concurrency, 16);
  expect(inside).toHaveLength(8);
  await leaveAll(inside, true);
  expect(inside).toHaveLength(4);
});

test("one stays under way, whatever the server says", async () => {
  const concurrency = new Concurrency(4);
  for (let round = 0; round < 9; round++) await leaveAll(await entered(concurrency, 1), true);
  expect(await entered(concurrency, 3)).toHaveLength(1);
});

test("as many as before are under way once the server limits no more", async () => {
  const concurrency = new Concurrency(8);
  await leaveAll(await entered(concurrency, 8), true);
  for (let round = 0; round < 40; round++) await leaveAll(await entered(concurrency, 1), false);
  expect(await entered(concurrency, 20)).toHaveLength(8);
});

test("who gives up, or is cancelled, goes on without a place and takes nobody's", async () => {
  const concurrency = new Concurrency(1);
  const inside = await entered(concurrency, 1);
  const cancelled = new AbortController();
  const without = [concurrency.enter(60_000, cancelled.signal), concurrency.enter(0, undefined)];
  cancelled.abort();
  for (const leave of await Promise.all(without)) leave(true);
  expect(await entered(concurrency, 1)).toHaveLength(0);
  await leaveAll(inside, false);
  expect(await entered(concurrency, 1)).toHaveLength(0);
});

test("whatever comes and goes, no more are under way than the most, and nobody is forgotten", async () => {
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
