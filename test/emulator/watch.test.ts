import type { RunningPlatform } from "../../emulator/platform";
import { invalid } from "./conformance/expectations";
import { get, merge, onKeys, post, postKey, remove, template } from "./conformance/row";
import { platformRows } from "./platformRows";
import { send } from "./request";
import { WatchClient } from "./watchClient";
import { platformTest, withPlatform } from "./withPlatform";

jest.setTimeout(60_000);

const plural = "/spacetemplates";
const versionNow = (platform: RunningPlatform) => Number(platform.store.resourceVersion);
const create = async (platform: RunningPlatform, ...names: string[]) => {
  for (const name of names) await send(platform, post(template(name)));
};
const patchKey = (body: object) => onKeys(merge("k", body));

platformTest("a watch is a stream of JSON texts, one a line, and never YAML", async (platform) => {
  const watch = await WatchClient.open(platform);
  expect([watch.response.status, watch.response.headers.get("content-type")]).toEqual([200, "application/json"]);
  const { body } = await send(platform, post(template("a", { displayName: "x\ny" })));
  expect(await watch.take(1)).toEqual([{ type: "ADDED", object: body }]);
  watch.close();
  const as = (accept: string) => send(platform, get(`${plural}?watch=1&timeoutSeconds=1`, { accept }));
  expect((await as("application/yaml")).status).toBe(406);
  expect((await as("text/html, application/json;stream=watch")).status).toBe(200);
});

platformRows({
  // The 422 that lets a client list first.
  "a watch that asks for initial events is refused": [
    get(`${plural}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`),
    invalid("Forbidden sendInitialEvents"),
  ],
});

test.each([
  ...["1", "", "yes"].map((word) => [word, undefined]),
  ...["0", "False"].map((word) => [word, "SpaceTemplateList"]),
])("watch=%s has a response of kind %s", (word, kind) =>
  withPlatform({}, async (platform) => {
    const { text, body } = await send(platform, get(`${plural}?watch=${word}&timeoutSeconds=-1`));
    expect([body.kind, text === ""]).toEqual([kind, kind === undefined]);
  }),
);

platformTest("a DELETED event has the version of the removal, and a watch can continue from it", async (platform) => {
  await create(platform, "a");
  const watch = await WatchClient.open(platform, `resourceVersion=${versionNow(platform)}`);
  await send(platform, remove("a"));
  const [deleted] = await watch.take(1);
  expect(deleted?.object.metadata.resourceVersion).toBe(platform.store.resourceVersion);
  const next = await WatchClient.open(platform, `resourceVersion=${deleted?.object.metadata.resourceVersion}`);
  await create(platform, "b");
  expect(await next.summaries(1)).toEqual(["ADDED b"]);
  watch.close();
  next.close();
});

platformTest(
  "a watch of a namespace has its objects only, a watch of all namespaces all objects",
  { projects: ["one", "two"] },
  async (platform) => {
    const one = await WatchClient.open(platform, "", "namespaces/p-one/virtualclusterinstances");
    const all = await WatchClient.open(platform, "", "virtualclusterinstances");
    for (const [project, name] of Object.entries({ two: "a", one: "b" })) {
      const body = template(name, undefined, {}, { kind: "VirtualClusterInstance" });
      await send(platform, { method: "POST", path: `/namespaces/p-${project}/virtualclusterinstances`, body });
    }
    expect(await one.summaries(1)).toEqual(["ADDED b"]);
    expect(await all.summaries(2)).toEqual(["ADDED a", "ADDED b"]);
    one.close();
    all.close();
  },
);

platformTest("hidden keys are in no event", { hideKeys: true, listsKeys: true }, async (platform) => {
  const key = "very-secret-key";
  const body = template("k", { key }, { labels: { set: "x" } }, { kind: "OwnedAccessKey" });
  const watch = await WatchClient.open(platform, "labelSelector=set%3Dx", "ownedaccesskeys");
  expect((await send(platform, onKeys(post(body)))).text).toContain(key);
  const late = await WatchClient.open(platform, "", "ownedaccesskeys");
  for (const set of ["y", "x"]) await send(platform, patchKey({ metadata: { labels: { set } } }));
  await send(platform, onKeys(remove("k")));
  const events = [await watch.take(4), await late.take(4)];
  expect(events.map((some) => some.map(({ type }) => type))).toEqual([
    ["ADDED", "DELETED", "ADDED", "DELETED"],
    ["ADDED", "MODIFIED", "MODIFIED", "DELETED"],
  ]);
  expect(JSON.stringify(events)).not.toContain(key);
  watch.close();
  late.close();
});

platformTest("a disabled key keeps its open watch, but opens no other", async (platform) => {
  const created = await send(platform, postKey("k", {}));
  const opener = { ...platform, accessKey: String(created.body.spec.key) };
  const watch = await WatchClient.open(opener);
  await send(platform, patchKey({ spec: { disabled: true } }));
  await create(platform, "a");
  expect(await watch.summaries(1)).toEqual(["ADDED a"]);
  expect((await WatchClient.open(opener)).response.status).toBe(401);
  watch.close();
});

platformTest("thousands of large objects arrive completely", async (platform) => {
  const { body } = await send(platform, post(template("t", { description: "x".repeat(2000) })));
  const names = Array.from({ length: 3000 }, (_, index) => `t${index}`).sort();
  for (const name of names)
    platform.store.write("spacetemplates", { ...body, metadata: { ...body.metadata, name } } as never);
  const watch = await WatchClient.open(platform);
  await send(platform, merge("t0", { spec: { description: "y" } }));
  const added = ["t", ...names].map((name) => `ADDED ${name}`);
  expect(await watch.summaries(3002)).toEqual([...added, "MODIFIED t0"]);
  watch.close();
});

platformTest("a watch of a client that does not read ends when its version leaves the history", async (platform) => {
  const { body } = await send(platform, post(template("big", { description: "x".repeat(1_000_000) })));
  const watch = await WatchClient.open(platform, `resourceVersion=${versionNow(platform)}`);
  for (let count = 0; count < 100; count++) platform.store.write("spacetemplates", body as never);
  const events = await watch.rest();
  expect(events.length).toBeLessThan(100);
  expect(events.every(({ type }) => type === "MODIFIED")).toBe(true);
});

platformTest("a closed watch unsubscribes from the store", async (platform) => {
  const subscribe = platform.store.onChange.bind(platform.store);
  const unsubscribed = new Promise<void>((resolve) => {
    platform.store.onChange = (listener) => {
      const unsubscribe = subscribe(listener);
      return () => {
        unsubscribe();
        resolve();
      };
    };
  });
  (await WatchClient.open(platform)).close();
  await unsubscribed;
});
