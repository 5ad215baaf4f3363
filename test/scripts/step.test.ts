import { duration, step } from "../../scripts/setup/step.js";

const minuteMs = 60_000;
let lines: string[];

beforeEach(() => {
  lines = [];
  jest.useFakeTimers();
  jest.spyOn(console, "log").mockImplementation((line) => lines.push(String(line)));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const waiting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

test("a step prints its result and its duration", async () => {
  const done = step("Compile", async (progress) => {
    progress.title("Compiled");
    return 7;
  });
  expect(await done).toBe(7);
  await expect(step("Pack", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(lines).toEqual(["✔ Compiled (0.0 s)", "✖ Pack (0.0 s)"]);
});

test("in a pipe, one line a minute says what runs and how long it usually takes", async () => {
  const first = step("Build", waiting(2.5 * minuteMs), "4 min");
  const second = step("Install", waiting(2 * minuteMs), "1 min");
  await jest.advanceTimersByTimeAsync(1.5 * minuteMs);
  expect(lines).toEqual([
    "  Build (0.0 s, usually 4 min)",
    "  Build (1 min 00 s, usually 4 min) · Install (1 min 00 s, usually 1 min)",
  ]);
  await jest.advanceTimersByTimeAsync(minuteMs);
  await Promise.all([first, second]);
  expect(lines.slice(2)).toEqual([
    "✔ Install (2 min 00 s)",
    expect.stringContaining("  Build"),
    "✔ Build (2 min 30 s)",
  ]);
});

test.each([
  [400, "0.4 s"],
  [9950, "10 s"],
  [59_400, "59 s"],
  [185_000, "3 min 05 s"],
])("%d ms is %s", (ms, text) => expect(duration(ms)).toBe(text));
