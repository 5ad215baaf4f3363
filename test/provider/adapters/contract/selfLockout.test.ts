import type { AdapterDriver } from "../../../support/adapterDriver";
import { onBothAdapters, onPlatform4ThatHidesKeys } from "../../../support/adapterUnderTest";
import { keyOf } from "../../../support/contract";
import type { Kept, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const day = 24 * 3600;

onBothAdapters((adapter) => {
  const inputs = { name: "own", user: "admin", ttl: day };
  const allowing = { ...inputs, allowSelfLockout: true };
  const specNow = () => adapter.stored("ownedaccesskeys", "own").spec;
  const exists = () => adapter.platform.store.get("ownedaccesskeys", "own") !== undefined;
  let own: Kept;
  let driver: AdapterDriver;

  const update = (news: Wire, kept = own) => driver.update(type, kept, news);

  /** A provider that authenticates with the key that it manages. */
  beforeEach(async () => {
    own = await adapter.create(type, inputs);
    driver = await adapter.configured({ accessKey: keyOf(own) });
  });
  afterEach(async () => {
    await driver.close();
    if (exists()) await adapter.driver.delete(type, own);
  });

  test.each<[string, Wire]>([
    ["disabling it", { disabled: true }],
    ["shortening its ttl", { ttl: day - 1 }],
    ["changing its value", { key: "another-key-0123456789" }],
  ])("%s is refused without allowSelfLockout", async (what, change) => {
    const before = specNow();
    await expect(update({ ...inputs, ...change })).rejects.toThrow(
      `Cannot update OwnedAccessKey "own": it is the key that the provider authenticates with, and ${what} would lock it out`,
    );
    expect(specNow()).toEqual(before);
    await update({ ...allowing, ...change });
    expect(specNow()).toMatchObject(change);
  });

  test("the first ttl of a key, and counting it from the creation again, are refused", async () => {
    const endless = await update({ name: "own", user: "admin" });
    await expect(update(inputs, endless)).rejects.toThrow("shortening its ttl");
    const sliding = await update({ ...inputs, ttlAfterLastActivity: true });
    await expect(update(inputs, sliding)).rejects.toThrow("counting its ttl from the creation");
    await update({ name: "own", user: "admin" }, sliding);
    expect(specNow().ttl ?? 0).toBe(0);
  });

  test("an update that would take back a longer life, which another client gave the own key, is refused", async () => {
    await adapter.merge("ownedaccesskeys/own", { spec: { ttl: 2 * day } });
    await expect(update({ ...inputs, displayName: "new" })).rejects.toThrow("shortening its ttl would lock it out");
    expect(specNow()).toMatchObject({ ttl: 2 * day });
    await update({ ...allowing, displayName: "new" });
    expect(specNow()).toMatchObject({ ttl: day, displayName: "new" });
  });

  test("the same value and other changes of the own key are accepted", async () => {
    await update({ ...inputs, key: keyOf(own), ttl: day + 1, displayName: "CI", disabled: false });
    expect(specNow()).toMatchObject({ key: keyOf(own), ttl: day + 1, displayName: "CI" });
  });

  test("a delete is refused, unless the last update allowed it", async () => {
    await expect(driver.delete(type, own)).rejects.toThrow("and deleting it would lock it out");
    expect(exists()).toBe(true);
    await driver.delete(type, await update(allowing));
    expect(exists()).toBe(false);
  });

  test("a key that was rotated since the last read is recognised by its present value", async () => {
    const value = "rotated-key-0123456789";
    await adapter.driver.update(type, own, { ...inputs, key: value });
    const rotated = await adapter.configured({ accessKey: value });
    try {
      await expect(rotated.delete(type, own)).rejects.toThrow("deleting it would lock it out");
      const disabled = rotated.update(type, own, { ...inputs, disabled: true });
      await expect(disabled).rejects.toThrow("disabling it would lock it out");
      const allowed = await rotated.update(type, own, allowing);
      await rotated.delete(type, { ...allowed, state: { ...allowed.state, key: own.state.key } });
      expect(exists()).toBe(false);
    } finally {
      await rotated.close();
    }
  });

  test("another key of the same value and name is not deleted", async () => {
    const { key: _, ...state } = own.state;
    await driver.delete(type, { ...own, state: { ...state, uid: "another-uid" } });
    expect(specNow().key).toBe(keyOf(own));
  });

  test("a 401 proves the deletion of the own key only after a delete that may have been done", async () => {
    const allowed = await update(allowing);
    const named = { kind: "ownedaccesskeys", name: "own", times: 1 };
    adapter.platform.faults.add({ ...named, method: "DELETE", action: { status: 415 } });
    adapter.platform.faults.add({ ...named, method: "GET", action: { delayMs: 0 } });
    adapter.platform.faults.add({ ...named, method: "GET", action: { status: 401 } });
    await expect(driver.delete(type, allowed)).rejects.toThrow(/GET .*401.* Before that: DELETE .*415/);
    expect(exists()).toBe(true);
  });

  test("any other key may be deleted, disabled and shortened", async () => {
    await adapter.driver.update(type, own, { ...inputs, ttl: 1, disabled: true });
    await adapter.driver.delete(type, own);
    expect(exists()).toBe(false);
  });
});

onPlatform4ThatHidesKeys((adapter) => {
  const questions = () => adapter.platform.requests.filter(({ path }) => path.includes("/selves")).length;
  let driver: AdapterDriver;

  afterEach(() => driver.close());

  test("an imported key whose value nothing shows is recognised by its name, with one request", async () => {
    const own = await adapter.create(type, { name: "own", user: "admin", ttl: day });
    await adapter.create(type, { name: "other", user: "admin", ttl: day });
    driver = await adapter.configured({ accessKey: keyOf(own) });
    const imported = async (id: string) => {
      const read = await driver.read(type, { id, inputs: {}, state: {} });
      return { id, inputs: read?.inputs ?? {}, state: read?.state ?? {} };
    };
    const [ours, theirs] = [await imported("own"), await imported("other")];
    expect(questions()).toBe(0);
    await expect(driver.delete(type, ours)).rejects.toThrow("deleting it would lock it out");
    await expect(driver.update(type, ours, { ...ours.inputs, disabled: true })).rejects.toThrow("disabling it");
    await driver.delete(type, theirs);
    expect(questions()).toBe(1);
    expect(adapter.stored("ownedaccesskeys", "own").spec.disabled).toBeUndefined();
    await adapter.driver.delete(type, own);
  });

  test("a plain create, read, update and delete does not ask for the identity", async () => {
    driver = await adapter.configured({});
    const key = await driver.create(type, (await driver.check(type, { name: "plain", user: "ci", ttl: day })).inputs);
    const read = await driver.read(type, key);
    const updated = await driver.update(type, key, { ...read?.inputs, displayName: "b" });
    await driver.delete(type, updated);
    expect(questions()).toBe(0);
  });
});
