import { setTimeout as sleep } from "node:timers/promises";
import { onPlugin } from "../../../support/adapterUnderTest";
import { startFakeEngine } from "../../../support/fakeEngine";
import { createAsColleague } from "../../../support/http";
import { type Kept, type PluginDriver, startDriver, type Wire } from "../../../support/pluginDriver";

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
  let made = 0;
  // The seed of a test is fixed, so prefixes must differ.
  const createOn = async (driver: PluginDriver, inputs: Wire, options = {}) => {
    const checked = await driver.check(type, { generateName: `made-${made++}-`, user: "ci", ...inputs });
    return driver.create(type, checked.inputs, options);
  };
  const keysLeft = () =>
    [...spent, ...kept].filter((name) => adapter.platform.store.get("ownedaccesskeys", name) !== undefined);
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
    await sleep(1100);
    adapter.platform.requests.length = 0;
  }
  const searchesSent = () => adapter.platform.requests.filter(({ path }) => path.endsWith("/accesskeys")).length;

  test("a create deletes them before it, with one request for the keys of its user", async () => {
    await givenKeys();
    await createOn(await started(), { replacedKey: "expire" });
    expect(keysLeft()).toEqual(kept);
    expect(adapter.sent()).toEqual(["GET 200", "GET 200", "DELETE 200", "DELETE 200", "POST 201"]);
  });

  test("many creates of a run search once", async () => {
    const driver = await started();
    adapter.platform.requests.length = 0;
    await Promise.all([1, 2, 3].map(() => createOn(driver, { replacedKey: "expire" })));
    expect(searchesSent()).toBe(1);
  });

  test.each<[string, Wire, Record<string, string>, object]>([
    ["another replacedKey", { replacedKey: "disable" }, {}, {}],
    ["no replacedKey", {}, {}, {}],
    ["a preview with a dry run", { replacedKey: "expire" }, { serverSideDryRun: "true" }, { preview: true }],
  ])("a create with %s does not search", async (_, inputs, settings, options) => {
    await createOn(await started(settings), inputs, options);
    expect(searchesSent()).toBe(0);
  });

  test.each([
    ["get", "accesskeys"],
    ["delete", "ownedaccesskeys"],
  ] as const)("a forbidden %s of %s does not fail a create, and is one warning in a run", async (verb, kind) => {
    await givenKeys();
    adapter.platform.faults.add({ verb, kind, times: 100, action: { status: 403 } });
    const engine = await startFakeEngine();
    const { baseUrl, accessKey } = adapter.platform;
    const driver = await startDriver({ baseUrl, accessKey }, { engineAddress: engine.address });
    drivers.push(driver);
    for (const user of ["ci", "bot"]) await createOn(driver, { replacedKey: "expire", user });
    expect(keysLeft()).toEqual([...spent, ...kept]);
    engine.close();
    expect(engine.messages.filter((message) => message.includes("pulumi-vcluster-platform orphans"))).toHaveLength(1);
  });

  test("a search that takes long does not use up the time of a create", async () => {
    adapter.platform.faults.add({ verb: "get", kind: "accesskeys", action: { delayMs: 60_000 } });
    const created = createOn(await started(), { replacedKey: "expire" }, { timeout: 4 });
    expect((await created).id).toMatch(/^made-/);
  });

  test("a key that was given more time since the search is kept", async () => {
    await givenKeys();
    const items = adapter.platform.store.list("ownedaccesskeys");
    const text = JSON.stringify(keysOfUser(items));
    for (const name of spent) await adapter.merge(`ownedaccesskeys/${name}`, { spec: { ttl: 3600 } });
    const action = { status: 200, headers: { "content-type": "application/json" }, body: text };
    adapter.platform.faults.add({ verb: "get", kind: "accesskeys", action });
    await createOn(await started(), { replacedKey: "expire" });
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
    await createOn(await started(), { replacedKey: "expire" });
    expect(keysLeft()).toEqual(left);
  });
});
