import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { isStale, withLock } from "../../scripts/setup/lock.js";

const here = { host: "here", isAlive: (pid: number) => pid === 1 };
const minute = 60_000;

test.each([
  ["a living owner's", { pid: 1, host: "here" }, 1000, false],
  ["a dead owner's", { pid: 2, host: "here" }, 1000, true],
  ["a living owner's, silent for more than a minute,", { pid: 1, host: "here" }, minute + 1, true],
  ["another machine's", { pid: 2, host: "there" }, 1000, false],
  ["a silent machine's", { pid: 2, host: "there" }, minute + 1, true],
  ["a lock whose owner is just writing its name", undefined, 1000, false],
])("%s lock, stale or not", (_whose, owner, silentFor, stale) => {
  expect(isStale(owner, silentFor, here)).toBe(stale);
});

describe("a lock", () => {
  let folder: string;
  let lock: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "lock-"));
    lock = path.join(folder, "locks", "thing");
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("lets one work at a time", async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push(`${name} ends`);
    };
    await Promise.all([withLock(lock, work("first")), withLock(lock, work("second"))]);
    expect(order).toEqual(["first starts", "first ends", "second starts", "second ends"]);
  });

  test("is given back when the work fails", async () => {
    const work = async () => Promise.reject(new Error("no"));
    await expect(withLock(lock, work)).rejects.toThrow("no");
    expect(existsSync(lock)).toBe(false);
  });

  test("of a process that died is taken over", async () => {
    leave(lock, { pid: 2 ** 30, host: hostname() });
    expect(await withLock(lock, async () => "worked")).toBe("worked");
  });

  test("that nobody has touched for long is taken over", async () => {
    leave(lock, { pid: process.pid, host: "another machine" });
    const longAgo = new Date(Date.now() - 2 * minute);
    utimesSync(lock, longAgo, longAgo);
    expect(await withLock(lock, async () => "worked")).toBe("worked");
  });
});

function leave(lock: string, owner: { pid: number; host: string }): void {
  mkdirSync(lock, { recursive: true });
  writeFileSync(path.join(lock, "owner.json"), JSON.stringify(owner));
}
