import { growth, type Sample } from "./load/growth";

const mebibyte = 1024 * 1024;
const calm: Omit<Sample, "seconds" | "operations"> = {
  heapBytes: 20 * mebibyte,
  rssBytes: 90 * mebibyte,
  timers: 2,
  handles: 5,
  files: 40,
  connections: 10,
  temporaryFiles: 0,
};
/** Sixteen looks, each changed by its number. */
const looks = (change: (index: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 16 }, (_none, index) => ({
    ...calm,
    seconds: index,
    operations: 100 * index,
    ...change(index),
  }));

describe("the rule by which a soak judges growth", () => {
  test("lets a plugin pass that fills its caches in the first quarter, with peaks later", () => {
    const warming = looks((index) => ({ heapBytes: (index < 4 ? 10 + index : 20) * mebibyte }));
    expect(growth(warming)).toEqual([]);
    const peaks = looks((index) => (index === 13 ? { heapBytes: 60 * mebibyte, files: 300, temporaryFiles: 3 } : {}));
    expect(growth(peaks)).toEqual([]);
    const pool = looks((index) => ({ connections: index % 2 === 0 ? 16 : 0, files: index % 2 === 0 ? 46 : 30 }));
    expect(growth(pool)).toEqual([]);
  });

  test.each<[name: string, leak: (index: number) => Partial<Sample>]>([
    ["heap", (index) => ({ heapBytes: (20 + 0.2 * index) * mebibyte })],
    ["resident memory", (index) => ({ rssBytes: (90 + 4 * index) * mebibyte })],
    ["timers", (index) => ({ timers: 3 * index })],
    ["handles", (index) => ({ handles: 3 * index })],
    ["open files", (index) => ({ files: 40 + 3 * index })],
    ["connections", (index) => ({ connections: 3 * index })],
    ["temporary files", (index) => ({ temporaryFiles: index > 10 ? 1 : 0 })],
  ])("finds %s that grows slowly", (name, leak) => {
    expect(growth(looks(leak))).toEqual([expect.stringContaining(`${name} grew from`)]);
  });
});
