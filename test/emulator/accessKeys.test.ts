import type { RunningPlatform } from "../../emulator/platform";
import { get, mergeType, post, postKey, postKeyText, type Request, template } from "./conformance/row";
import { send } from "./request";
import { clockTest, platformTest, type TestClock } from "./withPlatform";

const plural = "ownedaccesskeys";
const path = `/${plural}/k`;
const onKey = (method: string, name: string, body?: unknown, type?: string): Request => ({
  method,
  path: `/${plural}/${name}`,
  ...(body !== undefined && { body }),
  ...(type !== undefined && { type }),
});
const patchSpec = (name: string, spec: object) => onKey("PATCH", name, { spec }, mergeType);
const statusWith = async (platform: RunningPlatform, key: unknown) =>
  (await send(platform, { ...get("/spacetemplates"), authorization: `Bearer ${key}` })).status;

/** Seconds that pass, a request, or the status of a request with the key. */
type Step = { pass: number } | Request | 200 | 401;
const pass = (seconds: number) => ({ pass: seconds });
const set = (spec: object) => patchSpec("k", spec);
const remove = onKey("DELETE", "k");
const sliding = { ttl: 60, ttlAfterLastActivity: true };
const held = onKey("PATCH", "k", { metadata: { finalizers: ["x.test/a"] } }, mergeType);

/** The key "one" over time. */
const lives: Record<string, [object, ...Step[]]> = {
  "opens the API until it is deleted": [{}, 200, remove, 401],
  "opens nothing while it is disabled": [{ disabled: true }, 401, set({ disabled: false }), 200],
  "opens nothing after its value has changed": [{}, 200, set({ key: "two" }), 401],
  "opens nothing after its value was removed": [{}, set({ key: null }), 401],
  "opens nothing once its deletion waits for a finalizer": [{}, held, 200, remove, 401],
  "lives for its ttl from its creation": [{ ttl: 60 }, pass(59), 200, pass(1), 401],
  "lives for its ttl from its last use": [sliding, pass(50), 200, pass(50), 200, pass(50), 200, pass(60), 401],
  "lives for its ttl from its creation if it was never used": [sliding, pass(60), 401],
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

  platformTest("opens the API with its new value", async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    await send(platform, set({ key: "two" }));
    expect(await statusWith(platform, "two")).toBe(200);
  });

  clockTest("never ends with a ttl that no double holds", async (platform, clock) => {
    await send(platform, postKeyText("k", '{"key":"one","ttl":9223372036854775807}'));
    clock.pass(10 ** 9);
    expect(await statusWith(platform, "one")).toBe(200);
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
  await statusWith(platform, "one");
  expect(platform.store.get(plural, "k")?.status).toEqual({ lastActivity: "2026-01-01T00:00:01Z" });
});

clockTest("a guarded write of a key with that key itself does not fail on its own use", async (platform, clock) => {
  await send(platform, postKey("k", { key: "one" }));
  const asOne = { authorization: "Bearer one" };
  clock.pass(5);
  let { body } = await send(platform, { ...get(path), ...asOne });
  for (const displayName of ["x", "y"]) {
    clock.pass(5);
    const { resourceVersion } = body.metadata;
    const guarded = onKey("PATCH", "k", { metadata: { resourceVersion }, spec: { displayName } }, mergeType);
    const answer = await send(platform, { ...guarded, ...asOne });
    expect(answer.status).toBe(200);
    body = answer.body;
  }
});

describe.each([
  ["a write of another key", "other", 201],
  ["a refused write", "k", 409],
])("%s", (_, name, expected) => {
  platformTest("is a use", async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    const { status } = await send(platform, { ...postKey(name, {}), authorization: "Bearer one" });
    expect(status).toBe(expected);
    expect(platform.store.get(plural, "k")?.status).toHaveProperty("lastActivity");
  });
});

describe("of two objects with the same key", () => {
  const viewer = { key: "same", user: "viewer", rules: [{ verbs: ["get", "list"] }] };
  const mayCreate = async (platform: RunningPlatform) =>
    (await send(platform, { ...post(template("x"), "?dryRun=All"), authorization: "Bearer same" })).status;
  const createInTurn = async (platform: RunningPlatform, clock: TestClock, older: object, newer: object) => {
    await send(platform, postKey("z-older", { key: "same", ...older }));
    clock.pass(1);
    await send(platform, postKey("a-newer", { key: "same", ...newer }));
  };

  clockTest("the older one identifies the caller, so that nobody takes over a key", async (platform, clock) => {
    await createInTurn(platform, clock, viewer, {});
    expect(await mayCreate(platform)).toBe(403);
    await send(platform, onKey("DELETE", "a-newer"));
    expect(await mayCreate(platform)).toBe(403);
  });

  clockTest("the newer one still opens once the older one is deleted, disabled or changed", async (platform, clock) => {
    await createInTurn(platform, clock, {}, viewer);
    expect(await mayCreate(platform)).toBe(201);
    const changes: [object, number][] = [
      [{ disabled: true }, 403],
      [{ disabled: false, key: "other" }, 403],
      [{ key: "same" }, 201],
    ];
    for (const [spec, status] of changes) {
      await send(platform, patchSpec("z-older", spec));
      expect([spec, await mayCreate(platform)]).toEqual([spec, status]);
    }
    await send(platform, onKey("DELETE", "z-older"));
    expect(await mayCreate(platform)).toBe(403);
  });

  platformTest("neither replaces the bootstrap key", { accessKey: "same" }, async (platform) => {
    await send(platform, postKey("k", viewer));
    expect(await mayCreate(platform)).toBe(201);
  });
});

platformTest("a 64-bit ttl survives a list, a read as YAML and a patch", { omitEmpty: true }, async (platform) => {
  await send(platform, postKeyText("k", '{"ttl":9223372036854775807}'));
  for (const request of [get(`/${plural}`), get(path, { accept: "application/yaml" }), set({ displayName: "y" })])
    expect((await send(platform, request)).text).toMatch(/ttl"?: ?9223372036854775807/);
});
