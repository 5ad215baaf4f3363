import { PassThrough } from "node:stream";
import { progressOn } from "../../../cli/drift/progress";

/** What is written on a stream while so many of 1,000 are done, one after the other. */
function written(isTTY: boolean, total: number, done: readonly number[], env = {}): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const progress = progressOn(stream, env);
  progress.start(total);
  for (const count of done) progress.step(count);
  progress.end();
  return String(stream.read());
}

const upTo = (total: number) => Array.from({ length: total }, (_, index) => index + 1);
const fresh = "\u001b[1G\u001b[2K";

test("a terminal shows one line, rewritten, and at the end none", () => {
  expect(written(true, 1000, [5, 10, 312])).toBe(
    `${fresh}Reading 1,000 …${fresh}Reading 5 of 1,000 …${fresh}Reading 10 of 1,000 …${fresh}Reading 312 of 1,000 …${fresh}`,
  );
});

test("a log gets a few lines, without a sign that moves a cursor", () => {
  expect(written(false, 1000, upTo(1000))).toBe(
    "Reading 1,000 …\nReading 250 of 1,000 …\nReading 500 of 1,000 …\nReading 750 of 1,000 …\nReading 1,000 of 1,000 …\n",
  );
});

test("a terminal that can only print is a log", () => {
  expect(written(true, 2, upTo(2), { TERM: "dumb" })).toBe("Reading 2 …\nReading 1 of 2 …\nReading 2 of 2 …\n");
});

test("a number that comes late does not turn it back", () => {
  expect(written(false, 4, [2, 1, 3, 3])).toBe("Reading 4 …\nReading 2 of 4 …\nReading 3 of 4 …\n");
});

test("a terminal is not written to more often than people can see", () => {
  expect(written(true, 10_000, upTo(10_000)).split(fresh)).toHaveLength(1 + 1 + 200 + 1);
});

test("nothing to read is told once", () => {
  expect(written(false, 0, [0])).toBe("Reading 0 …\n");
});
