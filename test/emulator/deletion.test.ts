import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, type Body, merge, post, postKey, put, type Request, remove, template } from "./conformance/row";
import { send } from "./request";
import { platformTest, until, withPlatform } from "./withPlatform";

const plural = "spacetemplates";
const made = async (platform: RunningPlatform) =>
  (await send(platform, post(template("a", {}, { labels: { set: "x" } })))).body;
const isThere = (platform: RunningPlatform) => platform.store.get(plural, "a") !== undefined;

// The status of these is 500, without a reason, as on real servers.
const unreadable = [
  ...['{"preconditions":{"uid":5}}', '{"preconditions":[]}', '{"dryRun":[5]}', '{"gracePeriodSeconds":1.5}'],
  ...['{"propagationPolicy":5}', "[]", '{"kind":5}'],
  ...['{"kind":"Pod","apiVersion":"v1"}', '{"apiVersion":"a/b/c"}'],
];

test.each(unreadable)("options of a wrong type delete neither an object nor a collection: %s", (text) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    for (const request of [remove("a", "", text), remove("", "", text)]) {
      const { body } = await send(platform, { ...request, type: "application/json" });
      expect([body.code, body.reason]).toEqual([500, undefined]);
    }
    expect(isThere(platform)).toBe(true);
  }),
);

const cause = (reason: string, field: string) => ({ code: 422, details: { causes: [{ reason, field }] } });
const unknownPolicy = cause("FieldValueNotSupported", "propagationPolicy");
const unknownDryRun = cause("FieldValueNotSupported", "dryRun");
const noInteger = { code: 400, reason: "BadRequest" };
const conflict = { code: 409, reason: "Conflict" };

test.each<[string, string | undefined, object]>([
  ["?propagationPolicy=", undefined, unknownPolicy],
  ["", '{"propagationPolicy":""}', unknownPolicy],
  ["?dryRun=", undefined, unknownDryRun],
  ["", '{"dryRun":[null]}', unknownDryRun],
  ["?gracePeriodSeconds=", undefined, noInteger],
  ["?gracePeriodSeconds=9223372036854775808", undefined, noInteger],
  ["", '{"preconditions":{"uid":""}}', conflict],
  ["?uid=other", undefined, conflict],
  ["?resourceVersion=1", undefined, conflict],
])("invalid options and unmet preconditions delete nothing: %p %p", (query, text, expected) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    const { body } = await send(platform, remove("a", query, text));
    expect(body).toMatchObject(expected);
    expect(isThere(platform)).toBe(true);
  }),
);

platformTest("options in the body may be of any group and replace the query", async (platform) => {
  const { uid, resourceVersion } = (await made(platform)).metadata;
  for (const apiVersion of ["v1", "management.loft.sh/v1", "foo/v9", ""]) {
    const options = { kind: "DeleteOptions", apiVersion, dryRun: ["All"] };
    expect([apiVersion, (await send(platform, remove("a", "?uid=other", options))).status]).toEqual([apiVersion, 200]);
  }
  expect(isThere(platform)).toBe(true);
  const met = remove("a", `?uid=${uid}&resourceVersion=${resourceVersion}`);
  expect((await send(platform, met)).status).toBe(200);
});

test.each([
  [4, "true", 403],
  [4, "false", 200],
  [3, "true", 200],
] as const)("on API %i the annotation non-deletable with %s answers a delete with %i", (api, value, code) =>
  withPlatform({ api, vendor: "example.org" }, async (platform) => {
    const apiVersion = "management.example.org/v1";
    const url = `${platform.baseUrl}/kubernetes/management/apis/${apiVersion}/${plural}`;
    const headers = { authorization: `Bearer ${platform.accessKey}`, "content-type": "application/json" };
    const metadata = { name: "a", annotations: { "example.org/non-deletable": value } };
    const body = JSON.stringify({ apiVersion, kind: "SpaceTemplate", metadata, spec: {} });
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(201);
    const response = await fetch(`${url}/a`, { method: "DELETE", headers });
    expect(response.status).toBe(code);
    if (code === 403) expect(await response.json()).toMatchObject({ kind: "Status", reason: "Forbidden", code });
    expect(isThere(platform)).toBe(code === 403);
  }),
);

const blocking = { blockOwnerDeletion: true };
const ownedBy = (...owners: object[]) => ({ ownerReferences: owners });
const owner = ({ metadata: { name, uid } }: Body, more: object = {}) => ({
  apiVersion,
  kind: "SpaceTemplate",
  name,
  uid,
  ...more,
});
const held = { finalizers: ["x.test/a"] };
const create = async (platform: RunningPlatform, name: string, metadata: object = {}): Promise<Body> => {
  const { status, body } = await send(platform, post(template(name, {}, metadata)));
  expect(status).toBe(201);
  return body;
};

const metadataOf = (platform: RunningPlatform, name: string) => platform.store.get(plural, name)?.metadata;
const untilGone = (platform: RunningPlatform, name: string) =>
  until(platform, () => metadataOf(platform, name) === undefined);
const untilTerminating = (platform: RunningPlatform, name: string) =>
  until(platform, () => metadataOf(platform, name)?.deletionTimestamp !== undefined);
const foreground = (platform: RunningPlatform, name: string) =>
  send(platform, remove(name, "?propagationPolicy=Foreground"));

// The collector works in turns of the event loop. What it leaves alone for some turns stays.
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a foreground delete", () => {
  platformTest("waits for the dependents of its dependents", async (platform) => {
    const top = await create(platform, "top");
    const middle = await create(platform, "middle", ownedBy(owner(top, blocking)));
    await create(platform, "bottom", { ...ownedBy(owner(middle, blocking)), ...held });
    await foreground(platform, "top");
    await untilTerminating(platform, "bottom");
    await someTurns();
    for (const name of ["middle", "top"])
      expect(metadataOf(platform, name)?.finalizers).toEqual(["foregroundDeletion"]);
    await send(platform, merge("bottom", { metadata: { finalizers: null } }));
    await untilGone(platform, "top");
    expect(metadataOf(platform, "middle")).toBeUndefined();
  });

  platformTest("does not wait for dependents that never blocked it, or that no longer do", async (platform) => {
    const going = await create(platform, "going");
    await create(platform, "slow", { ...ownedBy(owner(going)), ...held });
    await create(platform, "blocking", { ...ownedBy(owner(going, blocking)), ...held });
    await foreground(platform, "going");
    for (const name of ["slow", "blocking"]) await untilTerminating(platform, name);
    await send(platform, merge("blocking", { metadata: { ownerReferences: null } }));
    await untilGone(platform, "going");
    for (const name of ["slow", "blocking"]) expect(metadataOf(platform, name)).toBeDefined();
  });

  platformTest("deletes objects that own each other", async (platform) => {
    const one = await create(platform, "one");
    const two = await create(platform, "two", ownedBy(owner(one, blocking)));
    await send(platform, merge("one", { metadata: ownedBy(owner(two, blocking)) }));
    await foreground(platform, "one");
    await untilGone(platform, "one");
    await untilGone(platform, "two");
  });
});

test.each([
  ["background", ""],
  ["foreground", "?propagationPolicy=Foreground"],
])("after a %s delete a dependent with another owner stays, without the reference", (_, query) =>
  withPlatform({}, async (platform) => {
    const going = await create(platform, "going");
    const staying = await create(platform, "staying");
    await create(platform, "shared", ownedBy(owner(going, blocking), owner(staying)));
    await send(platform, remove("going", query));
    await untilGone(platform, "going");
    await until(platform, () => metadataOf(platform, "shared")?.ownerReferences?.length === 1);
    expect(metadataOf(platform, "shared")?.ownerReferences).toEqual([owner(staying)]);
  }),
);

platformTest("a dependent of two orphaning owners stays, without owners", async (platform) => {
  const one = await create(platform, "one");
  const two = await create(platform, "two");
  await create(platform, "shared", ownedBy(owner(one), owner(two)));
  await Promise.all(["one", "two"].map((name) => send(platform, remove(name, "?propagationPolicy=Orphan"))));
  await untilGone(platform, "one");
  await untilGone(platform, "two");
  await someTurns();
  expect(metadataOf(platform, "shared")).not.toHaveProperty("ownerReferences");
});

const foreign = { apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u" };

test.each([
  ["of an unknown kind", foreign],
  ["in a namespace, of a cluster-scoped object", { apiVersion, kind: "VirtualClusterInstance", name: "v", uid: "u" }],
])("an owner %s is taken as existing", (_, reference) =>
  withPlatform({}, async (platform) => {
    await create(platform, "kept", ownedBy(reference));
    await someTurns();
    expect(metadataOf(platform, "kept")).toBeDefined();
  }),
);

platformTest("a dependent of an owner with another uid is deleted", async (platform) => {
  const known = await create(platform, "known");
  await create(platform, "lost", ownedBy({ ...owner(known), uid: "other" }));
  await untilGone(platform, "lost");
});

describe("blockOwnerDeletion without the permission to delete the owner", () => {
  const rules = [{ verbs: ["get", "create", "update", "patch"] }];
  const author = postKey("k", { key: "author", user: "author", rules });
  const asAuthor = (platform: RunningPlatform, request: Request) =>
    send(platform, { ...request, authorization: "Bearer author" });

  platformTest("is refused in a create, a patch and a replace, and kept if it is set", async (platform) => {
    await send(platform, author);
    const one = await create(platform, "one");
    const metadata = ownedBy(owner(one, blocking));
    const dependent = await create(platform, "dependent", ownedBy(owner(one)));
    const writes = [
      post(template("x", {}, metadata)),
      merge("dependent", { metadata }),
      put("dependent", { ...dependent, metadata: { ...dependent.metadata, ...metadata } }),
    ];
    const causes = [{ reason: "FieldValueForbidden", field: "metadata.ownerReferences" }];
    for (const request of writes)
      expect((await asAuthor(platform, request)).body).toMatchObject({ code: 422, details: { causes } });
    await send(platform, merge("dependent", { metadata }));
    const later = await asAuthor(platform, merge("dependent", { metadata: { labels: { a: "b" } } }));
    expect(later.status).toBe(200);
  });

  platformTest("is refused for an unknown kind, unless everything in the group may be deleted", async (platform) => {
    await send(platform, author);
    const request = post(template("x", {}, ownedBy({ ...foreign, ...blocking })));
    expect((await asAuthor(platform, request)).status).toBe(422);
    expect((await send(platform, request)).status).toBe(201);
  });
});
