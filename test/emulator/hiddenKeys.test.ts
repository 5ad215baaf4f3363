import type { RunningPlatform } from "../../emulator/platform";
import { get, mergeType, onKeys, patch, postKey, put, type Request } from "./conformance/row";
import { type ReadResponse, send } from "./request";
import { withPlatform } from "./withPlatform";

const path = "/ownedaccesskeys/k";
const secret = "the-value-of-the-key";
const patchKey = (body: unknown, type = mergeType, query = "") => onKeys(patch("k", body, query, type));
const putKey =
  (spec: object, query = "") =>
  ({ body }: ReadResponse) =>
    onKeys(put("k", { ...body, spec }, query));
const steps = (...operations: object[]) => onKeys(patch("k", operations));

const opens = async (platform: RunningPlatform, key: string) =>
  (await send(platform, { ...get("/spacetemplates"), authorization: `Bearer ${key}` })).status === 200;

const hiding = (run: (platform: RunningPlatform) => Promise<void>, omitEmpty = false) =>
  withPlatform({ hideKeys: true, listsKeys: true, omitEmpty }, async (platform) => {
    const { body } = await send(platform, postKey("k", { key: secret, displayName: "x" }));
    expect(body.spec.key).toBe(secret);
    await run(platform);
  });

/** Requests whose responses could have the key. */
const requests: Record<string, Request | ((current: ReadResponse) => Request)> = {
  "a get": get(path),
  "a list": get("/ownedaccesskeys?limit=1"),
  "a merge patch": patchKey({ spec: { displayName: "y" } }),
  "a merge patch of nothing": patchKey({}),
  "a dry run of a patch": patchKey({ spec: { displayName: "y" } }, mergeType, "?dryRun=All"),
  "a merge patch that takes the key out": patchKey({ spec: { key: null } }),
  "a JSON patch": steps({ op: "add", path: "/spec/displayName", value: "y" }),
  "a JSON patch that copies the key": steps({ op: "copy", from: "/spec/key", path: "/spec/displayName" }),
  "a JSON patch that tests the key": steps({ op: "test", path: "/spec/key", value: secret }),
  "a patch of a wrong type": patchKey({ spec: { ttl: "x" } }),
  "a replace": putKey({ displayName: "y" }),
  "a replace with an empty key": putKey({ key: "" }),
  "a dry run of a replace": putKey({ displayName: "y" }, "?dryRun=All"),
  "a replace of a wrong type": putKey({ ttl: "x" }),
  "a create of the same name": postKey("k", { displayName: "y" }),
};

const bothServers = [false, true].flatMap((goTypes) =>
  Object.entries(requests).map(([name, request]) => [name, goTypes, request] as const),
);

test.each(bothServers)("%s neither shows nor changes a hidden key (Go types: %s)", (_, omitEmpty, request) =>
  hiding(async (platform) => {
    const current = await send(platform, get(path));
    const response = await send(platform, typeof request === "function" ? request(current) : request);
    expect(response.text).not.toContain(secret);
    expect(await opens(platform, secret)).toBe(true);
  }, omitEmpty),
);

test.each(["k", "k?propagationPolicy=Foreground", "k?propagationPolicy=Foreground&dryRun=All", "?limit=1"])(
  "a delete does not show the hidden key: %s",
  (name) =>
    hiding(async (platform) => {
      const { status, text } = await send(platform, { method: "DELETE", path: `/ownedaccesskeys/${name}` });
      expect([status, text.includes(secret)]).toEqual([200, false]);
    }),
);

test("a hidden key can be changed, and the answer does not show the new one", () =>
  hiding(async (platform) => {
    const { status, text } = await send(platform, patchKey({ spec: { key: "new-1" } }));
    expect([status, text.includes("new-1")]).toEqual([200, false]);
    expect(await opens(platform, "new-1")).toBe(true);
    expect(await opens(platform, secret)).toBe(false);
  }));

test.each([true, false])(
  "an error shows the key of the request, and the stored one unless keys are hidden (%p)",
  (hideKeys) =>
    withPlatform({ hideKeys }, async (platform) => {
      await send(platform, postKey("k", { key: secret }));
      const metadata = { annotations: { a: 5 } };
      const quoted = await send(platform, patchKey({ metadata }));
      expect([quoted.status, quoted.text.includes(secret)]).toEqual([422, !hideKeys]);
      const sent = await send(platform, patchKey({ spec: { key: "sent" }, metadata }));
      expect([sent.status, sent.text.includes("sent"), sent.text.includes(secret)]).toEqual([422, true, false]);
    }),
);

test("an annotation that has the key stays", () =>
  hiding(async (platform) => {
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": `{"spec":{"key":"${secret}"}}` };
    const { body } = await send(platform, patchKey({ metadata: { annotations } }));
    expect(body.metadata.annotations).toEqual(annotations);
  }));

test("a create shows the new key, and its dry run makes no valid key", () =>
  withPlatform({ hideKeys: true }, async (platform) => {
    const request = postKey("new", {});
    const dry = await send(platform, { ...request, path: `${request.path}?dryRun=All` });
    expect([dry.status, await opens(platform, String(dry.body.spec.key))]).toEqual([201, false]);
    const made = await send(platform, request);
    expect([made.status, await opens(platform, String(made.body.spec.key))]).toEqual([201, true]);
    expect(made.body.spec.key).not.toBe(dry.body.spec.key);
  }));

const upstream = "the-upstream-token";
const spec = { displayName: "x", identity: { username: "u", connectorData: upstream } };

const withKey = (run: (platform: RunningPlatform, made: ReadResponse) => Promise<void>) =>
  withPlatform({ listsKeys: true }, async (platform) => run(platform, await send(platform, postKey("k", spec))));

const stored = (platform: RunningPlatform) => platform.store.get("ownedaccesskeys", "k")?.spec.identity;

test("identity.connectorData is stored and never shown (specification, section 2.4)", () =>
  withKey(async (platform, made) => {
    expect([made.status, made.body.spec.identity]).toEqual([201, { username: "u" }]);
    expect(made.body.spec.key).toMatch(/./);
    expect(stored(platform)).toEqual(spec.identity);
    for (const request of [get(path), get("/ownedaccesskeys")]) {
      const { status, text } = await send(platform, request);
      expect([status, text.includes("username"), text.includes(upstream)]).toEqual([200, true, false]);
    }
  }));

test.each<[string, (made: ReadResponse) => Request]>([
  ["a replace", (made) => putKey({ ...made.body.spec, ttl: 5 })(made)],
  ["a merge patch", () => patchKey({ spec: { ttl: 5, identity: { username: "u" } } })],
  ["a JSON patch", () => steps({ op: "add", path: "/spec/ttl", value: 5 })],
])("%s without connectorData keeps it and does not show it", (_, request) =>
  withKey(async (platform, made) => {
    const { status, text, body } = await send(platform, request(made));
    expect([status, body.spec.ttl, text.includes(upstream)]).toEqual([200, 5, false]);
    expect(stored(platform)).toMatchObject(spec.identity);
  }),
);

test("connectorData is removed with the identity", () =>
  withKey(async (platform) => {
    expect((await send(platform, patchKey({ spec: { identity: null } }))).status).toBe(200);
    expect(stored(platform)).toBeUndefined();
  }));
