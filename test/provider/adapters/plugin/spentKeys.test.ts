import { setTimeout as sleep } from "node:timers/promises";
import { onPlugin } from "../../../support/adapterUnderTest";
import { createAsColleague } from "../../../support/http";
import type { Kept, PluginDriver, Wire } from "../../../support/pluginDriver";

const type = "OwnedAccessKey";
const mark = { annotations: { "pulumi-vcluster-platform/replaced-at": "2026-01-01T00:00:00Z" } };
const spent = ["spent-0", "spent-1"];
const kept = ["running", "endless", "unmarked", "of-others", "unlabeled"];

onPlugin((adapter) => {
  let drivers: PluginDriver[];
  beforeEach(() => {
    drivers = [];
  });
  afterEach(() => Promise.all(drivers.map((driver) => driver.close())));
  /** A driver of its own: a run searches once in five seconds. */
  const started = async (settings: Record<string, string> = {}) => {
    const driver = await adapter.configured(settings);
    drivers.push(driver);
    return driver;
  };
  const createOn = async (driver: PluginDriver, inputs: Wire, options = {}) => {
    const checked = await driver.check(type, { user: "ci", ...inputs });
    return driver.create(type, checked.inputs, options);
  };
  const left = () =>
    [...spent, ...kept].filter((name) => adapter.platform.store.get("ownedaccesskeys", name) !== undefined);
  const put = (name: string, metadata: object, spec: object) =>
    createAsColleague(adapter.platform, "ownedaccesskeys", {
      kind: type,
      metadata: { name, ...metadata },
      spec: { user: "ci", ...spec },
    });

  /** Keys that have expired after a replacement, and others, each of which misses a condition. */
  async function givenKeys(): Promise<void> {
    for (const name of left()) adapter.platform.store.remove("ownedaccesskeys", name);
    const sample = await createOn(await started(), { generateName: "sample-" });
    const { labels } = adapter.stored("ownedaccesskeys", sample.id).metadata;
    for (const name of spent) await put(name, { labels, ...mark }, { ttl: 1 });
    await put("running", { labels, ...mark }, { ttl: 3600 });
    await put("endless", { labels, ...mark }, {});
    await put("unmarked", { labels }, { ttl: 1 });
    await put("of-others", { labels: { "pulumi-vcluster-platform/owner": "another" }, ...mark }, { ttl: 1 });
    await put("unlabeled", mark, { ttl: 1 });
    await sleep(1100);
    adapter.platform.requests.length = 0;
  }
  const listsSent = () => adapter.platform.requests.filter(({ path }) => path.includes("labelSelector")).length;

  test("a create deletes them before it, with one list", async () => {
    await givenKeys();
    await createOn(await started(), { generateName: "new-", replacedKey: "expire" });
    expect(left()).toEqual(kept);
    expect(adapter.sent()).toEqual(["GET 200", "DELETE 200", "DELETE 200", "POST 201"]);
  });

  test("many creates of a run search once", async () => {
    const driver = await started();
    adapter.platform.requests.length = 0;
    const names = ["a", "b", "c"].map((letter) => ({ generateName: `many-${letter}-`, replacedKey: "expire" }));
    await Promise.all(names.map((inputs) => createOn(driver, inputs)));
    expect(listsSent()).toBe(1);
  });

  test.each<[string, Wire, Record<string, string>, object]>([
    ["another replacedKey", { replacedKey: "disable" }, {}, {}],
    ["no replacedKey", {}, {}, {}],
    ["deleteExpiredKeys: false", { replacedKey: "expire" }, { deleteExpiredKeys: "false" }, {}],
    ["a preview with a dry run", { replacedKey: "expire" }, { serverSideDryRun: "true" }, { preview: true }],
  ])("a create with %s sends no list", async (_, inputs, settings, options) => {
    await createOn(await started(settings), { generateName: "plain-", ...inputs }, options);
    expect(listsSent()).toBe(0);
  });

  test.each(["list", "delete"] as const)("a forbidden %s does not fail a create", async (verb) => {
    await givenKeys();
    adapter.platform.faults.add({ verb, kind: "ownedaccesskeys", times: 100, action: { status: 403 } });
    await createOn(await started(), { generateName: "new-", replacedKey: "expire" });
    expect(left()).toEqual([...spent, ...kept]);
  });

  test("a list that takes long does not use up the time of a create", async () => {
    adapter.platform.faults.add({ verb: "list", kind: "ownedaccesskeys", action: { delayMs: 60_000 } });
    const created = createOn(await started(), { generateName: "late-", replacedKey: "expire" }, { timeout: 4 });
    expect((await created).id).toMatch(/^late-/);
  });

  test("a key that was given more time since the list is kept", async () => {
    await givenKeys();
    const items = adapter.platform.store.list("ownedaccesskeys");
    const body = { apiVersion: "management.loft.sh/v1", kind: `${type}List`, metadata: {}, items };
    const text = JSON.stringify(body);
    for (const name of spent) await adapter.merge(`ownedaccesskeys/${name}`, { spec: { ttl: 3600 } });
    const action = { status: 200, headers: { "content-type": "application/json" }, body: text };
    adapter.platform.faults.add({ verb: "list", kind: "ownedaccesskeys", action });
    await createOn(await started(), { generateName: "new-", replacedKey: "expire" });
    expect(adapter.sent()).toContain("DELETE 409");
    expect(left()).toEqual([...spent, ...kept]);
  });

  describe("a refresh", () => {
    const read = async (count: number, settings: Record<string, string> = {}) => {
      const driver = await started(settings);
      const names = Array.from({ length: count }, (_none, index) => ({ generateName: `read-${index}-` }));
      const all: Kept[] = await Promise.all(names.map((inputs) => createOn(driver, inputs)));
      adapter.platform.requests.length = 0;
      await Promise.all(all.map((each) => driver.read(type, each)));
    };

    test("of many keys deletes them, without a further list", async () => {
      await givenKeys();
      await read(8);
      expect(left()).toEqual(kept);
      expect(adapter.sent()).toEqual(["GET 200", "DELETE 200", "DELETE 200"]);
    });

    test("of one key sends one request and deletes nothing", async () => {
      await givenKeys();
      await read(1);
      expect(adapter.sent()).toEqual(["GET 200"]);
      expect(left()).toEqual([...spent, ...kept]);
    });

    test("with deleteExpiredKeys: false deletes nothing", async () => {
      await givenKeys();
      await read(8, { deleteExpiredKeys: "false" });
      expect(left()).toEqual([...spent, ...kept]);
    });
  });
});
