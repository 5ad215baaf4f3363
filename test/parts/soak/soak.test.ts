import path from "node:path";
import { growth, type Sample, tableOf } from "./growth";
import { soak } from "./soak";

/** SOAK_MINUTES asks for another duration. */
const seconds = 60 * Number(process.env.SOAK_MINUTES ?? 10);
const mebibyte = 1024 * 1024;

test(
  `a plugin under ${seconds} s of load and faults leaks neither memory nor sockets nor files`,
  async () => {
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
    const { samples, counts, printed } = await soak({ seconds, rounds: 60, seed });
    const results = [...counts].map(([method, { succeeded, failed }]) => `${method} ${succeeded}+${failed}`);
    process.stdout.write(`TEST_SEED=${seed}, succeeded + failed: ${results.join(", ")}\n${tableOf(samples)}\n`);
    expect(growth(samples)).toEqual([]);
    expect(printed).toBe("");
  },
  (2 * seconds + 300) * 1000,
);

test("the soak finds a plugin that leaks responses, connections, timers and files", async () => {
  const preload = path.join(__dirname, "leaks.cjs");
  const { samples } = await soak({ seconds: 40, rounds: 8, seed: 1, preload });
  process.stdout.write(`A plugin that leaks\n${tableOf(samples)}\n`);
  expect(growth(samples).map((each) => each.replace(/ grew .*/, ""))).toEqual(
    expect.arrayContaining(["heap", "timers", "handles", "open files", "temporary files"]),
  );
}, 300_000);

describe("the rule of growth", () => {
  const calm = {
    heapBytes: 20 * mebibyte,
    rssBytes: 90 * mebibyte,
    timers: 2,
    handles: 5,
    files: 40,
    temporaryFiles: 0,
  };
  const samples = (change: (index: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: 16 }, (_, index) => ({ ...calm, seconds: index, operations: 100 * index, ...change(index) }));

  test.each<[what: string, change: (index: number) => Partial<Sample>]>([
    ["a cache that fills in the first quarter", (index) => ({ heapBytes: (index < 4 ? 10 + index : 20) * mebibyte })],
    ["a peak", (index) => (index === 13 ? { heapBytes: 60 * mebibyte, files: 300, temporaryFiles: 3 } : {})],
    ["a connection pool that opens and closes", (index) => ({ files: index % 2 === 0 ? 46 : 30 })],
  ])("allows %s", (_what, change) => expect(growth(samples(change))).toEqual([]));

  test.each<[what: string, change: (index: number) => Partial<Sample>]>([
    ["heap", (index) => ({ heapBytes: (20 + 0.2 * index) * mebibyte })],
    ["resident memory", (index) => ({ rssBytes: (90 + 4 * index) * mebibyte })],
    ["timers", (index) => ({ timers: 3 * index })],
    ["handles", (index) => ({ handles: 3 * index })],
    ["open files", (index) => ({ files: 40 + 3 * index })],
    ["temporary files", (index) => ({ temporaryFiles: index > 10 ? 1 : 0 })],
  ])("finds slow growth of %s", (what, change) => {
    expect(growth(samples(change))).toEqual([expect.stringContaining(`${what} grew from`)]);
  });
});
