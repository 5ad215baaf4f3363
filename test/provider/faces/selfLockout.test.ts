import { onBothServers } from "../../support/faceUnderTest";
import { type Kept, type PluginDriver, startDriver, type Wire } from "../../support/pluginDriver";

const day = 24 * 3600;

onBothServers((face) => {
  const inputs = { name: "own", user: "admin", ttl: day };
  let own: Kept;
  let driver: PluginDriver;

  /** A provider that authenticates with the very key that it manages. */
  beforeEach(async () => {
    own = await face.create("OwnedAccessKey", inputs);
    const { value } = own.state.key as { value: string };
    driver = await startDriver({ baseUrl: face.platform.baseUrl, accessKey: value });
  });
  afterEach(async () => {
    await driver.close();
    if (face.platform.store.get("ownedaccesskeys", "own")) await face.driver.delete("OwnedAccessKey", own);
  });

  test.each<[string, Wire]>([
    ["disabling it", { disabled: true }],
    ["shortening its ttl", { ttl: day - 1 }],
    ["changing its value", { key: "another-key-0123456789" }],
  ])("%s is refused, and allowed to who says so", async (what, change) => {
    const stored = face.stored("ownedaccesskeys", "own");
    await expect(driver.update("OwnedAccessKey", own, { ...inputs, ...change })).rejects.toThrow(
      `Cannot update OwnedAccessKey "own": it is the key that the provider authenticates with, and ${what} would lock it out`,
    );
    expect(face.stored("ownedaccesskeys", "own").spec).toEqual(stored.spec);
    await driver.update("OwnedAccessKey", own, { ...inputs, ...change, allowSelfLockout: true });
    expect(face.stored("ownedaccesskeys", "own").spec).toMatchObject(change);
  });

  test("giving a key without end a ttl, and counting it from the creation again, is refused", async () => {
    const endless = await driver.update("OwnedAccessKey", own, { name: "own", user: "admin" });
    await expect(driver.update("OwnedAccessKey", endless, inputs)).rejects.toThrow("shortening its ttl");
    const sliding = { ...inputs, ttlAfterLastActivity: true };
    const kept = await driver.update("OwnedAccessKey", own, sliding);
    await expect(driver.update("OwnedAccessKey", kept, inputs)).rejects.toThrow("counting its ttl from the creation");
    await driver.update("OwnedAccessKey", kept, { name: "own", user: "admin" });
    expect(face.stored("ownedaccesskeys", "own").spec.ttl ?? 0).toBe(0);
  });

  test("supplying the very value that it has is allowed", async () => {
    const { value } = own.state.key as { value: string };
    await driver.update("OwnedAccessKey", own, { ...inputs, key: value });
    expect(face.stored("ownedaccesskeys", "own").spec.key).toBe(value);
  });

  test("other changes of the own key are allowed", async () => {
    await driver.update("OwnedAccessKey", own, { ...inputs, ttl: day + 1, displayName: "CI", disabled: false });
    expect(face.stored("ownedaccesskeys", "own").spec).toMatchObject({ ttl: day + 1, displayName: "CI" });
  });

  test("deleting it is refused, and allowed to who said so in the last up", async () => {
    await expect(driver.delete("OwnedAccessKey", own)).rejects.toThrow("and deleting it would lock it out");
    expect(face.platform.store.get("ownedaccesskeys", "own")).toBeDefined();
    const allowed = await driver.update("OwnedAccessKey", own, { ...inputs, allowSelfLockout: true });
    await driver.delete("OwnedAccessKey", allowed);
    expect(face.platform.store.get("ownedaccesskeys", "own")).toBeUndefined();
  });

  test("a key that somebody rotated since the last read is known by the value that it has now", async () => {
    const value = "rotated-key-0123456789";
    await face.driver.update("OwnedAccessKey", own, { ...inputs, key: value });
    const rotated = await startDriver({ baseUrl: face.platform.baseUrl, accessKey: value });
    try {
      await expect(rotated.delete("OwnedAccessKey", own)).rejects.toThrow("deleting it would lock it out");
      const disabled = rotated.update("OwnedAccessKey", own, { ...inputs, disabled: true });
      await expect(disabled).rejects.toThrow("disabling it would lock it out");
      const allowed = await rotated.update("OwnedAccessKey", own, { ...inputs, allowSelfLockout: true });
      await rotated.delete("OwnedAccessKey", { ...allowed, state: { ...allowed.state, key: own.state.key } });
      expect(face.platform.store.get("ownedaccesskeys", "own")).toBeUndefined();
    } finally {
      await rotated.close();
    }
  });

  test("at the end of a replacement the new declaration counts", async () => {
    await driver.check("OwnedAccessKey", { generateName: "new-", user: "admin", allowSelfLockout: true });
    await driver.delete("OwnedAccessKey", own);
    expect(face.platform.store.get("ownedaccesskeys", "own")).toBeUndefined();
  });

  test("a key of the same value that took its name is not taken for it", async () => {
    const { key, ...state } = own.state;
    const { value } = key as { value: string };
    const gone = { ...own, state: { ...state, uid: "another-uid" } };
    await driver.delete("OwnedAccessKey", gone);
    expect(face.stored("ownedaccesskeys", "own").spec.key).toBe(value);
  });

  test("a refused read counts as the end of the own key only after a delete that may have been done", async () => {
    const allowed = await driver.update("OwnedAccessKey", own, { ...inputs, allowSelfLockout: true });
    const named = { kind: "ownedaccesskeys", name: "own", times: 1 };
    face.platform.faults.add({ ...named, method: "DELETE", action: { status: 415 } });
    face.platform.faults.add({ ...named, method: "GET", action: { delayMs: 0 } });
    face.platform.faults.add({ ...named, method: "GET", action: { status: 401 } });
    await expect(driver.delete("OwnedAccessKey", allowed)).rejects.toThrow(/GET .*401.* Before that: DELETE .*415/);
    expect(face.platform.store.get("ownedaccesskeys", "own")).toBeDefined();
  });

  test("any other key may be deleted, disabled and shortened", async () => {
    await face.driver.update("OwnedAccessKey", own, { ...inputs, ttl: 1, disabled: true });
    await face.driver.delete("OwnedAccessKey", own);
  });
});
