import { defaultProjectPath } from "../../../../provider/api/platformIdentity";
import type { AdapterDriver } from "../../../support/adapterDriver";
import { type AdapterUnderTest, onBothAdapters } from "../../../support/adapterUnderTest";
import { withoutOutputs } from "../../../support/contract";
import { createAsColleague, deleteAsColleague, groupPath } from "../../../support/http";
import { startRecorded } from "../../../support/startRecorded";

const type = "SpaceTemplate";
const undecided =
  /is not on the platform at http:\S+, and no identifier shows whether it was made there\. If the address/;
const madeElsewhere = /was made on another platform than the one at http:\S+\. Correct vcluster-platform:baseUrl/;

onBothAdapters((adapter) => {
  const open: AdapterDriver[] = [];
  afterEach(async () => {
    for (const driver of open.splice(0)) await driver.close();
  });

  /** A session of its own. */
  async function session(settings = {}): Promise<AdapterDriver> {
    const driver = await adapter.configured(settings);
    open.push(driver);
    return driver;
  }

  async function deleteProject(): Promise<void> {
    if (here() !== undefined) await deleteAsColleague(adapter.platform, "projects/default");
  }

  /** A session after which the platform passes for another one. */
  async function elsewhere(): Promise<AdapterDriver> {
    await deleteProject();
    await createAsColleague(adapter.platform, "projects", { kind: "Project", metadata: { name: "default" } });
    return session();
  }

  const create = async (driver: AdapterDriver, name: string) => {
    const { inputs } = await driver.check(type, { name, displayName: "before" });
    return driver.create(type, inputs);
  };
  const here = () => adapter.platform.store.get("projects", "default")?.metadata.uid;
  const questions = () =>
    adapter.platform.requests.filter(({ path }) => path.endsWith(defaultProjectPath.join("/"))).length;
  const exists = (name: string) => adapter.platform.store.get("spacetemplates", name) !== undefined;
  const changed = { displayName: "after" };

  test("a create records the platform, which a session reads once", async () => {
    const driver = await elsewhere();
    const [one, two] = [await create(driver, "one"), await create(driver, "two")];
    const recorded = { __platform: here(), __address: adapter.platform.baseUrl };
    for (const { state } of [one, two]) expect(state).toMatchObject(recorded);
    expect(questions()).toBe(1);
    for (const kept of [one, two]) await driver.delete(type, kept);
  });

  test("on a platform that shows no identity, an absent object stays in the state", async () => {
    await deleteProject();
    const driver = await session();
    const kept = await create(driver, "anonymous");
    expect(kept.state).toMatchObject({ __address: adapter.platform.baseUrl });
    expect(kept.state).not.toHaveProperty("__platform");
    await driver.delete(type, kept);
    await expect(driver.delete(type, kept)).rejects.toThrow(undecided);
    await expect(driver.read(type, kept)).rejects.toThrow(undecided);
    await expect(driver.update(type, kept, { ...kept.inputs, ...changed })).rejects.toThrow(undecided);
    expect(questions()).toBe(1);
  });

  test("a state without identifiers gets them from a read of its object", async () => {
    const driver = await elsewhere();
    const { __platform, __address, ...state } = (await create(driver, "plain")).state;
    const read = await driver.read(type, { id: "plain", inputs: { name: "plain" }, state });
    expect(read?.state).toMatchObject({ __platform, __address });
    await deleteAsColleague(adapter.platform, "spacetemplates/plain");
  });

  test("an object is neither updated nor deleted on another platform", async () => {
    const kept = await create(await elsewhere(), "moved");
    await deleteAsColleague(adapter.platform, "spacetemplates/moved");
    const driver = await elsewhere();
    await expect(driver.delete(type, kept)).rejects.toThrow(madeElsewhere);
    await expect(driver.update(type, kept, { ...kept.inputs, ...changed })).rejects.toThrow(madeElsewhere);
    await create(driver, "moved");
    await expect(driver.update(type, kept, { ...kept.inputs, ...changed })).rejects.toThrow(madeElsewhere);
    await expect(driver.delete(type, kept)).rejects.toThrow(madeElsewhere);
    expect(adapter.stored("spacetemplates", "moved").spec.displayName).toBe("before");
    await deleteAsColleague(adapter.platform, "spacetemplates/moved");
  });

  test.each(["delete", "expire"])(
    "the end of a replacement (%s) fails where the old key is not there",
    async (replacedKey) => {
      const [kind, inputs] = ["OwnedAccessKey", { name: "replaced", user: "ci" }];
      const kept = await (await elsewhere()).create(kind, inputs);
      await deleteAsColleague(adapter.platform, "ownedaccesskeys/replaced");
      const driver = await elsewhere();
      await driver.check(kind, { name: "new", user: "ops", replacedKey });
      await expect(driver.delete(kind, kept)).rejects.toThrow(madeElsewhere);
    },
  );

  test("an object with the recorded uid proves the platform, and nobody asks", async () => {
    const kept = await create(await elsewhere(), "proven");
    const driver = await elsewhere();
    const read = await driver.read(type, kept);
    expect(read?.state).toMatchObject({ __platform: kept.state.__platform, __address: adapter.platform.baseUrl });
    const updated = await driver.update(type, kept, { ...kept.inputs, ...changed });
    expect(updated.state).toMatchObject({ displayName: "after", __platform: kept.state.__platform });
    await driver.delete(type, updated);
    expect(exists("proven")).toBe(false);
    expect(questions()).toBe(0);
  });

  test("a refresh on another platform keeps the state, and adopts no object of the same name", async () => {
    const kept = await create(await elsewhere(), "kept");
    await deleteAsColleague(adapter.platform, "spacetemplates/kept");
    const driver = await elsewhere();
    await expect(driver.read(type, kept)).rejects.toThrow(madeElsewhere);
    await create(driver, "kept");
    await expect(driver.read(type, kept)).rejects.toThrow(madeElsewhere);
    await deleteAsColleague(adapter.platform, "spacetemplates/kept");
    // A platform without the project may be the same one.
    await deleteProject();
    await expect((await session()).read(type, kept)).rejects.toThrow(undecided);
  });

  test("a virtual cluster of the same source on another platform is not deleted by an import without an end", async () => {
    const source = { cluster: "c1", namespace: "ns", name: "same" };
    const inputs = { project: "web", sourceVirtualCluster: source, deletionPolicy: "delete" };
    const request = { kind: "ProjectImportVirtualCluster", sourceVirtualCluster: source };
    await createAsColleague(adapter.platform, "projects/web/importvirtualcluster", request);
    const kept = await withoutOutputs(adapter, "VirtualClusterImport", "web/same", inputs);
    const state = { ...kept.state, __platform: "another" };
    const driver = await elsewhere();
    await expect(driver.delete("VirtualClusterImport", { ...kept, state })).rejects.toThrow(madeElsewhere);
  });
});

const selves = ({ platform }: AdapterUnderTest) =>
  platform.requests.filter(({ path }) => path.includes("/selves")).length;

/** The instanceID of the platform of the adapter. */
async function instanceOf({ platform: { baseUrl, accessKey } }: AdapterUnderTest): Promise<string> {
  const url = `${baseUrl}${groupPath}/selves`;
  const headers = { authorization: `Bearer ${accessKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ apiVersion: "management.loft.sh/v1", kind: "Self" });
  const response = await fetch(url, { method: "POST", headers, body });
  return ((await response.json()) as { status: { instanceID: string } }).status.instanceID;
}

onBothAdapters(
  (adapter) => {
    const open: { close(): Promise<void> }[] = [];
    afterEach(async () => {
      for (const each of open.splice(0)) await each.close();
    });

    const opened = async (settings = {}) => {
      const driver = await adapter.configured(settings);
      open.push(driver);
      return driver;
    };
    const create = async (driver: AdapterDriver, name: string) => {
      const { inputs } = await driver.check(type, { name });
      return driver.create(type, inputs);
    };
    const removed = (name: string) => deleteAsColleague(adapter.platform, `spacetemplates/${name}`);

    test("a create asks for no instanceID, and records one that is known anyway", async () => {
      const plain = await create(await opened(), "plain");
      expect(selves(adapter)).toBe(0);
      expect(plain.state).not.toHaveProperty("__instance");
      const platformId = await instanceOf(adapter);
      const pinned = await create(await opened({ platformId }), "pinned");
      expect(pinned.state).toMatchObject({ __platform: plain.state.__platform, __instance: platformId });
      const before = selves(adapter);
      const uid = String(plain.state.__platform);
      expect((await create(await opened({ platformId: uid }), "by-uid")).state).not.toHaveProperty("__instance");
      expect(selves(adapter)).toBe(before);
    });

    test("a platform whose default project was deleted is known by its instanceID", async () => {
      const platformId = await instanceOf(adapter);
      const [kept, other] = [await create(await opened({ platformId }), "kept"), await create(await opened(), "other")];
      for (const name of ["kept", "other"]) await removed(name);
      await deleteAsColleague(adapter.platform, "projects/default");
      const driver = await opened();
      expect(await driver.read(type, kept)).toBeUndefined();
      expect(selves(adapter)).toBeGreaterThan(0);
      await driver.delete(type, kept);
      // The state has the uid of the deleted project only.
      await expect(driver.read(type, other)).rejects.toThrow(undecided);
      await expect(driver.delete(type, other)).rejects.toThrow(undecided);
      const foreign = await startRecorded({ api: 4, projects: ["web"], accessKey: adapter.platform.accessKey });
      open.push(foreign);
      const wrong = await opened({ baseUrl: foreign.baseUrl });
      await expect(wrong.delete(type, kept)).rejects.toThrow(madeElsewhere);
      await expect(wrong.delete(type, other)).rejects.toThrow(undecided);
      await createAsColleague(adapter.platform, "projects", { kind: "Project", metadata: { name: "default" } });
    });

    describe("with the setting platformId", () => {
      const refused =
        /The platform at http:\S+ is not the one that platformId names: expected another, found [0-9a-f-]{36}\. Correct vcluster-platform:baseUrl, or set vcluster-platform:platformId to/;

      test("every operation refuses another platform, before it reads or writes", async () => {
        const kept = await create(await opened(), "refused");
        const driver = await opened({ platformId: "another" });
        adapter.platform.requests.length = 0;
        const news = { ...kept.inputs, displayName: "x" };
        await expect(create(driver, "new")).rejects.toThrow(refused);
        await expect(driver.read(type, kept)).rejects.toThrow(refused);
        await expect(driver.update(type, kept, news)).rejects.toThrow(refused);
        await expect(driver.delete(type, kept)).rejects.toThrow(refused);
        expect((await driver.diff(type, kept, news)).changes).toBe(true);
        expect(adapter.sent()).toEqual(["POST 201"]);
        expect(selves(adapter)).toBe(1);
        await removed("refused");
      });

      test.each(["uid of the default project", "instanceID"])("the %s names the platform", async (what) => {
        const instance = await instanceOf(adapter);
        const project = adapter.platform.store.get("projects", "default")?.metadata.uid;
        const driver = await opened({ platformId: what === "instanceID" ? instance : String(project) });
        const kept = await create(driver, "named");
        await driver.delete(type, kept);
      });

      test("an absent object whose state has no identifier is gone", async () => {
        const kept = await create(await opened(), "unnamed");
        const { __platform, ...state } = kept.state;
        await removed("unnamed");
        await expect((await opened()).read(type, { ...kept, state })).rejects.toThrow(undecided);
        const driver = await opened({ platformId: await instanceOf(adapter) });
        expect(await driver.read(type, { ...kept, state })).toBeUndefined();
        await driver.delete(type, { ...kept, state });
      });
    });
  },
  [{ api: 4 }],
);
