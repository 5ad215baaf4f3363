import path from "node:path";
import { growth, type Sample } from "./growth";
import { soak } from "./soak";

/** SOAK_MINUTES asks for another duration. */
const seconds = 60 * Number(process.env.SOAK_MINUTES ?? 10);

test(
  `a plugin under ${seconds} s of load and faults leaks neither memory nor sockets nor files`,
  async () => {
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
    const { samples, counts, printed } = await soak({ seconds, rounds: 60, seed });
    process.stdout.write(`TEST_SEED=${seed}, succeeded + failed: ${counts.join(", ")}\n`);
    // biome-ignore lint/suspicious/noConsole: the samples are the result of the part.
    console.table(samples);
    expect(growth(samples)).toEqual([]);
    expect(printed).toBe("");
  },
  (2 * seconds + 300) * 1000,
);

test("the soak finds a plugin that leaks responses, connections, timers and files", async () => {
  const preload = path.join(__dirname, "leaks.cjs");
  const { samples } = await soak({ seconds: 40, rounds: 8, seed: 1, preload });
  const leaking: (keyof Sample)[] = ["heapMiB", "timers", "handles", "files", "temporaryFiles"];
  for (const measure of leaking) expect(growth(samples)).toContainEqual(expect.stringContaining(`${measure} grew`));
  // Slow growth is a leak. A warm-up, a peak and a changing connection pool are not.
  const calm = Object.fromEntries(Object.keys(samples[0] ?? {}).map((measure) => [measure, 100]));
  const growthOf = (valueAt: (index: number) => number) =>
    growth(Array.from({ length: 16 }, (_, index) => ({ ...calm, files: valueAt(index) }) as unknown as Sample));
  expect(growthOf((index) => 100 + 3 * index)).toEqual([expect.stringContaining("files grew from")]);
  for (const valueAt of [
    (index: number) => (index < 4 ? 10 * index : 100),
    (index: number) => (index === 13 ? 1000 : 100),
    (index: number) => (index % 2 ? 100 : 116),
  ])
    expect(growthOf(valueAt)).toEqual([]);
}, 300_000);
