import type { RunningPlatform } from "../../emulator/platform";
import { get, post, postKey, postKeyText, type Request, template } from "./conformance/row";
import { send } from "./request";
import { TestClock, withPlatform } from "./withPlatform";

const plural = "ownedaccesskeys";
const withKey = (key: unknown): Request => ({ ...get("/spacetemplates"), authorization: `Bearer ${key}` });
const onKey = (method: string, name: string, body?: unknown, type?: string): Request => ({
  method,
  path: `/${plural}/${name}`,
  ...(body !== undefined && { body }),
  ...(type !== undefined && { type }),
});
const mergeType = "application/merge-patch+json";

test("a stored key opens the API until it is deleted", () =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    expect((await send(platform, withKey("one"))).status).toBe(200);
    await send(platform, onKey("DELETE", "k"));
    expect((await send(platform, withKey("one"))).status).toBe(401);
  }));

test("a key that is not given is made by the server, 64 characters long", () =>
  withPlatform({}, async (platform) => {
    const { body } = await send(platform, postKey("k", {}));
    expect(body.spec.key).toMatch(/^\S{64}$/);
    expect((await send(platform, withKey(body.spec.key))).status).toBe(200);
  }));

test("a disabled key opens nothing, and the same key enabled again does", () =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("k", { key: "one", disabled: true }));
    expect((await send(platform, withKey("one"))).status).toBe(401);
    await send(platform, onKey("PATCH", "k", { spec: { disabled: false } }, mergeType));
    expect((await send(platform, withKey("one"))).status).toBe(200);
  }));

test("a changed key value closes the old one and opens the new one", () =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    await send(platform, onKey("PATCH", "k", { spec: { key: "two" } }, mergeType));
    expect((await send(platform, withKey("one"))).status).toBe(401);
    expect((await send(platform, withKey("two"))).status).toBe(200);
  }));

test("a ttl counts seconds from the creation", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(platform, postKey("k", { key: "one", ttl: 60 }));
    clock.pass(59);
    expect((await send(platform, withKey("one"))).status).toBe(200);
    clock.pass(1);
    expect((await send(platform, withKey("one"))).status).toBe(401);
  });
});

test("with ttlAfterLastActivity each use starts the ttl again", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(platform, postKey("k", { key: "one", ttl: 60, ttlAfterLastActivity: true }));
    for (let use = 0; use < 3; use++) {
      clock.pass(50);
      expect((await send(platform, withKey("one"))).status).toBe(200);
    }
    clock.pass(60);
    expect((await send(platform, withKey("one"))).status).toBe(401);
  });
});

test("use is noted in the status at most once a second, and never in generation", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    const { body } = await send(platform, postKey("k", { key: "one" }));
    for (let use = 0; use < 5; use++) await send(platform, withKey("one"));
    const after = platform.store.get(plural, "k");
    expect(after?.status).toEqual({ lastActivity: "2026-01-01T00:00:00Z" });
    expect(Number(after?.metadata.resourceVersion)).toBe(Number(body.metadata.resourceVersion) + 1);
    expect(after?.metadata.generation).toBe(1);
    clock.pass(1);
    await send(platform, withKey("one"));
    expect(platform.store.get(plural, "k")?.status).toEqual({ lastActivity: "2026-01-01T00:00:01Z" });
  });
});

test("a replace without the key removes it, as a replace does", () =>
  withPlatform({}, async (platform) => {
    const { body } = await send(platform, postKey("k", { key: "one" }));
    const { body: replaced } = await send(platform, onKey("PUT", "k", { ...body, spec: { displayName: "x" } }));
    expect(replaced.spec).toEqual({ displayName: "x" });
    expect((await send(platform, withKey("one"))).status).toBe(401);
  }));

test.each([
  ["0", 0],
  ["-1", -1],
])("a ttl of %s never ends", (_, ttl) => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(platform, postKey("k", { key: "one", ttl }));
    clock.pass(10 ** 9);
    expect((await send(platform, withKey("one"))).status).toBe(200);
  });
});

test("a ttl of more seconds than a double counts does not end either", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(platform, postKeyText("k", '{"key":"one","ttl":9223372036854775807}'));
    clock.pass(10 ** 9);
    expect((await send(platform, withKey("one"))).status).toBe(200);
  });
});

test("an edit of the ttl counts from the creation again, at once", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(platform, postKey("k", { key: "one", ttl: 10 }));
    clock.pass(20);
    expect((await send(platform, withKey("one"))).status).toBe(401);
    await send(platform, onKey("PATCH", "k", { spec: { ttl: 30 } }, mergeType));
    expect((await send(platform, withKey("one"))).status).toBe(200);
    await send(platform, onKey("PATCH", "k", { spec: { ttl: 20 } }, mergeType));
    expect((await send(platform, withKey("one"))).status).toBe(401);
  });
});

test("a key that was never used lives for its ttl from the creation, also with ttlAfterLastActivity", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(platform, postKey("k", { key: "one", ttl: 10, ttlAfterLastActivity: true }));
    clock.pass(10);
    expect((await send(platform, withKey("one"))).status).toBe(401);
  });
});

test("a key that waits for its deletion opens nothing", () =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    await send(platform, onKey("PATCH", "k", { metadata: { finalizers: ["x.test/a"] } }, mergeType));
    expect((await send(platform, withKey("one"))).status).toBe(200);
    await send(platform, onKey("DELETE", "k"));
    expect((await send(platform, withKey("one"))).status).toBe(401);
  }));

test("a guarded write of a key with that key itself does not fail on its own use", () => {
  const clock = new TestClock();
  return withPlatform({ now: clock.now }, async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    const asOne = { authorization: "Bearer one" };
    clock.pass(5);
    let { body } = await send(platform, { ...get(`/${plural}/k`), ...asOne });
    for (const displayName of ["x", "y"]) {
      clock.pass(5);
      const { resourceVersion } = body.metadata;
      const guarded = onKey("PATCH", "k", { metadata: { resourceVersion }, spec: { displayName } }, mergeType);
      const answer = await send(platform, { ...guarded, ...asOne });
      expect(answer.status).toBe(200);
      body = answer.body;
    }
  });
});

test("a write of another key is a use as well", () =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    await send(platform, { ...postKey("other", {}), authorization: "Bearer one" });
    expect(platform.store.get(plural, "k")?.status).toHaveProperty("lastActivity");
  }));

test("a write of keys that is refused is a use as well", () =>
  withPlatform({}, async (platform) => {
    await send(platform, postKey("k", { key: "one" }));
    const refused = await send(platform, { ...postKey("k", {}), authorization: "Bearer one" });
    expect(refused.status).toBe(409);
    expect(platform.store.get(plural, "k")?.status).toHaveProperty("lastActivity");
  }));

describe("of two objects with the same key", () => {
  const viewer = { key: "same", user: "viewer", rules: [{ verbs: ["get", "list"] }] };
  const mayCreate = async (platform: RunningPlatform) =>
    (await send(platform, { ...post(template("x"), "?dryRun=All"), authorization: "Bearer same" })).status;
  const inTime = async (run: (platform: RunningPlatform, clock: TestClock) => Promise<void>, first: object) => {
    const clock = new TestClock();
    await withPlatform({ now: clock.now }, async (platform) => {
      await send(platform, postKey("z-older", first));
      clock.pass(1);
      await run(platform, clock);
    });
  };

  test("the older one says who asks, so that nobody takes over a key", () =>
    inTime(async (platform) => {
      await send(platform, postKey("a-newer", { key: "same" }));
      expect(await mayCreate(platform)).toBe(403);
      await send(platform, onKey("DELETE", "a-newer"));
      expect(await mayCreate(platform)).toBe(403);
    }, viewer));

  test("the newer one still opens once the older one is deleted, disabled, or has another key", () =>
    inTime(
      async (platform) => {
        await send(platform, postKey("a-newer", viewer));
        expect(await mayCreate(platform)).toBe(201);
        await send(platform, onKey("PATCH", "z-older", { spec: { disabled: true } }, mergeType));
        expect(await mayCreate(platform)).toBe(403);
        await send(platform, onKey("PATCH", "z-older", { spec: { disabled: false, key: "other" } }, mergeType));
        expect(await mayCreate(platform)).toBe(403);
        await send(platform, onKey("PATCH", "z-older", { spec: { key: "same" } }, mergeType));
        expect(await mayCreate(platform)).toBe(201);
        await send(platform, onKey("DELETE", "z-older"));
        expect(await mayCreate(platform)).toBe(403);
      },
      { key: "same" },
    ));

  test("neither replaces the bootstrap key", () =>
    withPlatform({ accessKey: "same" }, async (platform) => {
      await send(platform, postKey("k", viewer));
      expect(await mayCreate(platform)).toBe(201);
    }));
});

test("a 64-bit ttl survives being listed, read as YAML and patched", () =>
  withPlatform({ omitEmpty: true }, async (platform) => {
    await send(platform, postKeyText("k", '{"ttl":9223372036854775807}'));
    const answers = [
      await send(platform, get(`/${plural}`)),
      await send(platform, get(`/${plural}/k`, { accept: "application/yaml" })),
      await send(platform, onKey("PATCH", "k", { spec: { displayName: "y" } }, mergeType)),
    ];
    for (const { text } of answers) expect(text).toMatch(/ttl"?: ?9223372036854775807/);
  }));
