import { PassThrough } from "node:stream";
import { progressOn } from "../../cli/progress";

/** What is written on a stream while so many of a total are done, one after the other. */
function written(isTTY: boolean, total: number, done: readonly number[], env = {}): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const progress = progressOn(stream, env);
  progress.start(total);
  for (const count of done) progress.step(count);
  progress.end();
  return String(stream.read() ?? "");
}

const upTo = (total: number) => Array.from({ length: total }, (_, index) => index + 1);
const fresh = "\u001b[1G\u001b[2K";

test("a terminal shows one line, rewritten, and at the end none", () => {
  expect(written(true, 1000, [5, 10, 312])).toBe(
    `${fresh}Reading 1,000 …${fresh}Reading 5 of 1,000 …${fresh}Reading 10 of 1,000 …${fresh}Reading 312 of 1,000 …${fresh}`,
  );
});

test.each([
  ["a pipe", false, {}],
  ["a terminal that can only print", true, { TERM: "dumb" }],
])("%s gets nothing", (_, isTTY, env) => {
  expect(written(isTTY, 1000, upTo(1000), env)).toBe("");
});

test("a number that comes late does not turn it back", () => {
  expect(written(true, 4, [2, 1, 3, 3])).toBe(
    `${fresh}Reading 4 …${fresh}Reading 2 of 4 …${fresh}Reading 3 of 4 …${fresh}`,
  );
});

test("a terminal is not written to more often than people can see", () => {
  expect(written(true, 10_000, upTo(10_000)).split(fresh)).toHaveLength(1 + 1 + 200 + 1);
});

test("nothing to read is told once", () => {
  expect(written(true, 0, [0])).toBe(`${fresh}Reading 0 …${fresh}`);
});
