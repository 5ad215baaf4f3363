import { apply, last } from "./applying";
import { get, patch, patchType, post, postKey, template } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

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
