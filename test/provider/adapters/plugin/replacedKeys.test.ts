import { onPlugin, onServerThatHidesKeys } from "../../../support/adapterUnderTest";
import { keyOf, refreshed, unfinishedOf } from "../../../support/contract";
import { deleteAsColleague, statusWithKey } from "../../../support/http";
import type { Kept, PluginDriver, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";

/** The end of a replacement: Check of the new key, then the delete of the old one. */
async function endReplacement(
  driver: PluginDriver,
  old: Kept,
  { timeout = 0, ...news }: Wire & { timeout?: number } = {},
) {
  await driver.check(type, { generateName: "new-", user: "ci", replacedKey: "disable", ...news });
  await driver.delete(type, old, timeout);
}

onPlugin((adapter) => {
  const create = (name: string, inputs: Wire = {}) =>
    adapter.create(type, { generateName: `${name}-`, user: "ci", ...inputs });
  const spec = ({ id }: Kept) => adapter.stored("ownedaccesskeys", id).spec;
  const exists = ({ id }: Kept) => adapter.platform.store.get("ownedaccesskeys", id) !== undefined;
  const edit = ({ id }: Kept, change: object) => adapter.merge(`ownedaccesskeys/${id}`, change);
  const remove = ({ id }: Kept) => deleteAsColleague(adapter.platform, `ownedaccesskeys/${id}`);
  const end = (old: Kept, news?: Wire & { timeout?: number }) => {
    adapter.platform.requests.length = 0;
    return endReplacement(adapter.driver, old, news);
  };

  test("a replaced key is disabled instead of deleted", async () => {
    const old = await create("kept");
    await end(old);
    expect(adapter.sent()).toEqual(["GET 200", "GET 200", "PATCH 200"]);
    expect(spec(old).disabled).toBe(true);
    expect(await statusWithKey(adapter.platform, keyOf(old))).toBe(401);
  });

  test("the replacedKey of the new declaration applies", async () => {
    const [disabled, deleted] = [await create("then-deleted"), await create("then-kept", { replacedKey: "disable" })];
    await end(disabled);
    await end(deleted, { replacedKey: "delete" });
    expect([exists(disabled), exists(deleted)]).toEqual([true, false]);
  });

  test("a delete without a Check in the same process deletes", async () => {
    const old = await create("removed", { replacedKey: "disable" });
    const other = await adapter.configured({});
    await other.delete(type, old).finally(() => other.close());
    expect(exists(old)).toBe(false);
  });

  test("disabling writes nothing else and is no conflict with other writes", async () => {
    const old = await create("edited", { description: "ours", conflictPolicy: "fail", disabled: false });
    await edit(old, { spec: { description: "theirs", disabled: true } });
    await edit(old, { spec: { disabled: false } });
    adapter.platform.faults.add({ verb: "patch", kind: "ownedaccesskeys", name: old.id, times: 2, action: "conflict" });
    await end(old);
    expect(spec(old)).toMatchObject({ description: "theirs", disabled: true });
  });

  test("disabling leaves the declared access as it is", async () => {
    const declared = { groups: ["a"], scope: { projects: [{ project: "web" }] }, rules: [{ verbs: ["get"] }] };
    const old = await create("grouped", declared);
    await end(old);
    expect(spec(old)).toMatchObject({ ...declared, disabled: true });
  });

  test("a key that was disabled outside is not written, even with a note in the state", async () => {
    const old = await create("noted");
    await edit(old, { spec: { disabled: true } });
    const noted = await refreshed(adapter, type, old);
    expect(noted.state.externalChange).toMatch(/disabled outside/);
    await end(noted);
    expect(adapter.sent()).toEqual(["GET 200", "GET 200"]);
    expect(spec(old).disabled).toBe(true);
  });

  test("an absent key is no error, and another object of the same name is not touched", async () => {
    const old = await create("recreated");
    await remove(old);
    await end(old);
    const newcomer = await adapter.create(type, { name: old.id, user: "other" });
    await end(old);
    expect(spec(newcomer).disabled ?? false).toBe(false);
  });

  test("the end of a key that is being deleted is waited for", async () => {
    const old = await create("ending");
    await edit(old, { metadata: { finalizers: ["x.test/keep"] } });
    await remove(old);
    await expect(end(old, { timeout: 1 })).rejects.toThrow(/Cannot delete .*x\.test\/keep/);
    await edit(old, { metadata: { finalizers: null } });
    await end(old);
    expect(exists(old)).toBe(false);
  });

  test("a key whose name the new one needs is deleted", async () => {
    const old = await create("verbatim");
    await end(old, { generateName: "verbatim-" });
    expect(exists(old)).toBe(false);
  });

  test("the allowSelfLockout of the new declaration applies", async () => {
    const old = await create("own", { user: "admin" });
    const driver = await adapter.configured({ accessKey: keyOf(old) });
    try {
      await expect(driver.delete(type, old)).rejects.toThrow("deleting it would lock it out");
      await endReplacement(driver, old, { replacedKey: "delete", user: "admin", allowSelfLockout: true });
      expect(exists(old)).toBe(false);
    } finally {
      await driver.close();
    }
  });
});

onServerThatHidesKeys((adapter) => {
  test("disabling keeps a value that the server does not show", async () => {
    const old = await adapter.create(type, { generateName: "hidden-", user: "ci" });
    await endReplacement(adapter.driver, old);
    expect(adapter.stored("ownedaccesskeys", old.id).spec).toMatchObject({ disabled: true, key: keyOf(old) });
  });

  test("an unfinished key is deleted even if replaced keys are disabled, because nobody has it", async () => {
    const { inputs } = await adapter.driver.check(type, { name: "replaced", user: "ci" });
    adapter.platform.faults.add({ method: "POST", name: "replaced", action: "reset-after" });
    adapter.platform.faults.add({ method: "GET", name: "replaced", times: 100, action: { status: 403 } });
    const failed = await unfinishedOf(adapter.driver.create(type, inputs));
    adapter.platform.faults.clear();
    await endReplacement(adapter.driver, { ...failed, inputs });
    expect(adapter.platform.store.get("ownedaccesskeys", "replaced")).toBeUndefined();
  });
});
