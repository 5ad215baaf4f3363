import { get, postKey, postKeyText, type Request } from "./conformance/row";
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

describe("a platform that hides keys", () => {
  test("shows the key in the answer to the create and nowhere else", () =>
    withPlatform({ hideKeys: true }, async (platform) => {
      const { body } = await send(platform, postKey("k", { key: "one", displayName: "x" }));
      expect(body.spec.key).toBe("one");
      const answers = [
        await send(platform, get(`/${plural}/k`)),
        await send(platform, get(`/${plural}`)),
        await send(platform, onKey("PATCH", "k", { spec: { displayName: "y" } }, mergeType)),
      ];
      for (const { status, text } of answers) expect([status, text.includes("one")]).toEqual([200, false]);
    }));

  test("keeps a key that a replace does not send", () =>
    withPlatform({ hideKeys: true }, async (platform) => {
      await send(platform, postKey("k", { key: "one" }));
      const { body } = await send(platform, get(`/${plural}/k`));
      expect((await send(platform, onKey("PUT", "k", { ...body, spec: { displayName: "y" } }))).status).toBe(200);
      expect((await send(platform, withKey("one"))).status).toBe(200);
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
