import type { RunningPlatform } from "../../emulator/platform";
import { applyType, as, get, onKeys, patch, post, postKey, type Request, remove, template } from "./conformance/row";
import { type ReadResponse, send } from "./request";
import { clockTest, platformTest, withPlatform } from "./withPlatform";

const apply = (manager: string, spec: unknown, metadata: object = {}, query = ""): Request =>
  patch("a", template("a", spec, metadata), `?fieldManager=${manager}${query}`, applyType);
const applyKey = (spec: object) =>
  onKeys(patch("k", { ...template("k", spec), kind: "OwnedAccessKey" }, "?fieldManager=m1", applyType));
const read = get("/spacetemplates/a");
const owner = (uid: string, name: string) => ({ apiVersion: "v1", kind: "Project", name, uid });

/** The managers of an object. */
const entriesOf = (body: ReadResponse["body"]) =>
  body.metadata.managedFields as unknown as { manager: string; operation: string; time: string; fieldsV1: object }[];
const fieldsOf = (body: ReadResponse["body"]): Record<string, object> =>
  Object.fromEntries(entriesOf(body).map(({ manager, operation, fieldsV1 }) => [`${manager} ${operation}`, fieldsV1]));

/** Sends requests one after the other and returns the last response. */
async function last(platform: RunningPlatform, first: Request, ...others: Request[]): Promise<ReadResponse> {
  let response = await send(platform, first);
  for (const request of others) response = await send(platform, request);
  return response;
}

platformTest("an apply joins maps, finalizers and owners by uid, and replaces lists", async (platform) => {
  const first = { finalizers: ["x.test/a"], ownerReferences: [owner("1", "p")] };
  const second = { finalizers: ["x.test/b"], ownerReferences: [owner("2", "q")], annotations: { n: "1" } };
  const { body } = await last(
    platform,
    apply("m1", { access: [{ users: ["a"] }] }, first),
    apply("m2", { access: [{ users: ["b"] }] }, second, "&force=true"),
  );
  expect(body.spec.access).toEqual([{ users: ["b"] }]);
  expect(body.metadata).toMatchObject({
    finalizers: ["x.test/a", "x.test/b"],
    ownerReferences: [owner("1", "p"), owner("2", "q")],
    annotations: { n: "1" },
  });
});

platformTest("an apply may be YAML, and its dry run stores nothing", async (platform) => {
  const yaml = `apiVersion: management.loft.sh/v1\nkind: SpaceTemplate\nmetadata: {name: a}\nspec: {displayName: "y"}\n`;
  const { status, body } = await send(platform, { ...apply("m1", {}, {}, "&dryRun=All"), body: yaml });
  expect([status, body.spec]).toEqual([201, { displayName: "y" }]);
  expect((await send(platform, read)).status).toBe(404);
});

platformTest("an apply generates the key of a new access key, which the same apply keeps", async (platform) => {
  const first = await send(platform, applyKey({ user: "u" }));
  const second = await send(platform, applyKey({ user: "u" }));
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(first.body.spec.key).toEqual(expect.stringMatching(/.{20}/));
  expect(second.body).toEqual(first.body);
});

test.each<[string, object, number]>([
  ["another kind", { kind: "Project" }, 400],
  ["no type", { kind: "", apiVersion: "" }, 400],
  ["another name", { metadata: { name: "b" } }, 400],
  ["an unknown field", { bogus: 1 }, 500],
  ["a wrong type", { spec: { displayName: 1 } }, 500],
  ["the uid of a deleted object", { metadata: { name: "a", uid: "u" } }, 409],
])("an apply with %s is refused", (_, change, code) =>
  withPlatform({}, async (platform) => {
    const request = apply("m1", {});
    const { body } = await send(platform, { ...request, body: { ...(request.body as object), ...change } });
    expect([body.kind, body.code]).toEqual(["Status", code]);
  }),
);

platformTest("an apply that creates needs the permission to create", async (platform) => {
  const rules = [{ verbs: ["patch"], resources: [{ group: "management.loft.sh", resources: ["spacetemplates"] }] }];
  await send(platform, postKey("patcher", { user: "u", key: "patcher-key", rules }));
  const authorization = "Bearer patcher-key";
  expect((await send(platform, { ...apply("m1", {}), authorization })).status).toBe(403);
  await send(platform, post(template("a")));
  expect((await send(platform, { ...apply("m1", {}), authorization })).status).toBe(200);
});

platformTest("a hidden key stays when it is no longer applied", { hideKeys: true }, async (platform) => {
  await send(platform, applyKey({ user: "u", key: "my-own-key" }));
  const { status, body } = await send(platform, applyKey({ user: "v" }));
  expect([status, body.spec]).toEqual([200, { user: "v" }]);
  const authorization = "Bearer my-own-key";
  expect((await send(platform, { ...get("/spacetemplates"), authorization })).status).toBe(200);
});

platformTest("an apply to an object that is being deleted changes it, but adds no finalizer", async (platform) => {
  await last(platform, apply("m1", {}, { finalizers: ["x.test/a"] }), remove("a"));
  const changed = await send(platform, apply("m1", { displayName: "late" }, { finalizers: ["x.test/a"] }));
  expect([changed.status, changed.body.spec]).toEqual([200, { displayName: "late" }]);
  const added = await send(platform, apply("m2", {}, { finalizers: ["x.test/b"] }));
  expect([added.status, added.body.reason]).toEqual([422, "Invalid"]);
  const released = await send(platform, apply("m1", { displayName: "late" }));
  expect([released.status, (await send(platform, read)).status]).toEqual([200, 404]);
});

platformTest("an applier owns the fields that it applies, not the groups around them", async (platform) => {
  const template = { metadata: { labels: { a: "b" } } };
  const spec = { displayName: "x", access: [{ users: ["a"] }], template, more: { c: 1 } };
  const { body } = await send(platform, apply("m1", spec, { labels: { l: "1" }, finalizers: ["x.test/a"] }));
  expect(fieldsOf(body)).toEqual({
    "m1 Apply": {
      "f:metadata": { "f:labels": { "f:l": {} }, "f:finalizers": { 'v:"x.test/a"': {} } },
      "f:spec": {
        "f:displayName": {},
        "f:access": {},
        "f:template": { "f:metadata": { "f:labels": { "f:a": {} } } },
        "f:more": { ".": {}, "f:c": {} },
      },
    },
  });
});

platformTest("a group that becomes empty is removed, unless an update made it", async (platform) => {
  const { body } = await last(
    platform,
    post(template("a", { kept: {} })),
    apply("m1", { template: { metadata: { labels: { a: "b" } } }, kept: { x: 1 } }),
    apply("m1", { displayName: "x" }),
  );
  expect(body.spec).toEqual({ displayName: "x", kept: {} });
});

clockTest("the time of an applier is that of its own last change", async (platform, clock) => {
  const steps: [Request, object][] = [
    [apply("m1", { displayName: "x", description: "d" }), { m1: "00" }],
    [apply("m2", { more: 1 }), { m1: "00", m2: "01" }],
    [apply("m1", { displayName: "x", description: "d" }), { m1: "00", m2: "01" }],
    [apply("m2", { more: 1, description: "e" }, {}, "&force=true"), { m1: "00", m2: "03" }],
    [apply("m1", { displayName: "y" }), { m1: "04", m2: "03" }],
    [apply("m2", { more: 1 }), { m1: "04", m2: "05" }],
  ];
  for (const [request, expected] of steps) {
    const entries = entriesOf((await send(platform, request)).body);
    const times = entries.map(({ manager, time }) => [manager, time.slice(14, 16)]);
    expect(Object.fromEntries(times)).toEqual(expected);
    clock.pass(60);
  }
});

platformTest("fields without a recorded manager belong to before-first-apply", async (platform) => {
  const reset = patch("a", [{ op: "replace", path: "/metadata/managedFields", value: [{}] }]);
  const { body } = await last(
    platform,
    post(template("a", { displayName: "x" })),
    reset,
    apply("m1", { description: "d" }),
  );
  expect(fieldsOf(body)).toEqual({
    "before-first-apply Update": { "f:spec": { ".": {}, "f:displayName": {} } },
    "m1 Apply": { "f:spec": { "f:description": {} } },
  });
});

platformTest("a conflict names every manager and every field, and changes nothing", async (platform) => {
  await send(platform, as("m1", post(template("a", { displayName: "x", description: "d" }, { labels: { l: "1" } }))));
  const before = await send(platform, apply("m2", { more: { c: 1 } }));
  const changes = { displayName: "y", description: "e", more: { c: 2 } };
  const { status, body } = await send(platform, apply("m3", changes, { labels: { l: "2" } }));
  const updater = 'conflict with "m1" using management.loft.sh/v1';
  const fields = {
    ".metadata.labels.l": updater,
    ".spec.description": updater,
    ".spec.displayName": updater,
    ".spec.more.c": 'conflict with "m2"',
  };
  const causes = Object.entries(fields).map(([field, message]) => ({ reason: "FieldManagerConflict", message, field }));
  expect([status, body.details]).toEqual([409, { causes }]);
  expect((await send(platform, read)).body).toEqual(before.body);
});

platformTest("kubectl takes over fields of its client-side apply unless they were changed since", async (platform) => {
  const annotation = "kubectl.kubernetes.io/last-applied-configuration";
  const config = template("a", { displayName: "x", description: "d" });
  const annotations = { [annotation]: JSON.stringify(config) };
  await send(platform, as("kubectl-client-side-apply", post({ ...config, metadata: { name: "a", annotations } })));
  expect((await send(platform, apply("other", { displayName: "y" }))).status).toBe(409);
  const { status, body } = await send(platform, apply("kubectl", { displayName: "y" }));
  expect([status, body.spec]).toEqual([200, { displayName: "y", description: "d" }]);
  const kept = (body.metadata as unknown as { annotations: Record<string, string> }).annotations[annotation];
  expect(JSON.parse(kept ?? "")).toEqual(template("a", { displayName: "y" }));
  await send(platform, as("edit", patch("a", [{ op: "replace", path: "/spec/displayName", value: "z" }])));
  expect((await send(platform, apply("kubectl", { displayName: "y" }))).status).toBe(409);
});
