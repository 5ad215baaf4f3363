import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, get, mergeType, patchType, postKey, type Request } from "./conformance/row";
import { type Answer, send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const path = "/ownedaccesskeys/k";
const upstream = "the-upstream-token";
const spec = { displayName: "x", identity: { username: "u", connectorData: upstream } };
const object = { apiVersion, kind: "OwnedAccessKey", metadata: { name: "k" }, spec };
const patch = (body: unknown, type = mergeType, query = ""): Request => ({
  method: "PATCH",
  path: `${path}${query}`,
  body,
  type,
});
const apply = (body: unknown) => patch(body, "application/apply-patch+yaml", "?fieldManager=m&force=true");

const withKey = (run: (platform: RunningPlatform, made: Answer) => Promise<void>) =>
  withPlatform({}, async (platform) => run(platform, await send(platform, postKey("k", spec))));

/** What is stored, whoever may see it. */
function stored(platform: RunningPlatform): unknown {
  return platform.store.get("ownedaccesskeys", "k")?.spec.identity;
}

test("identity.connectorData is stored and never shown, not even to its creator (section 2.4)", () =>
  withKey(async (platform, made) => {
    expect([made.status, made.body.spec.identity]).toEqual([201, { username: "u" }]);
    expect(made.body.spec.key).toMatch(/./);
    expect(stored(platform)).toEqual(spec.identity);
    for (const request of [
      get(path),
      get("/ownedaccesskeys"),
      { ...get(path), headers: { accept: "application/yaml" } },
    ]) {
      const { status, text } = await send(platform, request);
      expect([status, text.includes("username"), text.includes(upstream)]).toEqual([200, true, false]);
    }
  }));

test.each([
  [
    "a replace",
    (made: Answer) => ({ method: "PUT", path, body: { ...made.body, spec: { ...made.body.spec, ttl: 5 } } }),
  ],
  ["a merge patch", () => patch({ spec: { ttl: 5, identity: { username: "u" } } })],
  ["a JSON patch", () => patch([{ op: "add", path: "/spec/ttl", value: 5 }], patchType)],
  ["an apply", () => apply({ ...object, spec: { ttl: 5, identity: { email: "a@b" } } })],
] as [string, (made: Answer) => Request][])("%s that does not carry it keeps it and does not show it", (_, request) =>
  withKey(async (platform, made) => {
    const { status, text, body } = await send(platform, request(made));
    expect([status, body.spec.ttl, text.includes(upstream)]).toEqual([200, 5, false]);
    expect(stored(platform)).toMatchObject(spec.identity);
  }),
);

platformTest("an apply that makes the key does not show it either", async (platform) => {
  const { status, text } = await send(platform, apply(object));
  expect([status, text.includes(upstream)]).toEqual([201, false]);
  expect(stored(platform)).toEqual(spec.identity);
});

test("it goes with the identity around it", () =>
  withKey(async (platform) => {
    expect((await send(platform, patch({ spec: { identity: null } }))).status).toBe(200);
    expect(stored(platform)).toBeUndefined();
  }));
