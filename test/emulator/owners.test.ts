import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, type Body, get, merge, post, postKey, put, remove, template } from "./conformance/row";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const plural = "spacetemplates";
const owner = ({ metadata: { name, uid } }: Body, more: object = {}) => ({
  apiVersion,
  kind: "SpaceTemplate",
  name,
  uid,
  ...more,
});
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
