import type { FaultAction } from "../../../emulator/faults/fault";
import { onServers } from "../../support/adapterUnderTest";
import { keyOf } from "../../support/contract";
import { statusWithKey } from "../../support/http";
import { type Kept, startDriver } from "../../support/pluginDriver";

const type = "OwnedAccessKey";
const gracePeriod = 600;

const actions: [string, FaultAction][] = [
  ["a lost request", "reset-before"],
  ["a lost response", "reset-after"],
  ["a truncated response", "truncate"],
  ["a page of a proxy", "html"],
  ["a conflict", "conflict"],
  ["a 429", { status: 429, retryAfter: 0 }],
  ["a 500", { status: 500 }],
  ["a 503", { status: 503, retryAfter: 0 }],
];
/** How often the fault occurs: once, or until the operation fails. */
const rows = (["GET", "PATCH"] as const).flatMap((method) =>
  actions.flatMap(([what, action]) => [1, 1000].map((times) => [what, method, times, action] as const)),
);

onServers(
  startDriver,
  (adapter) => {
    test.each(rows)("with %s of the %s, %i times, the old key ends after the grace period", async (...row) => {
      const [, method, times, action] = row;
      const old = await adapter.create(type, { generateName: "old-", user: "ci", ttl: 86_400 });
      const endReplacement = async (kept: Kept) => {
        const driver = await adapter.configured({});
        await driver.check(type, { generateName: "new-", user: "ci", replacedKey: "expire", gracePeriod });
        await driver.delete(type, kept, 2).finally(() => driver.close());
      };
      adapter.platform.faults.add({ method, name: old.id, times, action });
      const failure = await endReplacement(old).catch((error: Error) => error);
      adapter.platform.faults.clear();
      expect(await statusWithKey(adapter.platform, keyOf(old))).toBe(200);
      // The engine repeats a failed delete in the next run.
      if (failure) await endReplacement(old);
      const ttl = Number(adapter.stored("ownedaccesskeys", old.id).spec.ttl);
      const end = Date.parse(String(old.state.creationTimestamp)) + ttl * 1000;
      expect(end).toBeLessThanOrEqual(Date.now() + (gracePeriod + 1) * 1000);
      expect(end).toBeGreaterThan(Date.now() + (gracePeriod - 60) * 1000);
      expect(await statusWithKey(adapter.platform, keyOf(old))).toBe(200);
    });
  },
  [{ omitEmpty: true }],
);
