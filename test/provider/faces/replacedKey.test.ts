import { onBothServers } from "../../support/faceUnderTest";
import { deleteAsColleague, statusWithKey } from "../../support/http";
import type { Kept, Wire } from "../../support/pluginDriver";
import { startDriver } from "../../support/pluginDriver";
import { startRecorded } from "../../support/startRecorded";

const type = "OwnedAccessKey";
const keyOf = ({ state }: Kept) => (state.key as { value: string }).value;

onBothServers((face) => {
  const create = (name: string, inputs: Wire = {}) =>
    face.create(type, { generateName: `${name}-`, user: "ci", ...inputs });
  const spec = ({ id }: Kept) => face.stored("ownedaccesskeys", id).spec;
  const exists = ({ id }: Kept) => face.platform.store.get("ownedaccesskeys", id) !== undefined;

  /** The end of a replacement: Check has heard of the new key, then the old one goes. */
  const end = async (old: Kept, replacedKey = "disable", generateName = "new-", timeout = 0) => {
    await face.driver.check(type, { generateName, user: "ci", replacedKey });
    face.platform.requests.length = 0;
    await face.driver.delete(type, old, timeout);
  };

  test("a replaced key that is to be disabled stays, without access", async () => {
    const old = await create("kept");
    await end(old);
    expect(face.sent()).toEqual(["GET 200", "GET 200", "PATCH 200"]);
    expect(spec(old).disabled).toBe(true);
    expect(await statusWithKey(face.platform, keyOf(old))).toBe(401);
  });

  test("what the program says now decides, whatever it said when it made the old key", async () => {
    const [disabled, deleted] = [await create("then-deleted"), await create("then-kept", { replacedKey: "disable" })];
    await end(disabled, "disable");
    await end(deleted, "delete");
    expect([exists(disabled), exists(deleted)]).toEqual([true, false]);
  });

  test("a delete without a Check in the same process revokes", async () => {
    const old = await create("removed", { replacedKey: "disable" });
    const other = await face.configured({});
    await other.delete(type, old).finally(() => other.close());
    expect(exists(old)).toBe(false);
  });

  test("disabling writes nothing else, and stumbles over nothing that others wrote", async () => {
    const old = await create("edited", { description: "ours", conflictPolicy: "fail", disabled: false });
    await face.merge(`ownedaccesskeys/${old.id}`, { spec: { description: "theirs", disabled: true } });
    await face.merge(`ownedaccesskeys/${old.id}`, { spec: { disabled: false } });
    face.platform.faults.add({ verb: "patch", kind: "ownedaccesskeys", name: old.id, times: 2, action: "conflict" });
    await end(old);
    expect(spec(old)).toMatchObject({ description: "theirs", disabled: true });
  });

  test("a key that somebody else disabled stays as it is, also with a note in the state", async () => {
    const old = await create("noted");
    await face.merge(`ownedaccesskeys/${old.id}`, { spec: { disabled: true } });
    const noted = { ...old, ...(await face.driver.read(type, old)) };
    expect(noted.state.externalChange).toMatch(/disabled outside/);
    await end(noted);
    expect(face.sent()).toEqual(["GET 200", "GET 200"]);
    expect(spec(old).disabled).toBe(true);
  });

  test("a key that is gone already is no failure", async () => {
    const old = await create("gone");
    await deleteAsColleague(face.platform, `ownedaccesskeys/${old.id}`);
    await end(old);
    expect(exists(old)).toBe(false);
  });

  test("another object of the same name is left alone", async () => {
    const old = await create("recreated");
    await deleteAsColleague(face.platform, `ownedaccesskeys/${old.id}`);
    const newcomer = await face.create(type, { name: old.id, user: "other" });
    await end(old);
    expect(spec(newcomer).disabled ?? false).toBe(false);
  });

  test("a key that somebody is deleting is waited for, as in a delete", async () => {
    const old = await create("ending");
    await face.merge(`ownedaccesskeys/${old.id}`, { metadata: { finalizers: ["x.test/keep"] } });
    await deleteAsColleague(face.platform, `ownedaccesskeys/${old.id}`);
    await expect(end(old, "disable", "new-", 1)).rejects.toThrow(/Cannot delete .*x\.test\/keep/);
    await face.merge(`ownedaccesskeys/${old.id}`, { metadata: { finalizers: null } });
    await end(old);
    expect(exists(old)).toBe(false);
  });

  test("finalizers of a key that is disabled do not hold it up", async () => {
    const old = await create("held", { finalizers: ["x.test/keep"] });
    await end(old);
    expect(face.stored("ownedaccesskeys", old.id).metadata.finalizers).toEqual(["x.test/keep"]);
    expect(spec(old).disabled).toBe(true);
  });

  test("a key whose name the new one needs is deleted after all", async () => {
    const old = await create("verbatim");
    await end(old, "disable", "verbatim-");
    expect(exists(old)).toBe(false);
  });
});

test("disabling keeps the value of a key that the server shows once", async () => {
  const platform = await startRecorded({ hideKeys: true });
  const driver = await startDriver({ baseUrl: platform.baseUrl, accessKey: platform.accessKey });
  try {
    const { inputs } = await driver.check(type, { generateName: "hidden-", user: "ci" });
    const old = await driver.create(type, inputs);
    await driver.check(type, { generateName: "new-", user: "ci", replacedKey: "disable" });
    await driver.delete(type, old);
    expect(platform.store.get("ownedaccesskeys", old.id)?.spec).toMatchObject({ disabled: true, key: keyOf(old) });
  } finally {
    await driver.close();
    await platform.close();
  }
});
