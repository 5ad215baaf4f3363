import type { FaultAction } from "../../../../emulator/faults/fault";
import { onPlugin } from "../../../support/adapterUnderTest";
import { keyOf } from "../../../support/contract";
import { backdateKey, statusWithKey } from "../../../support/http";
import type { Kept, PluginDriver, Wire } from "../../../support/pluginDriver";
import { startMutator } from "../../../support/startMutator";
import { whenFaultsHit } from "../../../support/startRecorded";

const type = "OwnedAccessKey";
const mark = "pulumi-vcluster-platform/replaced-at";
const aDay = 86_400;

/** The end of a replacement: Check of the new key, then the delete of the old one. */
async function endReplacement(driver: PluginDriver, old: Kept, news: Wire = {}) {
  await driver.check(type, { generateName: "new-", user: "ci", replacedKey: "expire", ...news });
  await driver.delete(type, old);
}

/** Drops the change of the ttl from a patch, and the demand to refuse it. */
function withoutTtl(text: string): string {
  if (!text.startsWith("[")) return text.replace("&fieldValidation=Strict", "");
  return JSON.stringify(JSON.parse(text).filter(({ path }: { path: string }) => path !== "/spec/ttl"));
}

onPlugin((adapter) => {
  let made = 0;
  // The seed of a test is fixed, so prefixes must differ.
  const create = (name: string, inputs: Wire = {}) =>
    adapter.create(type, { generateName: `${name}-${made++}-`, user: "ci", ...inputs });
  const stored = ({ id }: Kept) => adapter.stored("ownedaccesskeys", id);
  const exists = ({ id }: Kept) => adapter.platform.store.get("ownedaccesskeys", id) !== undefined;
  const edit = ({ id }: Kept, change: object) => adapter.merge(`ownedaccesskeys/${id}`, change);
  const end = (old: Kept, news?: Wire) => {
    adapter.platform.requests.length = 0;
    return endReplacement(adapter.driver, old, news);
  };
  const works = async (old: Kept) => (await statusWithKey(adapter.platform, keyOf(old))) === 200;
  /** Seconds that the key works from now on. */
  const left = ({ id, state }: Kept) =>
    Number(stored({ id } as Kept).spec.ttl) - (Date.now() - Date.parse(String(state.creationTimestamp))) / 1000;

  test("a replaced key works until the end of the grace period", async () => {
    const old = await create("old", { ttl: aDay });
    await end(old, { gracePeriod: 60 });
    // The last ones search for keys that have expired, among those of the user.
    expect(adapter.sent()).toEqual(["GET 200", "GET 200", "PATCH 200", "GET 200", "GET 200"]);
    expect(left(old)).toBeGreaterThan(55);
    expect(left(old)).toBeLessThanOrEqual(61);
    expect(Date.parse(String(stored(old).metadata.annotations[mark]))).toBeLessThanOrEqual(Date.now());
    expect(await works(old)).toBe(true);
  });

  test.each<[string, Wire]>([
    ["without a ttl", {}],
    ["with a ttl of 0", { ttl: 0 }],
    ["that ends after its last use", { ttl: aDay, ttlAfterLastActivity: true }],
  ])("the grace period of a key %s is an hour by default", async (_, inputs) => {
    const old = await create("lasting", inputs);
    await works(old);
    await end(old);
    expect(stored(old).spec.ttlAfterLastActivity ?? false).toBe(false);
    expect(left(old)).toBeGreaterThan(3590);
    expect(left(old)).toBeLessThanOrEqual(3601);
  });

  test.each([
    ["counted from the creation", false],
    ["counted from the last use", true],
  ])("a key never works longer than before: %s", async (_, ttlAfterLastActivity) => {
    const old = await create("short", { ttl: 60, ttlAfterLastActivity });
    await end(old);
    expect(stored(old).spec).toMatchObject({ ttl: 60 });
    expect(stored(old).spec.ttlAfterLastActivity ?? false).toBe(false);
    expect(stored(old).metadata.annotations[mark]).toEqual(expect.any(String));
  });

  test("a repeated end changes nothing", async () => {
    const old = await create("twice");
    await end(old);
    const before = stored(old);
    await end(old, { gracePeriod: aDay });
    expect(adapter.sent()).toEqual(["GET 200", "GET 200"]);
    expect(stored(old)).toEqual(before);
  });

  test("nothing else is written, and no write of another client is a conflict", async () => {
    const old = await create("edited", { description: "ours", conflictPolicy: "fail", ttl: aDay });
    await edit(old, { spec: { description: "theirs", ttl: 600 }, metadata: { annotations: { a: "theirs" } } });
    adapter.platform.faults.add({ verb: "patch", kind: "ownedaccesskeys", name: old.id, times: 2, action: "conflict" });
    await end(old);
    expect(stored(old).spec).toMatchObject({ description: "theirs", ttl: 600 });
    expect(stored(old).metadata.annotations).toMatchObject({ a: "theirs", [mark]: expect.any(String) });
  });

  test("its declared access stays, and what another client added to it ends at once", async () => {
    const extraSpec = { scope: { future: ["a"] } };
    const declared = { groups: ["a"], scope: { projects: [{ project: "web" }] }, extraSpec };
    const old = await create("widened", declared);
    const { groups, scope } = stored(old).spec;
    await edit(old, {
      spec: { groups: ["a", "system:masters"], scope: { spaces: [{ project: "*" }], future: ["b"] } },
    });
    await end(old);
    expect(stored(old).spec).toMatchObject({ groups, ttl: expect.any(Number) });
    expect(stored(old).spec.scope).toEqual(scope);
  });

  test.each([{}, { ttl: aDay }])(
    "if another client changes the ttl of %j meanwhile, the end fails and keeps that ttl",
    async (inputs) => {
      const old = await create("raced", inputs);
      const read = { verb: "get", kind: "ownedaccesskeys", name: old.id, times: 2, action: { delayMs: 50 } } as const;
      adapter.platform.faults.add(read);
      const ended = end(old).catch((error: Error) => error);
      await whenFaultsHit(adapter.platform);
      const { spec, ...object } = stored(old);
      adapter.platform.store.write("ownedaccesskeys", { ...object, spec: { ...spec, ttl: 60 } } as never);
      expect(String(await ended)).toMatch(/ttl/);
      expect(stored(old).spec.ttl).toBe(60);
    },
  );

  test("a key that has expired is deleted", async () => {
    const old = await create("expired", { ttl: 1 });
    backdateKey(adapter.platform, old.id);
    await end(old);
    expect(exists(old)).toBe(false);
  });

  test("a key whose name the new one needs is deleted", async () => {
    const old = await create("verbatim");
    await end(old, { generateName: old.id.replace(/[^-]*$/, "") });
    expect(exists(old)).toBe(false);
  });

  test("a delete without a replacement deletes", async () => {
    const old = await create("removed", { replacedKey: "expire" });
    const other = await adapter.configured({});
    await other.delete(type, old).finally(() => other.close());
    expect(exists(old)).toBe(false);
  });

  test("the old key is deleted if the platform forbids its update", async () => {
    const old = await create("forbidden");
    adapter.platform.faults.add({ verb: "patch", kind: "ownedaccesskeys", action: { status: 403 } });
    await end(old);
    expect(adapter.sent().slice(0, 4)).toEqual(["GET 200", "GET 200", "PATCH 403", "DELETE 200"]);
    expect(exists(old)).toBe(false);
  });

  test("the old key is deleted if the platform does not store its end", async () => {
    const old = await create("endless");
    const server = await startMutator(adapter.platform.baseUrl, withoutTtl);
    const driver = await adapter.configured({ baseUrl: server.baseUrl });
    await endReplacement(driver, old).finally(() => driver.close());
    server.close();
    expect(exists(old)).toBe(false);
  });

  test.each<[string, FaultAction]>([
    ["422", { status: 422 }],
    ["500", { status: 500 }],
  ])("a response %s fails, the key works on, and the next run sets its end", async (_, action) => {
    const old = await create("failed");
    adapter.platform.faults.add({ verb: "patch", kind: "ownedaccesskeys", times: 3, action });
    await expect(end(old)).rejects.toThrow();
    expect([await works(old), stored(old).metadata.annotations[mark]]).toEqual([true, undefined]);
    adapter.platform.faults.clear();
    await end(old);
    expect(left(old)).toBeLessThanOrEqual(3601);
  });

  test("the provider's own key needs allowSelfLockout", async () => {
    const old = await create("own", { user: "admin" });
    const driver = await adapter.configured({ accessKey: keyOf(old) });
    try {
      await expect(endReplacement(driver, old)).rejects.toThrow("deleting it would lock it out");
      await endReplacement(driver, old, { allowSelfLockout: true });
      expect(await works(old)).toBe(true);
    } finally {
      await driver.close();
    }
  });
});
