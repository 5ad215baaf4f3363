import type { FaultAction } from "../../../../emulator/faults/fault";
import type { AdapterDriver } from "../../../support/adapterDriver";
import type { AdapterUnderTest } from "../../../support/adapterUnderTest";
import { onBothAdapters, onServers } from "../../../support/adapterUnderTest";
import { backdateKey, createAsColleague, deleteAsColleague } from "../../../support/http";
import { type Kept, startDriver } from "../../../support/pluginDriver";

const [templates, keys] = ["SpaceTemplate", "OwnedAccessKey"];
/** The smallest number of concurrent reads that become a list. */
const many = 8;
const idsOf = (all: (Kept | undefined)[]) => all.map((each) => each?.id);

/** Creates resources of one type, and forgets the requests. */
async function created(adapter: AdapterUnderTest, type: string, prefix: string, count = many): Promise<Kept[]> {
  const names = Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);
  const inputs = (name: string) => ({ name, displayName: "ours", ...(type === keys && { user: "ci" }) });
  const kept = await Promise.all(names.map((name) => adapter.create(type, inputs(name))));
  adapter.platform.requests.length = 0;
  return kept;
}

const readAll = (driver: AdapterDriver, type: string, kept: Kept[], timeout?: number) =>
  Promise.all(kept.map((each) => driver.read(type, each, timeout)));

/** A failed list, and how often it is tried. */
const failures: [words: string, action: FaultAction, lists: number][] = [
  ["forbids", { status: 403 }, 1],
  // An expired list is started again: four times in all.
  ["expires", { status: 410 }, 4],
  ["truncates", "truncate", 1],
];

async function expectOneList(adapter: AdapterUnderTest, type: string): Promise<void> {
  const kept = await created(adapter, type, "together");
  const together = await readAll(adapter.driver, type, kept);
  const sent = adapter.platform.requests.map(
    ({ method, path }) => `${method} ${path.split("?")[0]?.split("/").at(-1)}`,
  );
  expect(sent.filter((request) => request !== "GET v1")).toEqual([`GET ${type.toLowerCase()}s`]);
  // A write, so that no read is answered from the list.
  await adapter.create(type, { name: "between" });
  for (const [index, each] of kept.entries()) expect(together[index]).toEqual(await adapter.driver.read(type, each));
}

onBothAdapters((adapter) => {
  const listsSent = () => adapter.platform.requests.filter(({ path }) => path.includes("labelSelector"));

  test("concurrent reads of templates are one list, and show what single reads show", () =>
    expectOneList(adapter, templates));

  test("keys have no list, so each is read by itself", async () => {
    const kept = await created(adapter, keys, "unlisted");
    expect(idsOf(await readAll(adapter.driver, keys, kept))).toEqual(idsOf(kept));
    expect(listsSent()).toEqual([]);
    expect(adapter.sent()).toEqual(Array(1 + many).fill("GET 200"));
  });

  test("each object with a foreign change is read by itself", async () => {
    const kept = await created(adapter, templates, "changed");
    await adapter.merge("spacetemplates/changed-0", { spec: { displayName: "theirs" } });
    await deleteAsColleague(adapter.platform, "spacetemplates/changed-1");
    await adapter.merge("spacetemplates/changed-2", { metadata: { labels: null } });
    const read = await readAll(adapter.driver, templates, kept);
    expect(read[0]?.inputs.displayName).toBe("theirs");
    expect(read[1]).toBeUndefined();
    expect(read[2]?.id).toBe("changed-2");
    expect(idsOf(read.slice(3))).toEqual(idsOf(kept.slice(3)));
    const names = adapter.platform.requests
      .filter(({ method }) => method === "GET")
      .map(({ path }) => path.split(/[/?]/).at(-1));
    expect(names.filter((name) => name?.startsWith("changed")).sort()).toEqual(["changed-0", "changed-1", "changed-2"]);
  });

  test.each(failures)("where the platform %s lists, single reads replace them", async (words, action, lists) => {
    const driver = await adapter.configured({});
    const kept = await created(adapter, templates, `listless-${words}`);
    adapter.platform.faults.add({ verb: "list", times: 100, action });
    for (let round = 0; round < 2; round++) expect(idsOf(await readAll(driver, templates, kept))).toEqual(idsOf(kept));
    expect(listsSent()).toHaveLength(lists);
    expect(adapter.sent()).toHaveLength(lists + 2 * many);
    await driver.close();
  });
});

onBothAdapters(
  (adapter) => {
    test("concurrent reads of keys are one list where the platform has it", () => expectOneList(adapter, keys));
  },
  [{ listsKeys: true }],
);

onBothAdapters(
  (adapter) => {
    test("concurrent reads of the secrets of a project are one list of its namespace", async () => {
      const inputs = (project: string, index: number) => ({
        name: `s-${index}`,
        project,
        data: { a: `value-${index}` },
      });
      const counts = Object.entries({ web: 50, default: many });
      const all = counts.flatMap(([project, count]) => Array.from({ length: count }, (_, i) => inputs(project, i)));
      const kept = await Promise.all(all.map((each) => adapter.create("ProjectSecret", each)));
      adapter.platform.requests.length = 0;
      const read = await readAll(adapter.driver, "ProjectSecret", kept);
      expect(read.map((each) => each?.state)).toEqual(kept.map(({ state }) => state));
      const sent = adapter.platform.requests.map(({ method, path }) => `${method} ${path.match(/namespaces.*(?=\?)/)}`);
      expect(sent.sort()).toEqual(["p-default", "p-web"].map((name) => `GET namespaces/${name}/projectsecrets`));
    });
  },
  [{ api: 4 }],
);

// Only the plugin knows the end of a replacement.
onServers(
  startDriver,
  (adapter) => {
    test("the end of a replacement deletes expired keys of all users that the list shows", async () => {
      const [old] = await created(adapter, keys, "old", 1);
      const { labels } = adapter.stored("ownedaccesskeys", "old-0").metadata;
      const annotations = { "pulumi-vcluster-platform/replaced-at": "2026-01-01T00:00:00Z" };
      for (const user of ["ci", "bot"]) {
        const body = { kind: keys, metadata: { name: `spent-${user}`, labels, annotations }, spec: { user, ttl: 1 } };
        await createAsColleague(adapter.platform, "ownedaccesskeys", body);
        backdateKey(adapter.platform, `spent-${user}`);
      }
      const driver = await adapter.configured({});
      const { inputs } = await driver.check(keys, { generateName: "new-", user: "ci", replacedKey: "expire" });
      await driver.create(keys, inputs);
      await driver.delete(keys, old as Kept).finally(() => driver.close());
      const left = adapter.platform.store.list("ownedaccesskeys").map(({ metadata }) => metadata.name);
      expect(left.filter((name) => name.startsWith("spent"))).toEqual([]);
    });
  },
  [{ listsKeys: true }],
);

onBothAdapters(
  (adapter) => {
    test("a key that no list shows is read by itself, and the state keeps it", async () => {
      const kept = await created(adapter, keys, "hidden");
      const read = await readAll(adapter.driver, keys, kept);
      expect(read.map((each) => each?.state)).toEqual(kept.map(({ state }) => state));
      // The list of resources, the list of keys, and each key.
      expect(adapter.sent()).toHaveLength(2 + many);
    });
  },
  [{ hideKeys: true, listsKeys: true }],
);
