import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, type Body, get, merge, post, postKey, put, remove, template } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const plural = "spacetemplates";
const made = async (platform: RunningPlatform) =>
  (await send(platform, post(template("a", {}, { labels: { set: "x" } })))).body;
const isThere = (platform: RunningPlatform) => platform.store.get(plural, "a") !== undefined;
const field = (found: string, name: string, type: string) =>
  `json: cannot unmarshal ${found} into Go struct field ${name} of type ${type}`;
const notRead = (found: string) =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go`;
const unknownKind = (kind: string) => `no kind "${kind}" is registered for version "v1" in scheme`;

// In the words of k8s.io/apiserver 0.34, whose decoder was run over these bodies. It answers 500 to all of them.
const wrong: [string, string][] = [
  ['{"preconditions":{"uid":5}}', field("number", "Preconditions.preconditions.uid", "types.UID")],
  ['{"preconditions":"x"}', field("string", "DeleteOptions.preconditions", "v1.Preconditions")],
  ['{"preconditions":[]}', field("array", "DeleteOptions.preconditions", "v1.Preconditions")],
  ['{"preconditions":{"resourceVersion":5}}', field("number", "Preconditions.preconditions.resourceVersion", "string")],
  ['{"dryRun":"All"}', field("string", "DeleteOptions.dryRun", "[]string")],
  ['{"dryRun":[5]}', field("number", "DeleteOptions.dryRun", "string")],
  ['{"gracePeriodSeconds":"x"}', field("string", "DeleteOptions.gracePeriodSeconds", "int64")],
  ['{"gracePeriodSeconds":1.5}', field("number 1.5", "DeleteOptions.gracePeriodSeconds", "int64")],
  ['{"propagationPolicy":5}', field("number", "DeleteOptions.propagationPolicy", "v1.DeletionPropagation")],
  ['{"orphanDependents":"true"}', field("string", "DeleteOptions.orphanDependents", "bool")],
  ["[]", notRead("array")],
  ["5", notRead("number")],
  ['{"kind":5}', notRead("number")],
  ['{"kind":"Pod","apiVersion":"v1"}', unknownKind("Pod")],
  ['{"kind":"Pod"}', unknownKind("Pod")],
  ['{"apiVersion":"a/b/c"}', "unexpected GroupVersion string: a/b/c"],
];

test.each(wrong)("options of a wrong type delete neither an object nor a collection: %s", (text, message) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    for (const request of [remove("a", "", text), remove("", "", text)]) {
      const { status, body } = await send(platform, { ...request, type: "application/json" });
      expect([status, body.message]).toEqual([500, expect.stringContaining(message)]);
      expect(body).not.toHaveProperty("reason");
    }
    expect(isThere(platform)).toBe(true);
  }),
);

const cause = (reason: string, field: string) => ({ code: 422, details: { causes: [{ reason, field }] } });
const bothPolicies = cause("FieldValueInvalid", "propagationPolicy");
const unknownPolicy = cause("FieldValueNotSupported", "propagationPolicy");
const unknownDryRun = cause("FieldValueNotSupported", "dryRun");
const noInteger = (text: string, why = "invalid syntax") => ({
  code: 400,
  reason: "BadRequest",
  message: `strconv.ParseInt: parsing "${text}": ${why}`,
});
const conflict = { code: 409, reason: "Conflict" };

test.each<[string, string | undefined, object]>([
  ["?orphanDependents=true&propagationPolicy=Orphan", undefined, bothPolicies],
  ["", '{"orphanDependents":false,"propagationPolicy":"Orphan"}', bothPolicies],
  ["?propagationPolicy=", undefined, unknownPolicy],
  ["", '{"propagationPolicy":""}', unknownPolicy],
  ["?dryRun=", undefined, unknownDryRun],
  ["", '{"dryRun":[null]}', unknownDryRun],
  ["?gracePeriodSeconds=abc", undefined, noInteger("abc")],
  ["?gracePeriodSeconds=", undefined, noInteger("")],
  ["?gracePeriodSeconds=1.5", undefined, noInteger("1.5")],
  ["?gracePeriodSeconds=9223372036854775808", undefined, noInteger("9223372036854775808", "value out of range")],
  ["?uid=", undefined, conflict],
  ["", '{"preconditions":{"uid":""}}', conflict],
  ["?uid=other", undefined, conflict],
  ["?resourceVersion=1", undefined, conflict],
])("options that do not fit delete nothing: %p %p", (query, text, expected) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    const { body } = await send(platform, remove("a", query, text));
    expect(body).toMatchObject(expected);
    expect(isThere(platform)).toBe(true);
  }),
);

platformTest("preconditions in the query may be met", async (platform) => {
  const { uid, resourceVersion } = (await made(platform)).metadata;
  const request = remove("a", `?uid=${uid}&resourceVersion=${resourceVersion}`);
  expect((await send(platform, request)).status).toBe(200);
});

platformTest("a body makes the server ignore the query, as on real servers", async (platform) => {
  await made(platform);
  expect((await send(platform, remove("a", "?dryRun=All", "{}"))).status).toBe(200);
  expect(isThere(platform)).toBe(false);
});

platformTest("options of any group are accepted", async (platform) => {
  await made(platform);
  for (const group of ["v1", "meta.k8s.io/v1", "management.loft.sh/v1", "foo/v9", ""]) {
    const options = { kind: "DeleteOptions", apiVersion: group, dryRun: ["All"] };
    expect([group, (await send(platform, remove("a", "", options))).status]).toEqual([group, 200]);
  }
  expect(isThere(platform)).toBe(true);
});

const orphaning: [string, object | undefined, boolean][] = [
  ["?orphanDependents=true", undefined, true],
  ["?orphanDependents=", undefined, true],
  ["?orphanDependents=False", undefined, false],
  ["?orphanDependents=0", undefined, false],
  ["", { orphanDependents: true }, true],
  ["", { orphanDependents: false }, false],
];

test.each(orphaning)("orphanDependents is an alias of the policy Orphan: %s %p", (query, options, orphans) =>
  withPlatform({}, async (platform) => {
    await made(platform);
    const { body } = await send(platform, remove("a", query, options));
    expect((body as Partial<Body>).metadata?.finalizers).toEqual(orphans ? ["orphan"] : undefined);
  }),
);

const kind = "SpaceTemplate";
const owner = ({ metadata }: Body, more: object = {}) => {
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, ...more };
};
const blocking = { blockOwnerDeletion: true };
const ownedBy = (...ownerReferences: object[]) => ({ ownerReferences });
const create = async (platform: RunningPlatform, name: string, metadata: object = {}): Promise<Body> => {
  const { status, body } = await send(platform, post(template(name, {}, metadata)));
  expect(status).toBe(201);
  return body;
};

/** Waits for the change after which something holds. */
function until(platform: RunningPlatform, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) return resolve();
    const stop = platform.store.onChange(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}
const untilGone = (platform: RunningPlatform, name: string) =>
  until(platform, () => platform.store.get(plural, name) === undefined);
const metadataOf = (platform: RunningPlatform, name: string) => platform.store.get(plural, name)?.metadata;

// The collector works in turns of the event loop; what it leaves alone for some of them it leaves alone for good.
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a foreground delete", () => {
  platformTest("without dependents goes by itself", async (platform) => {
    await create(platform, "alone");
    await send(platform, remove("alone", "?propagationPolicy=Foreground"));
    await untilGone(platform, "alone");
  });

  platformTest("leaves a dependent that has another owner, without the one that goes", async (platform) => {
    const going = await create(platform, "going");
    const staying = await create(platform, "staying");
    await create(platform, "shared", ownedBy(owner(going, blocking), owner(staying)));
    await send(platform, remove("going", "?propagationPolicy=Foreground"));
    await untilGone(platform, "going");
    expect(metadataOf(platform, "shared")?.ownerReferences).toEqual([owner(staying)]);
  });

  platformTest("waits for the dependents of its dependents", async (platform) => {
    const top = await create(platform, "top");
    const middle = await create(platform, "middle", ownedBy(owner(top, blocking)));
    await create(platform, "bottom", { ...ownedBy(owner(middle, blocking)), finalizers: ["x.test/a"] });
    await send(platform, remove("top", "?propagationPolicy=Foreground"));
    await until(platform, () => metadataOf(platform, "bottom")?.deletionTimestamp !== undefined);
    await someTurns();
    expect([metadataOf(platform, "middle")?.finalizers, metadataOf(platform, "top")?.finalizers]).toEqual([
      ["foregroundDeletion"],
      ["foregroundDeletion"],
    ]);
    await send(platform, merge("bottom", { metadata: { finalizers: null } }));
    await untilGone(platform, "top");
    expect(metadataOf(platform, "middle")).toBeUndefined();
  });

  platformTest("does not wait for dependents that do not block it, and takes them along", async (platform) => {
    const going = await create(platform, "going");
    await create(platform, "slow", { ...ownedBy(owner(going)), finalizers: ["x.test/a"] });
    await send(platform, remove("going", "?propagationPolicy=Foreground"));
    await untilGone(platform, "going");
    await until(platform, () => metadataOf(platform, "slow")?.deletionTimestamp !== undefined);
  });

  platformTest("goes on when the reference that blocks it is taken out", async (platform) => {
    const going = await create(platform, "going");
    await create(platform, "slow", { ...ownedBy(owner(going, blocking)), finalizers: ["x.test/a"] });
    await send(platform, remove("going", "?propagationPolicy=Foreground"));
    await until(platform, () => metadataOf(platform, "slow")?.deletionTimestamp !== undefined);
    await send(platform, merge("slow", { metadata: { ownerReferences: null } }));
    await untilGone(platform, "going");
    expect(metadataOf(platform, "slow")).toBeDefined();
  });

  platformTest("of objects that own each other takes both", async (platform) => {
    const one = await create(platform, "one");
    const two = await create(platform, "two", ownedBy(owner(one, blocking)));
    await send(platform, merge("one", { metadata: ownedBy(owner(two, blocking)) }));
    await send(platform, remove("one", "?propagationPolicy=Foreground"));
    await untilGone(platform, "one");
    await untilGone(platform, "two");
  });
});

platformTest("a dependent goes when its only owner has gone", async (platform) => {
  const one = await create(platform, "one");
  await create(platform, "single", ownedBy(owner(one)));
  await send(platform, remove("one"));
  await untilGone(platform, "single");
});

platformTest("a dependent loses the reference to an owner that is gone, and stays with the other", async (platform) => {
  const going = await create(platform, "going");
  const staying = await create(platform, "staying");
  await create(platform, "shared", ownedBy(owner(going), owner(staying)));
  await send(platform, remove("going"));
  await until(platform, () => metadataOf(platform, "shared")?.ownerReferences?.length === 1);
  expect(metadataOf(platform, "shared")?.ownerReferences).toEqual([owner(staying)]);
});

platformTest("a dependent of two owners that are both orphaned from it stays, without owners", async (platform) => {
  const one = await create(platform, "one");
  const two = await create(platform, "two");
  await create(platform, "shared", ownedBy(owner(one), owner(two)));
  await Promise.all(["one", "two"].map((name) => send(platform, remove(name, "?propagationPolicy=Orphan"))));
  await untilGone(platform, "one");
  await untilGone(platform, "two");
  await someTurns();
  expect(metadataOf(platform, "shared")).not.toHaveProperty("ownerReferences");
});

test.each([
  ["of a kind that is not served", { apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u" }],
  ["in a namespace, of what is in none", { apiVersion, kind: "VirtualClusterInstance", name: "v", uid: "u" }],
])("an owner %s is taken to be there", (_, reference) =>
  withPlatform({}, async (platform) => {
    await create(platform, "kept", ownedBy(reference));
    await someTurns();
    expect(metadataOf(platform, "kept")).toBeDefined();
  }),
);

platformTest("an owner that never was, or under another uid, takes its dependent along", async (platform) => {
  const known = await create(platform, "known");
  await create(platform, "lost", ownedBy({ ...owner(known), uid: "other" }));
  await untilGone(platform, "lost");
});

describe("blockOwnerDeletion for an owner that the caller may not delete", () => {
  const author = { user: "author", rules: [{ verbs: ["get", "create", "update", "patch"] }] };
  const refused = (name: string) => ({
    code: 422,
    reason: "Invalid",
    message: `SpaceTemplate.management.loft.sh "${name}" is invalid: metadata.ownerReferences: Forbidden: cannot set blockOwnerDeletion for SpaceTemplate "one", which user "author" cannot delete`,
    details: { causes: [{ reason: "FieldValueForbidden", field: "metadata.ownerReferences" }] },
  });
  const asAuthor = { authorization: "Bearer author" };

  platformTest("is refused where a create or an update newly sets it, and kept where it stands", async (platform) => {
    await send(platform, postKey("k", { key: "author", ...author }));
    const one = await create(platform, "one");
    const block = ownedBy(owner(one, blocking));
    const created = await send(platform, { ...post(template("x", {}, block)), ...asAuthor });
    expect(created.body).toMatchObject(refused("x"));
    const dependent = await create(platform, "dependent", ownedBy(owner(one)));
    const patched = await send(platform, { ...merge("dependent", { metadata: block }), ...asAuthor });
    expect(patched.body).toMatchObject(refused("dependent"));
    const replaced = { ...dependent, metadata: { ...dependent.metadata, ...block } };
    expect((await send(platform, { ...put("dependent", replaced), ...asAuthor })).body).toMatchObject(
      refused("dependent"),
    );
    await send(platform, merge("dependent", { metadata: block }));
    const later = await send(platform, { ...merge("dependent", { metadata: { labels: { a: "b" } } }), ...asAuthor });
    expect(later.status).toBe(200);
  });

  platformTest(
    "is refused for kinds that are not known here, to who may not delete everything of their group",
    async (platform) => {
      await send(platform, postKey("k", { key: "author", ...author }));
      const foreign = ownedBy({ apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u", ...blocking });
      const request = post(template("x", {}, foreign));
      expect((await send(platform, { ...request, ...asAuthor })).status).toBe(422);
      expect((await send(platform, request)).status).toBe(201);
      expect((await send(platform, get("/spacetemplates/x"))).status).toBe(200);
    },
  );
});
