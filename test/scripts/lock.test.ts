import fs, { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { isStale, withLock } from "../../scripts/setup/lock.js";
import { temporaryFolder } from "../support/temporaryFolder";

const here = { host: "here", isAlive: (pid: number) => pid === 1 };
const minute = 60_000;

test.each([
  ["of a living owner", { pid: 1, host: "here" }, 1000, false],
  ["of a dead owner", { pid: 2, host: "here" }, 1000, true],
  ["of a living owner that is silent for more than a minute", { pid: 1, host: "here" }, minute + 1, true],
  ["of another machine", { pid: 2, host: "there" }, 1000, false],
  ["of a silent machine", { pid: 2, host: "there" }, minute + 1, true],
  ["whose owner is just writing its name", undefined, 1000, false],
])("whether a lock %s is stale", (_whose, owner, silentFor, stale) => {
  expect(isStale(owner, silentFor, here)).toBe(stale);
});

const inFolder = temporaryFolder();
const lock = () => inFolder("locks/thing");

test("a lock lets one work at a time", async () => {
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} starts`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push(`${name} ends`);
  };
  await Promise.all([withLock(lock(), work("first")), withLock(lock(), work("second"))]);
  expect(order).toEqual(["first starts", "first ends", "second starts", "second ends"]);
});

test("a lock is removed when the work fails, and when its owner cannot be written", async () => {
  const work = async () => Promise.reject(new Error("no"));
  await expect(withLock(lock(), work)).rejects.toThrow("no");
  expect(existsSync(lock())).toBe(false);
  const write = jest.spyOn(fs, "writeFileSync").mockImplementationOnce(() => {
    throw new Error("full");
  });
  await expect(withLock(lock(), work)).rejects.toThrow("full");
  write.mockRestore();
  expect(existsSync(lock())).toBe(false);
});

test("a stale lock is taken over", async () => {
  mkdirSync(lock(), { recursive: true });
  writeFileSync(path.join(lock(), "owner.json"), JSON.stringify({ pid: 2 ** 30, host: hostname() }));
  expect(await withLock(lock(), async () => "worked")).toBe("worked");
  mkdirSync(lock());
  writeFileSync(path.join(lock(), "owner.json"), JSON.stringify({ pid: process.pid, host: "another machine" }));
  const since = new Date(Date.now() - 2 * minute);
  utimesSync(lock(), since, since);
  expect(await withLock(lock(), async () => "worked")).toBe("worked");
});
