import { RequestLog } from "../../emulator/http/requestLog";

const entry = (path: string, body = "") => ({
  time: "2026-01-01T00:00:00Z",
  method: "POST",
  path,
  status: 201,
  durationMs: 1,
  headers: { accept: "application/json" },
  body,
});

function logOf(count: number, body = ""): RequestLog {
  const log = new RequestLog();
  for (let index = 0; index < count; index++) log.add(entry(`/${index}`, body));
  return log;
}

test("the oldest requests go when there are more than 10,000", () => {
  const { entries } = logOf(10_001);
  expect(entries).toHaveLength(9_000);
  expect(entries.at(-1)?.path).toBe("/10000");
});

test("the oldest requests go when their bodies are large", () => {
  const { entries } = logOf(200, "x".repeat(3_000_000));
  expect(entries.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(64 * 1024 * 1024);
  expect(entries.at(-1)?.path).toBe("/199");
});

test("a log that was emptied starts anew", () => {
  const log = logOf(30, "x".repeat(1_000_000));
  log.entries.length = 0;
  log.add(entry("/a", "x".repeat(3_000_000)));
  expect(log.entries.map(({ path }) => path)).toEqual(["/a"]);
});
