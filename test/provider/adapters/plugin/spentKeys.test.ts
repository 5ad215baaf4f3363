import { onPlugin } from "../../../support/adapterUnderTest";
import { type FakeEngine, startFakeEngine } from "../../../support/fakeEngine";
import { backdateKey, createAsColleague } from "../../../support/http";
import { driverOf, type Kept, type PluginDriver, startDriver, urnOf, type Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const mark = { annotations: { "pulumi-vcluster-platform/replaced-at": "2026-01-01T00:00:00Z" } };
const spent = ["spent-0", "spent-1"];
const keysOfUser = (accessKeys: unknown) => ({
  apiVersion: "management.loft.sh/v1",
  kind: "UserAccessKeys",
  metadata: {},
  accessKeys,
});
const kept = ["running", "endless", "unmarked", "of-others", "unlabeled"];

onPlugin((adapter) => {
  let drivers: PluginDriver[];
  let engine: FakeEngine;
  beforeEach(async () => {
    drivers = [];
    engine = await startFakeEngine();
  });
  afterEach(async () => {
    await Promise.all(drivers.map((driver) => driver.close()));
    engine.close();
  });
  /** A driver of its own: a run searches once in five seconds. */
  const started = async (settings: Record<string, string> = {}) => {
    const { baseUrl, accessKey } = adapter.platform;
    const driver = await startDriver({ baseUrl, accessKey, ...settings }, { engineAddress: engine.address });
    drivers.push(driver);
    return driver;
  };
  /** The same process with another resource of the program. */
  const resourceOn = ({ plugin }: PluginDriver, name: string) =>
    driverOf(plugin, (each) => urnOf(each).replace(/res$/, name));
  let made = 0;
  // The seed of a test is fixed, so prefixes must differ.
  const createOn = async (driver: PluginDriver, inputs: Wire, options = {}) => {
    const checked = await driver.check(type, { generateName: `made-${made++}-`, user: "ci", ...inputs });
    return driver.create(type, checked.inputs, options);
  };
  /** Replaces a key in a run of its own: create of the new one, other resources, delete. */
  const rotateOn = async (driver: PluginDriver, inputs: Wire = { replacedKey: "expire" }, others = async () => {}) => {
    const old = await createOn(await started(), {});
    adapter.platform.requests.length = 0;
    await createOn(driver, inputs);
    await others();
    await driver.delete(type, old);
  };
  const isLeft = (name: string) => adapter.platform.store.get("ownedaccesskeys", name) !== undefined;
  const keysLeft = () => [...spent, ...kept].filter(isLeft);
  const put = (name: string, metadata: object, spec: object) =>
    createAsColleague(adapter.platform, "ownedaccesskeys", {
      kind: type,
      metadata: { name, ...metadata },
      spec: { user: "ci", ...spec },
    });

  /** Keys that have expired after a replacement, and others, each of which misses a condition. */
  async function givenKeys(): Promise<void> {
    for (const name of keysLeft()) adapter.platform.store.remove("ownedaccesskeys", name);
    const sample = await createOn(await started(), {});
    const { labels } = adapter.stored("ownedaccesskeys", sample.id).metadata;
    for (const name of spent) await put(name, { labels, ...mark }, { ttl: 1 });
    await put("running", { labels, ...mark }, { ttl: 3600 });
    await put("endless", { labels, ...mark }, {});
    await put("unmarked", { labels }, { ttl: 1 });
    await put("of-others", { labels: { "pulumi-vcluster-platform/owner": "another" }, ...mark }, { ttl: 1 });
    await put("unlabeled", mark, { ttl: 1 });
    for (const name of [...spent, "unmarked", "of-others", "unlabeled"]) backdateKey(adapter.platform, name);
  }
  const searchesSent = () => adapter.platform.requests.filter(({ path }) => path.endsWith("/accesskeys")).length;

  test("the end of a replacement deletes them with one request for the keys of its user, and names each", async () => {
    await givenKeys();
    await rotateOn(await started());
    expect(keysLeft()).toEqual(kept);
    expect(adapter.sent().slice(-3)).toEqual(["GET 200", "DELETE 200", "DELETE 200"]);
    const deleted = engine.messages.filter((message) => message.startsWith("Deleted "));
    expect(deleted.sort()).toEqual(
      spent.map((name) => expect.stringMatching(`^Deleted OwnedAccessKey "${name}", which a replacement kept until`)),
    );
  });

  test("the end of a replacement names a key that it does not delete", async () => {
    await rotateOn(await started(), { replacedKey: "expire" });
    const note =
      /^OwnedAccessKey "made-\d+-\w+" is not deleted: it grants access until 20\d\d-\S+Z \(replacedKey: expire\)\.$/;
    expect(engine.messages).toContainEqual(expect.stringMatching(note));
  });

  describe("a key of the program with the mark that another client has expired", () => {
    const victim = async (name: string) => {
      const driver = resourceOn(await started(), name);
      const created = await createOn(driver, {});
      await adapter.merge(`ownedaccesskeys/${created.id}`, { metadata: mark, spec: { ttl: 1 } });
      backdateKey(adapter.platform, created.id);
      return created;
    };

    test.each(["before", "after"])("is kept if it is compared %s the create of another key", async (when) => {
      const of = await victim(`compared-${when}`);
      const driver = await started();
      const other = resourceOn(driver, `compared-${when}`);
      const compare = async () => {
        await other.check(type, of.inputs, of.inputs);
        await other.diff(type, of, of.inputs);
      };
      if (when === "before") await compare();
      await rotateOn(driver, { replacedKey: "expire" }, when === "after" ? compare : undefined);
      expect(isLeft(of.id)).toBe(true);
    });

    test("is kept while a replacement that deletes first has not compared it", async () => {
      const of = await victim("later");
      const driver = await started();
      const old = await createOn(await started(), {});
      await driver.check(type, { generateName: "first-", user: "ci", replacedKey: "expire" });
      await driver.delete(type, old);
      expect(isLeft(of.id)).toBe(true);
    });
  });

  test("many replacements of a run search once", async () => {
    const driver = await started();
    const all = await Promise.all([1, 2, 3].map(async () => createOn(await started(), {})));
    await createOn(driver, { replacedKey: "expire" });
    adapter.platform.requests.length = 0;
    await Promise.all(all.map((each) => driver.delete(type, each)));
    expect(searchesSent()).toBe(1);
  });

  test.each<[string, Wire]>([
    ["another replacedKey", { replacedKey: "delete" }],
    ["no replacedKey", {}],
  ])("a replacement with %s does not search", async (_, inputs) => {
    await rotateOn(await started(), inputs);
    expect(searchesSent()).toBe(0);
  });

  test.each([
    ["get", "accesskeys"],
    ["delete", "ownedaccesskeys"],
  ] as const)("a forbidden %s of %s does not fail a replacement, and is one warning in a run", async (verb, kind) => {
    await givenKeys();
    const driver = await started();
    const all = await Promise.all([1, 2].map(async () => createOn(await started(), {})));
    adapter.platform.faults.add({ verb, kind, times: 100, action: { status: 403 } });
    for (const [index, old] of all.entries()) {
      await createOn(driver, { replacedKey: "expire", user: index === 0 ? "ci" : "bot" });
      await driver.delete(type, old);
    }
    expect(keysLeft()).toEqual([...spent, ...kept]);
    expect(engine.messages.filter((message) => message.includes("pulumi-vcluster-platform orphans"))).toHaveLength(1);
  });

  test("a search that takes long does not use up the time of a delete", async () => {
    const driver = await started();
    const old = await createOn(await started(), {});
    await createOn(driver, { replacedKey: "expire" });
    adapter.platform.faults.add({ verb: "get", kind: "accesskeys", action: { delayMs: 60_000 } });
    await expect(driver.delete(type, old, 4)).resolves.toBeUndefined();
  });

  test("a key that a response shows without a uid is kept, since nothing would guard its deletion", async () => {
    await givenKeys();
    const items = adapter.platform.store.list("ownedaccesskeys");
    const bare = items.map(({ metadata: { uid: _, ...metadata }, ...object }) => ({ ...object, metadata }));
    const action = {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(keysOfUser(bare)),
    };
    adapter.platform.faults.add({ verb: "get", kind: "accesskeys", action });
    await rotateOn(await started());
    expect(adapter.sent()).not.toContain("DELETE 200");
    expect(keysLeft()).toEqual([...spent, ...kept]);
  });

  test("a key that was given more time since the search is kept", async () => {
    await givenKeys();
    const items = adapter.platform.store.list("ownedaccesskeys");
    const text = JSON.stringify(keysOfUser(items));
    for (const name of spent) await adapter.merge(`ownedaccesskeys/${name}`, { spec: { ttl: 3600 } });
    const action = { status: 200, headers: { "content-type": "application/json" }, body: text };
    adapter.platform.faults.add({ verb: "get", kind: "accesskeys", action });
    await rotateOn(await started());
    expect(adapter.sent()).toContain("DELETE 409");
    expect(keysLeft()).toEqual([...spent, ...kept]);
  });

  test("a refresh deletes nothing: a preview reads in the same way", async () => {
    await givenKeys();
    const driver = await started();
    const all: Kept[] = await Promise.all(Array.from({ length: 8 }, () => createOn(driver, {})));
    adapter.platform.requests.length = 0;
    await Promise.all(all.map((each) => driver.read(type, each)));
    expect(keysLeft()).toEqual([...spent, ...kept]);
    // The list of resources says that keys have no list.
    expect(adapter.sent()).toEqual(Array(9).fill("GET 200"));
  });

  test.each([
    ["behind", -7_200_000, [...spent, ...kept]],
    ["ahead", 7_200_000, kept.filter((name) => name !== "running")],
  ])("a platform whose clock is hours %s decides what has expired", async (_, offset, left) => {
    await givenKeys();
    const date = new Date(Date.now() + offset).toUTCString();
    const items = adapter.platform.store.list("ownedaccesskeys");
    const body = JSON.stringify(keysOfUser(items));
    const headers = { "content-type": "application/json", date };
    adapter.platform.faults.add({ verb: "get", kind: "accesskeys", action: { status: 200, headers, body } });
    await rotateOn(await started());
    expect(keysLeft()).toEqual(left);
  });
});
