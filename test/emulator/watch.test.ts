import type { RunningPlatform } from "../../emulator/platform";
import {
  apiVersion,
  type Body,
  get,
  merge,
  mergeType,
  post,
  postKey,
  type Request,
  remove,
  template,
} from "./conformance/row";
import { send } from "./request";
import { summary, WatchClient } from "./watchClient";
import { platformTest, withPlatform } from "./withPlatform";

jest.setTimeout(60_000);

const plural = "/spacetemplates";
const versionNow = (platform: RunningPlatform) => Number(platform.store.resourceVersion);
const instance = (project: string, name: string): Request => ({
  method: "POST",
  path: `/namespaces/p-${project}/virtualclusterinstances`,
  body: { apiVersion, kind: "VirtualClusterInstance", metadata: { name } },
});

platformTest("a watch is a stream of JSON texts, one in a line", async (platform) => {
  const watch = await WatchClient.open(platform);
  expect(watch.response.status).toBe(200);
  expect(watch.response.headers.get("content-type")).toBe("application/json");
  const { body } = await send(platform, post(template("a", { displayName: "x\ny" })));
  expect(await watch.next()).toEqual({ type: "ADDED", object: body });
  watch.close();
});

test.each(["true", "1", "", "yes"])("watch=%s is a watch", (word) =>
  withPlatform({}, async (platform) => {
    const watched = await send(platform, get(`${plural}?watch=${word}&timeoutSeconds=-1`));
    expect(watched.text).toBe("");
  }),
);

test.each(["false", "0", "False"])("watch=%s is a list", (word) =>
  withPlatform({}, async (platform) => {
    expect((await send(platform, get(`${plural}?watch=${word}`))).body.kind).toBe("SpaceTemplateList");
  }),
);

platformTest(
  "a DELETED event has the version of the removal, so that a watch from it goes on after it",
  async (platform) => {
    await send(platform, post(template("a")));
    const watch = await WatchClient.open(platform, `resourceVersion=${versionNow(platform)}`);
    await send(platform, remove("a"));
    const deleted = await watch.next();
    expect(deleted?.object.metadata.resourceVersion).toBe(platform.store.resourceVersion);
    const next = await WatchClient.open(platform, `resourceVersion=${deleted?.object.metadata.resourceVersion}`);
    await send(platform, post(template("b")));
    expect((await next.take(1)).map(summary)).toEqual(["ADDED b"]);
    watch.close();
    next.close();
  },
);

platformTest("sendInitialEvents=false begins with now", async (platform) => {
  await send(platform, post(template("a")));
  const watch = await WatchClient.open(platform, "sendInitialEvents=false&resourceVersionMatch=NotOlderThan");
  await send(platform, post(template("b")));
  expect((await watch.take(1)).map(summary)).toEqual(["ADDED b"]);
  watch.close();
});

platformTest("a watch from a version that is still to come tells only what comes after it", async (platform) => {
  const watch = await WatchClient.open(platform, `resourceVersion=${versionNow(platform) + 2}`);
  for (const name of ["a", "b", "c"]) await send(platform, post(template(name)));
  expect((await watch.take(1)).map(summary)).toEqual(["ADDED c"]);
  watch.close();
});

platformTest("what is there cannot be told as of a version that is still to come", async (platform) => {
  const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=99999999";
  const watch = await WatchClient.open(platform, query);
  expect(await watch.rest()).toMatchObject([
    { type: "ERROR", object: { code: 504, reason: "Timeout", details: { retryAfterSeconds: 1 } } },
  ]);
});

platformTest(
  "the time of a watch ends it, for who asked for bookmarks after one that knows of changes elsewhere",
  async (platform) => {
    await send(platform, post(template("a")));
    const query = `resourceVersion=${versionNow(platform)}&timeoutSeconds=3`;
    await send(platform, postKey("k", {}));
    const ahead = `resourceVersion=${versionNow(platform) + 5}&timeoutSeconds=3`;
    const [asked, early, silent] = await Promise.all([
      WatchClient.open(platform, `${query}&allowWatchBookmarks=true`),
      WatchClient.open(platform, `${ahead}&allowWatchBookmarks=true`),
      WatchClient.open(platform, query),
    ]);
    const metadata = { resourceVersion: platform.store.resourceVersion };
    expect(await asked.rest()).toEqual([{ type: "BOOKMARK", object: { apiVersion, kind: "SpaceTemplate", metadata } }]);
    // A version that is still to come is nothing to tell of.
    expect(await early.rest()).toEqual([]);
    expect(await silent.rest()).toEqual([]);
  },
);

platformTest(
  "a namespace's watch is about its objects only, one over all namespaces about all",
  { projects: ["one", "two"] },
  async (platform) => {
    const one = await WatchClient.open(platform, "", "namespaces/p-one/virtualclusterinstances");
    const all = await WatchClient.open(platform, "", "virtualclusterinstances");
    await send(platform, instance("two", "a"));
    await send(platform, instance("one", "b"));
    expect((await one.take(1)).map(summary)).toEqual(["ADDED b"]);
    expect((await all.take(2)).map(summary)).toEqual(["ADDED a", "ADDED b"]);
    one.close();
    all.close();
  },
);

platformTest("hidden keys are in no event", { hideKeys: true }, async (platform) => {
  const key = "very-secret-key";
  const body = { apiVersion, kind: "OwnedAccessKey", metadata: { name: "k", labels: { set: "x" } }, spec: { key } };
  const path = "/ownedaccesskeys/k";
  const change = (more: object) => ({ method: "PATCH", path, type: mergeType, body: more });
  const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  const watch = await WatchClient.open(platform, "labelSelector=set%3Dx", "ownedaccesskeys");
  expect((await send(platform, { method: "POST", path: "/ownedaccesskeys", body })).text).toContain(key);
  const late = await WatchClient.open(platform, initial, "ownedaccesskeys");
  for (const set of ["y", "x"]) await send(platform, change({ metadata: { labels: { set } } }));
  await send(platform, change({ spec: { displayName: "y" } }));
  await send(platform, { method: "DELETE", path });
  const events = [await watch.take(5), await late.take(5)];
  expect(events.map((some) => some.map(({ type }) => type))).toEqual([
    ["ADDED", "DELETED", "ADDED", "MODIFIED", "DELETED"],
    ["ADDED", "MODIFIED", "MODIFIED", "MODIFIED", "DELETED"],
  ]);
  expect(JSON.stringify(events)).not.toContain(key);
  watch.close();
  late.close();
});

platformTest("a key that is disabled does not end the watch that it opened, but opens no other", async (platform) => {
  const created = await send(platform, postKey("k", {}));
  const opener = { ...platform, accessKey: String((created.body as Body).spec.key) };
  const watch = await WatchClient.open(opener);
  const path = "/ownedaccesskeys/k";
  const type = mergeType;
  await send(platform, { method: "PATCH", path, type, body: { spec: { disabled: true } } });
  await send(platform, post(template("a")));
  expect((await watch.take(1)).map(summary)).toEqual(["ADDED a"]);
  expect((await WatchClient.open(opener)).response.status).toBe(401);
  watch.close();
});

platformTest("thousands of objects arrive whole, however large they are", async (platform) => {
  const { body } = await send(platform, post(template("t", { description: "x".repeat(2000) })));
  const metadata = body.metadata as never;
  const names = Array.from({ length: 3000 }, (_, index) => `t${index}`).sort();
  for (const name of names)
    platform.store.write("spacetemplates", { ...body, metadata: { ...(metadata as object), name } } as never);
  const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
  const watch = await WatchClient.open(platform, query);
  await send(platform, merge("t0", { spec: { description: "y" } }));
  const events = (await watch.take(3003)).map(summary);
  expect(events).toEqual(["ADDED t", ...names.map((name) => `ADDED ${name}`), "BOOKMARK undefined", "MODIFIED t0"]);
  watch.close();
});

platformTest("a watch whose client does not read ends when the history has gone past it", async (platform) => {
  const { body } = await send(platform, post(template("big", { description: "x".repeat(1_000_000) })));
  const watch = await WatchClient.open(platform, `resourceVersion=${versionNow(platform)}`);
  for (let count = 0; count < 100; count++) platform.store.write("spacetemplates", body as never);
  const events = await watch.rest();
  expect(events.length).toBeLessThan(100);
  expect(events.every(({ type }) => type === "MODIFIED")).toBe(true);
});

test("closing the platform ends every watch", async () => {
  let watches: WatchClient[] = [];
  await withPlatform({}, async (platform) => {
    watches = await Promise.all([WatchClient.open(platform), WatchClient.open(platform)]);
  });
  for (const watch of watches) expect(await watch.rest()).toEqual([]);
});

platformTest("a client that hangs up is forgotten", async (platform) => {
  const subscribe = platform.store.onChange.bind(platform.store);
  const forgotten = new Promise<void>((resolve) => {
    platform.store.onChange = (listener) => {
      const unsubscribe = subscribe(listener);
      return () => {
        unsubscribe();
        resolve();
      };
    };
  });
  const watch = await WatchClient.open(platform);
  watch.close();
  await forgotten;
});
