import { defaultProjectPath } from "../../../../provider/api/platformIdentity";
import type { AdapterDriver } from "../../../support/adapterDriver";
import { onBothAdapters } from "../../../support/adapterUnderTest";
import { withoutOutputs } from "../../../support/contract";
import { createAsColleague, deleteAsColleague } from "../../../support/http";

const type = "SpaceTemplate";
const madeElsewhere = /was made on another platform than the one at http:\S+\. Correct vcluster-platform:baseUrl/;

onBothAdapters((adapter) => {
  const open: AdapterDriver[] = [];
  afterEach(async () => {
    for (const driver of open.splice(0)) await driver.close();
    if (adapter.platform.store.get("projects", "default"))
      await deleteAsColleague(adapter.platform, "projects/default");
  });

  /** A session of its own. */
  async function session(): Promise<AdapterDriver> {
    const driver = await adapter.configured({});
    open.push(driver);
    return driver;
  }

  /** A session after which the platform passes for another one. */
  async function elsewhere(): Promise<AdapterDriver> {
    if (adapter.platform.store.get("projects", "default"))
      await deleteAsColleague(adapter.platform, "projects/default");
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
    expect([one.state.__platform, two.state.__platform]).toEqual([here(), here()]);
    expect(questions()).toBe(1);
    for (const kept of [one, two]) await driver.delete(type, kept);
  });

  test("a platform that shows no identity is recorded nowhere, and everything succeeds", async () => {
    const driver = await session();
    const kept = await create(driver, "anonymous");
    expect(kept.state).not.toHaveProperty("__platform");
    await driver.delete(type, kept);
    await driver.delete(type, kept);
    expect(questions()).toBe(1);
  });

  test("an object is neither updated nor deleted on another platform", async () => {
    const kept = await create(await elsewhere(), "moved");
    await deleteAsColleague(adapter.platform, "spacetemplates/moved");
    const driver = await elsewhere();
    await expect(driver.delete(type, kept)).rejects.toThrow(madeElsewhere);
    await expect(driver.update(type, kept, { ...kept.inputs, ...changed })).rejects.toThrow(madeElsewhere);
    await create(driver, "moved");
    await expect(driver.delete(type, kept)).rejects.toThrow(madeElsewhere);
    expect(exists("moved")).toBe(true);
    await deleteAsColleague(adapter.platform, "spacetemplates/moved");
  });

  test.each(["delete", "disable", "expire"])(
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
    expect(read?.state.__platform).toBe(kept.state.__platform);
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
    // A platform without the project is another one, too.
    await deleteAsColleague(adapter.platform, "projects/default");
    await expect((await session()).read(type, kept)).rejects.toThrow(madeElsewhere);
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
