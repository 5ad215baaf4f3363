import type { RunningPlatform } from "../../emulator/platform";
import { History } from "../../emulator/store/history";
import { ObjectStore } from "../../emulator/store/store";
import { apiVersion, type Body, get, post, remove, template } from "./conformance/row";
import { send } from "./request";
import { WatchClient } from "./watchClient";
import { platformTest, withPlatform } from "./withPlatform";

jest.setTimeout(60_000);

const plural = "/spacetemplates";
const namesOf = ({ items }: Body) => (items as Body[]).map(({ metadata }) => metadata.name);
const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const page = (platform: RunningPlatform, continued: unknown) =>
  send(platform, get(`${plural}?limit=2&continue=${encodeURIComponent(String(continued))}`));

/** Makes more changes than the history keeps. */
function outlive(platform: RunningPlatform): void {
  const object = platform.store.get("projects", "web");
  if (object === undefined) throw new Error("there is no project");
  for (let count = 0; count <= 10_000; count++) platform.store.write("projects", object);
}

async function createAll(platform: RunningPlatform, names: string): Promise<void> {
  for (const name of names) await send(platform, post(template(name)));
}

platformTest("every page of a list has the version of the first page", async (platform) => {
  await createAll(platform, "acegi");
  const first = (await send(platform, get(`${plural}?limit=2`))).body;
  await createAll(platform, "bdfh");
  await send(platform, remove("e"));
  await send(platform, remove("g"));
  await createAll(platform, "g");
  const second = (await page(platform, first.metadata.continue)).body;
  const third = (await page(platform, second.metadata.continue)).body;
  expect([first, second, third].map(namesOf)).toEqual([["a", "c"], ["e", "g"], ["i"]]);
  for (const { metadata } of [second, third]) expect(metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  expect([first, second, third].map(({ metadata }) => metadata.remainingItemCount)).toEqual([3, 1, undefined]);
});

platformTest(
  "an expired continue token is answered with one that continues with the current objects",
  async (platform) => {
    await createAll(platform, "abde");
    const first = (await send(platform, get(`${plural}?limit=2`))).body;
    await createAll(platform, "c");
    outlive(platform);
    const refused = await page(platform, first.metadata.continue);
    expect(refused.status).toBe(410);
    expect(refused.body).toMatchObject({ kind: "Status", reason: "Expired", code: 410 });
    expect(refused.body.message).toMatch(
      /^The provided continue parameter is too old to display a consistent list result\. You can start a new list without the continue parameter, or use the continue token in this response /,
    );
    const next = (await page(platform, refused.body.metadata.continue)).body;
    expect(namesOf(next)).toEqual(["c", "d"]);
    expect(next.metadata.resourceVersion).toBe(platform.store.resourceVersion);
    expect(namesOf((await page(platform, next.metadata.continue)).body)).toEqual(["e"]);
  },
);

platformTest("an expired version can be neither listed nor watched", async (platform) => {
  const { resourceVersion } = (await send(platform, post(template("a")))).body.metadata;
  outlive(platform);
  const listed = await send(platform, get(`${plural}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`));
  expect(listed.body).toMatchObject({
    code: 410,
    reason: "Expired",
    message: "The resourceVersion for the provided list is too old.",
  });
  const watch = await WatchClient.open(platform, `resourceVersion=${resourceVersion}`);
  expect(watch.response.status).toBe(200);
  expect(await watch.rest()).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);
});

const version = (more: object) => token({ v: "meta.k8s.io/v1", ...more });
test.each([
  ["an invalid letter", "a+b", "illegal base64 data at input byte 1"],
  ["another layout", token({ v: "v9", rv: 1, start: "/a" }), "server does not recognize this encoded version v9"],
  ["no version", version({ start: "/a" }), "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
  ["no start", version({ rv: 1 }), "encoded start key empty (version meta.k8s.io/v1)"],
])("a continue token with %s is refused", (_, continued, why) =>
  withPlatform({}, async (platform) => {
    const message = `invalid continue token: continue key is not valid: ${why}`;
    expect((await page(platform, continued)).body).toMatchObject({ code: 400, reason: "BadRequest", message });
  }),
);

test.each([
  ["9223372036854775807", 200],
  ["-9223372036854775808", 200],
  ["9223372036854775808", 400],
  ["-9223372036854775809", 400],
])("a limit has to fit into 64 bits: %s is answered %p", (limit, status) =>
  withPlatform({}, async (platform) => {
    const answer = await send(platform, get(`${plural}?limit=${limit}`));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.message).toBe(`strconv.ParseInt: parsing "${limit}": value out of range`);
  }),
);

platformTest("a request for metadata only gets metadata only", async (platform) => {
  const metadata = { name: "a", labels: { b: "c" } };
  const body = { apiVersion, kind: "OwnedAccessKey", metadata, spec: { user: "u", key: "canary-0123456789" } };
  await send(platform, { method: "POST", path: "/ownedaccesskeys", body });
  const read = (path: string, kind: string) => {
    const accept = `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`;
    return send(platform, get(`/ownedaccesskeys${path}`, { accept }));
  };
  const list = await read("?limit=1", "PartialObjectMetadataList");
  const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata };
  expect(list.body).toMatchObject({
    apiVersion: "meta.k8s.io/v1",
    kind: "PartialObjectMetadataList",
    metadata: { resourceVersion: expect.any(String) },
    items: [partial],
  });
  const one = await read("/a", "PartialObjectMetadata");
  expect(one.body).toMatchObject(partial);
  expect(list.text + one.text).not.toContain("canary");
  // An object cannot be shown as a list, and an error has its own shape.
  expect((await read("/a", "PartialObjectMetadataList")).body.kind).toBe("OwnedAccessKey");
  expect((await read("/b", "PartialObjectMetadata")).body).toMatchObject({ kind: "Status", code: 404 });
});

platformTest("a watch is JSON, and 406 for a request that accepts YAML only", async (platform) => {
  const watch = (accept: string) => send(platform, get(`${plural}?watch=1&timeoutSeconds=1`, { accept }));
  expect((await watch("application/yaml")).status).toBe(406);
  const { status, headers } = await watch("text/html, application/json;stream=watch");
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
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

const object = (name: string, text = "") => ({
  apiVersion: "v1",
  kind: "SpaceTemplate",
  metadata: { name, uid: "u", generation: 1, creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: { text },
  status: {},
});

function startHistory(limits?: ConstructorParameters<typeof History>[1], store = new ObjectStore()) {
  const history = new History(store, limits);
  history.start();
  return { store, history, now: () => Number(store.resourceVersion) };
}

describe("the history", () => {
  test("has every change after a version, and none before its start", () => {
    const before = new ObjectStore();
    before.write("spacetemplates", object("before"));
    const { store, history, now } = startHistory(undefined, before);
    const start = now();
    expect([history.after(start - 1), history.after(start)]).toEqual([undefined, []]);
    store.write("spacetemplates", object("a"));
    store.write("projects", object("b"));
    store.remove("spacetemplates", "a");
    const changes = ["ADDED spacetemplates", "ADDED projects", "DELETED spacetemplates"];
    expect(history.oldestVersion).toBe(start);
    expect(history.after(start - 1)).toBeUndefined();
    for (const index of [0, 1, 2, 3])
      expect(history.after(start + index)?.map(({ type, plural }) => `${type} ${plural}`)).toEqual(
        changes.slice(index),
      );
  });

  test("has a limited number of changes, the newest ones", () => {
    const { store, history, now } = startHistory({ changes: 100, bytes: Number.POSITIVE_INFINITY });
    for (let count = 0; count < 1000; count++) store.write("spacetemplates", object("a"));
    expect(history.after(history.oldestVersion)?.length).toBeLessThanOrEqual(100);
    expect(history.after(now() - 50)).toHaveLength(50);
    expect(history.after(now() - 101)).toBeUndefined();
  });

  test("has a limited number of bytes, of the old and the new objects", () => {
    const { store, history } = startHistory({ changes: 1000, bytes: 100_000 });
    for (let count = 0; count < 100; count++) store.write("spacetemplates", object("a", "x".repeat(10_000)));
    const length = history.after(history.oldestVersion)?.length ?? 0;
    expect(length).toBeGreaterThan(2);
    expect(length).toBeLessThanOrEqual(5);
  });

  test("drops a change that is larger than the limit", () => {
    const { store, history, now } = startHistory({ changes: 1000, bytes: 100 });
    store.write("spacetemplates", object("a", "x".repeat(1000)));
    expect(history.oldestVersion).toBe(now());
  });
});
