import { onPlugin, onServerThatHidesKeys } from "../../../support/adapterUnderTest";
import { unfinishedOf } from "../../../support/contract";
import { deleteAsColleague } from "../../../support/http";
import type { Kept, PluginDriver, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";

/** The end of a replacement: Check of the new key, then the delete of the old one. */
async function endReplacement(
  driver: PluginDriver,
  old: Kept,
  { timeout = 0, ...news }: Wire & { timeout?: number } = {},
) {
  await driver.check(type, { generateName: "new-", user: "ci", replacedKey: "expire", ...news });
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

  test("the replacedKey of the new declaration applies", async () => {
    const kept = await create("made-to-delete");
    const deleted = await create("made-to-expire", { replacedKey: "expire" });
    await end(kept);
    await end(deleted, { replacedKey: "delete" });
    expect([exists(kept), exists(deleted)]).toEqual([true, false]);
  });

  test("an absent key is no error, and another object of the same name is not touched", async () => {
    const old = await create("recreated");
    await remove(old);
    await end(old);
    const newcomer = await adapter.create(type, { name: old.id, user: "other" });
    const before = structuredClone(spec(newcomer));
    await end(old);
    expect(spec(newcomer)).toEqual(before);
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
});

onServerThatHidesKeys((adapter) => {
  test("an unfinished key is deleted even if replaced keys expire, because nobody has it", async () => {
    const { inputs } = await adapter.driver.check(type, { name: "replaced", user: "ci" });
    adapter.platform.faults.add({ method: "POST", name: "replaced", action: "reset-after" });
    adapter.platform.faults.add({ method: "GET", name: "replaced", times: 100, action: { status: 403 } });
    const failed = await unfinishedOf(adapter.driver.create(type, inputs));
    adapter.platform.faults.clear();
    await endReplacement(adapter.driver, { ...failed, inputs });
    expect(adapter.platform.store.get("ownedaccesskeys", "replaced")).toBeUndefined();
  });
});
