import { cliFlags } from "../../emulator/kinds/ownedAccessKey";
import type { RunningPlatform } from "../../emulator/platform";
import { invalid } from "./conformance/expectations";
import { get, merge, onKeys, post, postKey, postKeyText, type Request, remove, template } from "./conformance/row";
import { platformRows } from "./platformRows";
import { type ReadResponse, send } from "./request";
import { clockTest, type PlatformClock, platformTest, withPlatform } from "./withPlatform";

const plural = "ownedaccesskeys";
const path = `/${plural}/k`;
const removeKey = (name: string) => onKeys(remove(name));
const mergeKey = (name: string, body: unknown) => onKeys(merge(name, body));
const statusWith = async (platform: RunningPlatform, key: unknown) =>
  (await send(platform, { ...get("/spacetemplates"), authorization: `Bearer ${key}` })).status;

/** Seconds that pass, a request, or the status of a request with the key. */
type Step = { pass: number } | Request | 200 | 401;
const pass = (seconds: number) => ({ pass: seconds });
const set = (spec: object) => mergeKey("k", { spec });
const sliding = { ttl: 60, ttlAfterLastActivity: true };
const held = mergeKey("k", { metadata: { finalizers: ["x.test/a"] } });

/** The key "one" over time. */
const lives: Record<string, [object, ...Step[]]> = {
  "opens the API until it is deleted": [{}, 200, removeKey("k"), 401],
  "opens nothing while it is disabled": [{ disabled: true }, 401, set({ disabled: false }), 200],
  "opens the API with its new value only": [{}, 200, set({ key: "two" }), 401, set({ key: "one" }), 200],
  "opens nothing after its value was removed": [{}, set({ key: null }), 401],
  "opens nothing while a finalizer delays its deletion": [{}, held, 200, removeKey("k"), 401],
  "lives for its ttl from its creation": [{ ttl: 60 }, pass(59), 200, pass(1), 401],
  "lives for its ttl from its last use": [sliding, pass(50), 200, pass(50), 200, pass(50), 200, pass(60), 401],
  "lives for its ttl from its creation if it is never used": [sliding, pass(60), 401],
  "never ends with a ttl of 0": [{ ttl: 0 }, pass(10 ** 9), 200],
  "never ends with a ttl of -1": [{ ttl: -1 }, pass(10 ** 9), 200],
  "lives for a changed ttl from its creation": [
    { ttl: 10 },
    pass(20),
    401,
    set({ ttl: 30 }),
    200,
    set({ ttl: 20 }),
    401,
  ],
};

describe("a key", () => {
  for (const [title, [spec, ...steps]] of Object.entries(lives)) {
    clockTest(title, async (platform, clock) => {
      await send(platform, postKey("k", { key: "one", ...spec }));
      for (const [index, step] of steps.entries()) {
        if (typeof step === "number") expect([index, await statusWith(platform, "one")]).toEqual([index, step]);
        else if ("pass" in step) clock.pass(step.pass);
        else expect((await send(platform, step)).status).toBe(200);
      }
    });
  }

  clockTest("never ends with a ttl of 2^63-1, which survives a list and a patch", async (platform, clock) => {
    await send(platform, postKeyText("k", '{"key":"one","user":"u","ttl":9223372036854775807}'));
    clock.pass(10 ** 9);
    expect(await statusWith(platform, "one")).toBe(200);
    for (const request of [get("/users/u/accesskeys"), set({ displayName: "y" })])
      expect((await send(platform, request)).text).toContain('"ttl":9223372036854775807');
  });

  platformTest("without a value gets one of 64 characters from the server", async (platform) => {
    const { body } = await send(platform, postKey("k", {}));
    expect(body.spec.key).toMatch(/^\S{64}$/);
    expect(await statusWith(platform, body.spec.key)).toBe(200);
  });
});

clockTest("the status records a use at most once a second, and never a generation", async (platform, clock) => {
  const { body } = await send(platform, postKey("k", { key: "one" }));
  for (let use = 0; use < 5; use++) await statusWith(platform, "one");
  const after = platform.store.get(plural, "k");
  expect(after?.status).toEqual({ lastActivity: "2026-01-01T00:00:00Z" });
  expect(Number(after?.metadata.resourceVersion)).toBe(Number(body.metadata.resourceVersion) + 1);
  expect(after?.metadata.generation).toBe(1);
  clock.pass(1);
  // A refused write is a use.
  expect((await send(platform, { ...postKey("k", {}), authorization: "Bearer one" })).status).toBe(409);
  expect(platform.store.get(plural, "k")?.status).toEqual({ lastActivity: "2026-01-01T00:00:01Z" });
});

clockTest(
  "a write with a precondition that uses the key itself does not conflict with that use",
  async (platform, clock) => {
    await send(platform, postKey("k", { key: "one" }));
    const asOne = { authorization: "Bearer one" };
    clock.pass(5);
    let { body } = await send(platform, { ...get(path), ...asOne });
    for (const displayName of ["x", "y"]) {
      clock.pass(5);
      const { resourceVersion } = body.metadata;
      const guarded = mergeKey("k", { metadata: { resourceVersion }, spec: { displayName } });
      const response = await send(platform, { ...guarded, ...asOne });
      expect(response.status).toBe(200);
      body = response.body;
    }
  },
);

describe("of two objects with the same key", () => {
  const viewer = { key: "same", user: "viewer", rules: [{ verbs: ["get", "list"] }] };
  const mayCreate = async (platform: RunningPlatform) =>
    (await send(platform, { ...post(template("x"), "?dryRun=All"), authorization: "Bearer same" })).status;
  const createInTurn = async (platform: RunningPlatform, clock: PlatformClock, older: object, newer: object) => {
    await send(platform, postKey("z-older", { key: "same", ...older }));
    clock.pass(1);
    await send(platform, postKey("a-newer", { key: "same", ...newer }));
  };

  clockTest("the older one identifies the caller", async (platform, clock) => {
    await createInTurn(platform, clock, viewer, {});
    expect(await mayCreate(platform)).toBe(403);
    await send(platform, removeKey("a-newer"));
    expect(await mayCreate(platform)).toBe(403);
  });

  clockTest("the newer one identifies the caller when the older one is gone or disabled", async (platform, clock) => {
    await createInTurn(platform, clock, {}, viewer);
    expect(await mayCreate(platform)).toBe(201);
    const steps: [object, number][] = [
      [{ disabled: true }, 403],
      [{ disabled: false, key: "other" }, 403],
      [{ key: "same" }, 201],
    ];
    for (const [spec, status] of steps) {
      await send(platform, mergeKey("z-older", { spec }));
      expect([spec, await mayCreate(platform)]).toEqual([spec, status]);
    }
    await send(platform, removeKey("z-older"));
    expect(await mayCreate(platform)).toBe(403);
  });

  platformTest("none replaces the bootstrap key", { accessKey: "same" }, async (platform) => {
    await send(platform, postKey("k", viewer));
    expect(await mayCreate(platform)).toBe(201);
  });
});

const secret = "the-value-of-a-strong-key";
const rules = [{ resources: [{ group: "management.loft.sh", resources: ["ownedaccesskeys"] }] }];
const copy = [{ op: "copy", from: "/spec/key", path: "/metadata/labels" }];
const copyKey = { ...mergeKey("strong", copy), type: "application/json-patch+json" };
const asKeeper = (platform: RunningPlatform, request: Request): Promise<ReadResponse> =>
  send(platform, { ...request, authorization: "Bearer keeper" });

/** Runs with a key `keeper` that may only write and read access keys, and with a stronger key. */
const withKeeper = (run: (platform: RunningPlatform) => Promise<void>) =>
  withPlatform({ listsKeys: true }, async (platform) => {
    await send(platform, postKey("keeper", { key: "keeper", user: "keeper", rules }));
    await send(platform, postKey("strong", { key: secret, displayName: "strong" }));
    await run(platform);
  });

describe("a restricted key that may write keys", () => {
  // No document says that such a key may write only keys like itself.
  test.each([
    ["no restriction", {}],
    ["another rule", { rules: [...rules, { verbs: ["get"] }] }],
    ["a scope beside its rules", { rules, scope: { projects: [{ project: "*" }] } }],
  ])("makes keys with %s", (_, spec) =>
    withKeeper(async (platform) => {
      const { status, body } = await asKeeper(platform, postKey("new", spec));
      expect([status, body.spec.key]).toEqual([201, expect.stringMatching(/^\S{64}$/)]);
    }),
  );

  test("changes another key, and reads no value in the answer", () =>
    withKeeper(async (platform) => {
      const changed = await asKeeper(platform, mergeKey("strong", { spec: { key: "chosen" } }));
      expect([changed.status, changed.text.includes("chosen")]).toEqual([200, false]);
      expect(await statusWith(platform, "chosen")).toBe(200);
    }));

  test("may label and delete what its rules name", () =>
    withKeeper(async (platform) => {
      expect((await asKeeper(platform, mergeKey("strong", { metadata: { labels: { a: "b" } } }))).status).toBe(200);
      expect((await asKeeper(platform, removeKey("strong"))).status).toBe(200);
    }));

  test.each<[string, Request]>([
    ["a get", get(`/${plural}/strong`)],
    ["a list", get(`/${plural}`)],
    ["a JSON patch", copyKey],
    ["a broken patch", mergeKey("strong", { metadata: { labels: { a: 5 } } })],
  ])("does not get the value of another key from %s", (_, request) =>
    withKeeper(async (platform) => {
      expect((await asKeeper(platform, request)).text).not.toContain(secret);
      expect((await send(platform, get(`/${plural}`))).text).toContain(secret);
    }),
  );
});

platformRows({
  "a flag of the scope has to be a boolean": [
    postKey("k", { scope: { allowLoftCLI: "yes" } }),
    invalid("TypeInvalid spec.scope.allowLoftCLI"),
  ],
});

test.each([
  ["loft.sh", ["allowLoftCLI", "allowLoftCli"]],
  ["my-co.io", ["allowMycoCLI", "allowMycoCli"]],
])("the scope of the vendor %s has the flags %p", (vendor, flags) =>
  expect(cliFlags(`management.${vendor}/v1`)).toEqual(flags),
);
