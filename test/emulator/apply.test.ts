import type { RunningPlatform } from "../../emulator/platform";
import { type Body, get, merge, patch, patchType, post, postKey, put, type Request, template } from "./conformance/row";
import { type Answer, send } from "./request";
import { platformTest, TestClock, withPlatform } from "./withPlatform";

/** Applies the template "a" for a field manager. */
const apply = (manager: string, spec: unknown, metadata: object = {}, query = ""): Request =>
  patch("a", template("a", spec, metadata), `?fieldManager=${manager}${query}`, "application/apply-patch+yaml");

/** The same, whoever owns the fields. */
const forced = (manager: string, spec: unknown): Request => apply(manager, spec, {}, "&force=true");

/** A request of a field manager. */
const as = (manager: string, request: Request): Request => ({
  ...request,
  path: `${request.path}?fieldManager=${manager}`,
});

/** One manager in an object's metadata. */
interface Entry {
  manager: string;
  operation: string;
  time: string;
  fieldsV1: object;
}

/** The managers of an object. */
const entriesOf = (body: Body): Entry[] => body.metadata.managedFields as unknown as Entry[];

/** What each manager of an object owns. */
const fieldsOf = (body: Body): Record<string, object> =>
  Object.fromEntries(entriesOf(body).map(({ manager, operation, fieldsV1 }) => [`${manager} ${operation}`, fieldsV1]));

/** Sends requests one after the other; the last one's answer. */
async function last(platform: RunningPlatform, ...requests: Request[]): Promise<Answer> {
  let answer = await send(platform, requests[0] as Request);
  for (const request of requests.slice(1)) answer = await send(platform, request);
  return answer;
}

describe("a merge by applying", () => {
  platformTest("joins maps, finalizers and owners by uid, and replaces lists", async (platform) => {
    const owner = (uid: string, name: string) => ({ apiVersion: "v1", kind: "Project", name, uid });
    const { body } = await last(
      platform,
      apply("m1", { access: [{ users: ["a"] }] }, { finalizers: ["x.test/a"], ownerReferences: [owner("1", "p")] }),
      apply(
        "m2",
        { access: [{ users: ["b"] }] },
        { finalizers: ["x.test/b"], ownerReferences: [owner("2", "q")], annotations: { n: "1" } },
        "&force=true",
      ),
    );
    expect(body.spec.access).toEqual([{ users: ["b"] }]);
    expect(body.metadata).toMatchObject({
      finalizers: ["x.test/a", "x.test/b"],
      ownerReferences: [owner("1", "p"), owner("2", "q")],
      annotations: { n: "1" },
    });
  });

  platformTest("reads YAML", async (platform) => {
    const { apiVersion, kind } = template("a");
    const yaml = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: a\nspec:\n  displayName: "y"\n`;
    const { status, body } = await send(platform, { ...apply("m1", {}), body: yaml });
    expect([status, body.spec]).toEqual([201, { displayName: "y" }]);
  });

  platformTest("makes up the key of a new access key, which stays when the same is applied again", async (platform) => {
    const request = { ...apply("m1", {}), path: "/ownedaccesskeys/k?fieldManager=m1" };
    const body = {
      apiVersion: template("k").apiVersion,
      kind: "OwnedAccessKey",
      metadata: { name: "k" },
      spec: { user: "u" },
    };
    const first = await send(platform, { ...request, body });
    const second = await send(platform, { ...request, body });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(first.body.spec.key).toEqual(expect.stringMatching(/.{20}/));
    expect(second.body).toEqual(first.body);
  });

  platformTest("with dryRun stores nothing", async (platform) => {
    const { status } = await send(platform, apply("m1", {}, {}, "&dryRun=All"));
    expect([status, (await send(platform, get("/spacetemplates/a"))).status]).toEqual([201, 404]);
  });
});

test.each([
  ["another kind", { kind: "Project" }, 400, "invalid object type: management.loft.sh/v1, Kind=Project"],
  ["no type at all", { kind: "", apiVersion: "" }, 400, "invalid object type: /, Kind="],
  [
    "another name",
    { metadata: { name: "b" } },
    400,
    "the name of the object (b) does not match the name on the URL (a)",
  ],
  [
    "an unknown field",
    { bogus: 1 },
    500,
    "failed to create typed patch object (/a; management.loft.sh/v1, Kind=SpaceTemplate): .bogus: field not declared in schema",
  ],
  [
    "a wrong type",
    { spec: { displayName: 1 } },
    500,
    "failed to create typed patch object (/a; management.loft.sh/v1, Kind=SpaceTemplate): .spec.displayName: expected string",
  ],
  [
    "the uid of an object that is gone",
    { metadata: { name: "a", uid: "u" } },
    409,
    'Operation cannot be fulfilled on spacetemplates.management.loft.sh "a": uid mismatch: the provided object specified uid u, and no existing object was found',
  ],
])("a configuration with %s is refused", (_, change, code, message) =>
  withPlatform({}, async (platform) => {
    const request = apply("m1", {});
    const { status, body } = await send(platform, { ...request, body: { ...(request.body as object), ...change } });
    expect([status, body.message]).toEqual([code, message]);
  }),
);

platformTest("force is for applying only", async (platform) => {
  const { status, body } = await last(platform, post(template("a")), patch("a", [], "?force=true", patchType));
  expect([status, body.message]).toEqual([
    422,
    'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
  ]);
});

platformTest("who may patch but not create cannot make an object by applying", async (platform) => {
  const rules = [{ verbs: ["patch"], resources: [{ group: "management.loft.sh", resources: ["spacetemplates"] }] }];
  await send(platform, postKey("patcher", { user: "u", key: "patcher-key", rules }));
  const authorization = "Bearer patcher-key";
  expect((await send(platform, { ...apply("m1", {}), authorization })).status).toBe(403);
  await send(platform, post(template("a")));
  expect((await send(platform, { ...apply("m1", {}), authorization })).status).toBe(200);
});

platformTest("a key that is never shown stays when it is applied no longer", { hideKeys: true }, async (platform) => {
  const path = "/ownedaccesskeys/k?fieldManager=m1";
  const config = (spec: object) => ({ ...template("k", spec), kind: "OwnedAccessKey" });
  await send(platform, { ...apply("m1", {}), path, body: config({ user: "u", key: "my-own-key" }) });
  const { status, body } = await send(platform, { ...apply("m1", {}), path, body: config({ user: "v" }) });
  expect([status, body.spec]).toEqual([200, { user: "v" }]);
  const authorization = "Bearer my-own-key";
  expect((await send(platform, { ...get("/spacetemplates"), authorization })).status).toBe(200);
});

platformTest(
  "applying to an object that waits for its deletion changes it, but adds no finalizer",
  async (platform) => {
    await last(platform, apply("m1", {}, { finalizers: ["x.test/a"] }), {
      method: "DELETE",
      path: "/spacetemplates/a",
    });
    const changed = await send(platform, apply("m1", { displayName: "late" }, { finalizers: ["x.test/a"] }));
    expect([changed.status, changed.body.spec]).toEqual([200, { displayName: "late" }]);
    const added = await send(platform, apply("m2", {}, { finalizers: ["x.test/b"] }));
    expect([added.status, added.body.reason]).toEqual([422, "Invalid"]);
    const released = await send(platform, apply("m1", { displayName: "late" }));
    expect([released.status, (await send(platform, get("/spacetemplates/a"))).status]).toEqual([200, 404]);
  },
);

describe("what an applier owns", () => {
  platformTest("is what it applies: the fields, not the groups that hold them", async (platform) => {
    const { body } = await send(
      platform,
      apply(
        "m1",
        {
          displayName: "x",
          access: [{ users: ["a"] }],
          template: { metadata: { labels: { a: "b" } } },
          more: { c: 1 },
        },
        { labels: { l: "1" }, finalizers: ["x.test/a"] },
      ),
    );
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

  platformTest("is removed when it is applied no longer and nobody else owns it", async (platform) => {
    const { body } = await last(
      platform,
      apply("m1", { displayName: "x", description: "d" }, { labels: { a: "1", b: "2" } }),
      apply("m2", { description: "d" }, { labels: { c: "3" } }),
      apply("m1", {}, { labels: { a: "1" } }),
    );
    expect(body.spec).toEqual({ description: "d" });
    expect(body.metadata.labels).toEqual({ a: "1", c: "3" });
  });

  platformTest(
    "is removed with the groups that become empty by it, but not with one that somebody made by an update",
    async (platform) => {
      const { body } = await last(
        platform,
        post(template("a", { kept: {} })),
        apply("m1", { template: { metadata: { labels: { a: "b" } } }, kept: { x: 1 } }),
        apply("m1", { displayName: "x" }),
      );
      expect(body.spec).toEqual({ displayName: "x", kept: {} });
    },
  );

  platformTest("stays when another manager wrote it since", async (platform) => {
    const { body } = await last(
      platform,
      apply("m1", { displayName: "x", description: "d" }),
      as("m2", merge("a", { spec: { description: "other" } })),
      apply("m1", { displayName: "x" }),
    );
    expect(body.spec).toEqual({ displayName: "x", description: "other" });
  });

  platformTest("is taken over by an update, and by an apply with force", async (platform) => {
    const { body } = await last(
      platform,
      apply("m1", { displayName: "x", description: "d" }),
      as("m2", merge("a", { spec: { displayName: "y" } })),
      forced("m3", { description: "e" }),
    );
    expect(fieldsOf(body)).toEqual({
      "m2 Update": { "f:spec": { "f:displayName": {} } },
      "m3 Apply": { "f:spec": { "f:description": {} } },
    });
  });

  platformTest("can be owned by two that apply the same value", async (platform) => {
    const { status, body } = await last(platform, apply("m1", { displayName: "x" }), apply("m2", { displayName: "x" }));
    expect([status, Object.keys(fieldsOf(body))]).toEqual([200, ["m1 Apply", "m2 Apply"]]);
  });
});

test("an applier's time is that of its last change, and not of another's", () => {
  const clock = new TestClock();
  const times = (body: Body) =>
    Object.fromEntries(entriesOf(body).map(({ manager, time }) => [manager, time.slice(14, 16)]));
  return withPlatform({ now: clock.now }, async (platform) => {
    const steps = [
      apply("m1", { displayName: "x", description: "d" }),
      apply("m2", { more: 1 }),
      apply("m1", { displayName: "x", description: "d" }),
      forced("m2", { more: 1, description: "e" }),
      apply("m1", { displayName: "y" }),
      apply("m2", { more: 1 }),
    ];
    const seen = [];
    for (const step of steps) {
      seen.push(times((await send(platform, step)).body));
      clock.pass(60);
    }
    expect(seen).toEqual([
      { m1: "00" },
      { m1: "00", m2: "01" },
      { m1: "00", m2: "01" },
      { m1: "00", m2: "03" },
      { m1: "04", m2: "03" },
      { m1: "04", m2: "05" },
    ]);
  });
});

platformTest("where nobody was recorded, what is there belongs to before-first-apply", async (platform) => {
  const created = await send(platform, post(template("a", { displayName: "x" })));
  const reset = { ...created.body, metadata: { ...created.body.metadata, managedFields: [{}] } };
  const { body } = await last(platform, put("a", reset), apply("m1", { description: "d" }));
  expect(fieldsOf(body)).toEqual({
    "before-first-apply Update": { "f:spec": { ".": {}, "f:displayName": {} } },
    "m1 Apply": { "f:spec": { "f:description": {} } },
  });
});

describe("a conflict", () => {
  platformTest("names every manager and every field, updaters with their version", async (platform) => {
    const { status, body } = await last(
      platform,
      as("m1", post(template("a", { displayName: "x", description: "d" }, { labels: { l: "1" } }))),
      apply("m2", { more: { c: 1 } }),
      apply("m3", { displayName: "y", description: "e", more: { c: 2 } }, { labels: { l: "2" } }),
    );
    const updater = '"m1" using management.loft.sh/v1';
    expect([status, body.message]).toEqual([
      409,
      `Apply failed with 4 conflicts: conflicts with ${updater}:\n- .metadata.labels.l\n- .spec.description\n- .spec.displayName\nconflicts with "m2":\n- .spec.more.c`,
    ]);
    const cause = (field: string, manager = updater) => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${manager}`,
      field,
    });
    expect(body.details).toEqual({
      causes: [
        cause(".metadata.labels.l"),
        cause(".spec.description"),
        cause(".spec.displayName"),
        cause(".spec.more.c", '"m2"'),
      ],
    });
  });

  platformTest("changes nothing", async (platform) => {
    const { body } = await send(platform, apply("m1", { displayName: "x" }));
    await send(platform, apply("m2", { displayName: "y", description: "d" }));
    expect((await send(platform, get("/spacetemplates/a"))).body).toEqual(body);
  });

  platformTest(
    "is none where kubectl goes over from its own way of applying and nobody else changed the field",
    async (platform) => {
      const annotation = "kubectl.kubernetes.io/last-applied-configuration";
      const config = template("a", { displayName: "x", description: "d" });
      const annotations = { [annotation]: JSON.stringify(config) };
      await send(platform, as("kubectl-client-side-apply", post({ ...config, metadata: { name: "a", annotations } })));
      expect((await send(platform, apply("other", { displayName: "y" }))).status).toBe(409);
      const { status, body } = await send(platform, apply("kubectl", { displayName: "y" }));
      expect([status, body.spec]).toEqual([200, { displayName: "y", description: "d" }]);
      const kept = (body.metadata as unknown as { annotations: Record<string, string> }).annotations[annotation];
      expect(JSON.parse(kept ?? "")).toEqual(template("a", { displayName: "y" }));
      await send(platform, as("edit", merge("a", { spec: { displayName: "z" } })));
      expect((await send(platform, apply("kubectl", { displayName: "y" }))).status).toBe(409);
    },
  );
});
