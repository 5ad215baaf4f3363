import type { RunningPlatform } from "../../emulator/platform";
import { duration } from "../../emulator/requests/accept";
import { History } from "../../emulator/store/history";
import { ObjectStore } from "../../emulator/store/store";
import { type Body, get, post, postKey, template } from "./conformance/row";
import { send } from "./request";
import { clockTest, platformTest } from "./withPlatform";

jest.setTimeout(60_000);

const plural = "/spacetemplates";
const namesOf = ({ items }: Body) => (items as Body[]).map(({ metadata }) => metadata.name);
const page = (platform: RunningPlatform, continued: unknown) =>
  send(platform, get(`${plural}?limit=2&continue=${encodeURIComponent(String(continued))}`));

async function createAll(platform: RunningPlatform, names: string): Promise<void> {
  for (const name of names) await send(platform, post(template(name)));
}

platformTest(
  "pages count what remains, and a token that is no longer known is answered 410 Expired",
  async (platform) => {
    await createAll(platform, "abcde");
    const first = (await send(platform, get(`${plural}?limit=2`))).body;
    const [second, rest] = [
      await page(platform, first.metadata.continue),
      await page(platform, first.metadata.continue),
    ];
    expect([first, second.body].map(({ metadata }) => metadata.remainingItemCount)).toEqual([3, 1]);
    expect([namesOf(second.body), namesOf(rest.body)]).toEqual([
      ["c", "d"],
      ["c", "d"],
    ]);
    const elsewhere = `/projects?continue=${first.metadata.continue}`;
    expect((await send(platform, get(elsewhere))).status).toBe(410);
    for (let count = 0; count < 100; count++) await send(platform, get(`${plural}?limit=1`));
    const refused = (await page(platform, first.metadata.continue)).body;
    expect(refused).toMatchObject({ kind: "Status", reason: "Expired", code: 410 });
  },
);

platformTest("a request for metadata only gets metadata only", { listsKeys: true }, async (platform) => {
  await send(platform, postKey("a", { user: "u", key: "canary-0123456789" }));
  const read = (path: string, kind: string) => {
    const accept = `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;
    return send(platform, get(`/ownedaccesskeys${path}`, { accept }));
  };
  const list = await read("?limit=1", "PartialObjectMetadataList");
  const one = await read("/a", "PartialObjectMetadata");
  const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata: { name: "a" } };
  expect(one.body).toMatchObject(partial);
  const metadata = { resourceVersion: expect.any(String) };
  expect(list.body).toMatchObject({ kind: "PartialObjectMetadataList", metadata, items: [partial] });
  expect(list.text + one.text).not.toContain("canary");
  // An object cannot be shown as a list, and an error has its own shape.
  expect((await read("/a", "PartialObjectMetadataList")).body.kind).toBe("OwnedAccessKey");
  expect((await read("/b", "PartialObjectMetadata")).body).toMatchObject({ kind: "Status", code: 404 });
});

clockTest(
  "objects and lists can be tables with name and age, and so can the events of a watch",
  async (platform, clock) => {
    for (const name of "ab") await send(platform, postKey(name, { key: "canary-0123456789", ttl: 1_000_000 }));
    clock.pass(200);
    const accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    const read = (path: string) => send(platform, get(`/ownedaccesskeys${path}`, { accept }));
    const row = (name: string) => ({
      cells: [name, "3m"],
      object: { kind: "PartialObjectMetadata", metadata: { name } },
    });
    const table = {
      apiVersion: "meta.k8s.io/v1",
      kind: "Table",
      columnDefinitions: [{ name: "Name" }, { name: "Age" }],
    };
    const metadata = { resourceVersion: platform.store.resourceVersion };
    const list = await read("");
    expect(list.body).toMatchObject({ ...table, metadata, rows: [row("a"), row("b")] });
    expect(list.text).not.toContain("canary");
    expect((await read("/a")).body).toMatchObject({ ...table, rows: [row("a")] });
    expect((await read("/a?includeObject=Object")).text).toContain('"ttl":1000000');
    const watched = await read("?watch=1&fieldSelector=metadata.name%3Db&timeoutSeconds=1");
    expect(watched.body).toMatchObject({ type: "ADDED", object: { ...table, rows: [row("b")] } });
    expect((await read("/c")).body).toMatchObject({ kind: "Status", code: 404 });
  },
  { listsKeys: true },
);

test("ages are shown in the largest unit of which they have two", () => {
  const seconds = [-5, 119, 120, 601, 10_860, 169_200, 266_400];
  expect(seconds.map(duration)).toEqual(["0s", "119s", "2m", "10m", "3h", "47h", "3d"]);
});

platformTest("each selector finds its objects, and a broken one is a bad request", async (platform) => {
  const labels = { a: { env: "dev", tier: "1" }, b: { env: "prod", tier: "2" }, c: { env: "prod" }, d: {} };
  for (const [name, set] of Object.entries(labels)) await send(platform, post(template(name, {}, { labels: set })));
  const found = {
    "": "abcd",
    "env=prod": "bc",
    "env==prod": "bc",
    "env!=prod": "ad",
    env: "abc",
    "!env": "d",
    "env in (dev, prod)": "abc",
    "env in (dev)": "a",
    "env notin (dev)": "bcd",
    "env=prod,tier=2": "b",
    "env=prod, !tier": "c",
    "tier>1": "b",
    "tier<2": "a",
    "tier=": "",
  };
  const select = (selector: string) => send(platform, get(`${plural}?labelSelector=${encodeURIComponent(selector)}`));
  for (const [selector, names] of Object.entries(found))
    expect([selector, namesOf((await select(selector)).body)]).toEqual([selector, [...names]]);
  for (const broken of ["==", "env in", "env in (a", "=x", "a b", "env=not ok", "-a=x", "tier>x"])
    expect([broken, (await select(broken)).status]).toEqual([broken, 400]);
});

test.each([
  [100_000, 10_000, 4],
  [100, 1000, 0],
])("of changes, the newest %i bytes are kept: objects of %i, before and after each", (maxBytes, size, count) => {
  const store = new ObjectStore();
  const history = new History(store, maxBytes);
  history.start();
  const metadata = { name: "a", uid: "u", generation: 1, creationTimestamp: "2026-01-01T00:00:00Z" };
  const spec = { text: "x".repeat(size) };
  const object = { apiVersion: "v1", kind: "SpaceTemplate", metadata, spec, status: {} };
  for (let written = 0; written < 100; written++) store.write("spacetemplates", object);
  expect(history.after(history.oldestVersion - 1)).toBeUndefined();
  const versions = history.after(history.oldestVersion)?.map(({ version }) => version);
  expect(versions).toEqual(Array.from({ length: count }, (_, index) => store.version - count + index + 1));
});
