import type { RunningPlatform } from "../../emulator/platform";
import { apiVersion, type Body, changed, get, merge, patch, post, put, remove, template } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const plural = "spacetemplates";
const ownedBy = (owner: Body, more: object = {}) => ({
  ownerReferences: [{ apiVersion, kind: "SpaceTemplate", name: owner.metadata.name, uid: owner.metadata.uid, ...more }],
});

async function untilGone(platform: RunningPlatform, name: string): Promise<void> {
  for (let round = 0; round < 100; round++) {
    if (platform.store.get(plural, name) === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${name} is still there`);
}

test("a change of the spec raises generation and resourceVersion, a change of labels only resourceVersion", () =>
  withPlatform({}, async (platform) => {
    const created = (await send(platform, post(template("a", { displayName: "x" })))).body;
    const labelled = (await send(platform, merge("a", { metadata: { labels: { x: "y" } } }))).body;
    const changedSpec = (await send(platform, merge("a", { spec: { displayName: "z" } }))).body;
    expect([created, labelled, changedSpec].map(({ metadata }) => metadata.generation)).toEqual([1, 1, 2]);
    const versions = [created, labelled, changedSpec].map(({ metadata }) => Number(metadata.resourceVersion));
    expect(versions).toEqual([...versions].sort((left, right) => left - right));
    expect(new Set(versions).size).toBe(3);
  }));

test("of two writers with the same resourceVersion only the first wins", () =>
  withPlatform({}, async (platform) => {
    const { body } = await send(platform, post(template("a", { displayName: "x" })));
    const answers = await Promise.all(
      ["one", "two", "three"].map((displayName) => send(platform, put("a", changed(body, { displayName })))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  }));

test("a patch that sets the resourceVersion it was made for applies once", () =>
  withPlatform({}, async (platform) => {
    const { body } = await send(platform, post(template("a")));
    const guarded = patch("a", [
      { op: "replace", path: "/metadata/resourceVersion", value: body.metadata.resourceVersion },
      { op: "add", path: "/spec/displayName", value: "x" },
    ]);
    expect((await send(platform, guarded)).status).toBe(200);
    expect((await send(platform, guarded)).body).toMatchObject({ code: 409, reason: "Conflict" });
  }));

test("a name may be used again after the object is gone, under another uid", () =>
  withPlatform({}, async (platform) => {
    const first = await send(platform, post(template("a")));
    await send(platform, remove("a"));
    const second = await send(platform, post(template("a")));
    expect(second.status).toBe(201);
    expect(second.body.metadata.uid).not.toBe(first.body.metadata.uid);
  }));

test("generateName keeps 58 characters of the prefix and adds five", () =>
  withPlatform({}, async (platform) => {
    const { body } = await send(platform, post(template(undefined, {}, { generateName: "g".repeat(100) })));
    expect(body.metadata.name).toMatch(/^g{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  }));

test("a terminating object keeps the time of the first delete, and goes with its last finalizer", () =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("a", {}, { finalizers: ["x.test/a"] })));
    const first = await send(platform, remove("a"));
    const again = await send(platform, remove("a"));
    expect(again.body.metadata.deletionTimestamp).toBe(first.body.metadata.deletionTimestamp);
    expect((await send(platform, get(`/${plural}`))).body.items).toHaveLength(1);
    await send(platform, merge("a", { metadata: { finalizers: null } }));
    expect(platform.store.get(plural, "a")).toBeUndefined();
  }));

test("dependents go when their last owner has gone, and stay while one is left", () =>
  withPlatform({}, async (platform) => {
    const one = (await send(platform, post(template("one")))).body;
    const two = (await send(platform, post(template("two")))).body;
    const ownerReferences = [...ownedBy(one).ownerReferences, ...ownedBy(two).ownerReferences];
    await send(platform, post(template("single", {}, ownedBy(one))));
    await send(platform, post(template("shared", {}, { ownerReferences })));
    await send(platform, remove("one"));
    await untilGone(platform, "single");
    expect(platform.store.get(plural, "shared")).toBeDefined();
    await send(platform, remove("two"));
    await untilGone(platform, "shared");
  }));

test("a foreground delete goes only after the dependents that block it", () =>
  withPlatform({}, async (platform) => {
    const owner = (await send(platform, post(template("owner")))).body;
    const dependent = { ...ownedBy(owner, { blockOwnerDeletion: true }), finalizers: ["x.test/a"] };
    await send(platform, post(template("dependent", {}, dependent)));
    await send(platform, remove("owner", "?propagationPolicy=Foreground"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(platform.store.get(plural, "owner")).toBeDefined();
    await send(platform, merge("dependent", { metadata: { finalizers: null } }));
    await untilGone(platform, "owner");
  }));

test("a foreground delete without dependents goes by itself", () =>
  withPlatform({}, async (platform) => {
    await send(platform, post(template("alone")));
    await send(platform, remove("alone", "?propagationPolicy=Foreground"));
    await untilGone(platform, "alone");
  }));

test("an orphaning delete leaves the dependents without their owner", () =>
  withPlatform({}, async (platform) => {
    const owner = (await send(platform, post(template("owner")))).body;
    await send(platform, post(template("dependent", {}, ownedBy(owner))));
    await send(platform, remove("owner", "?propagationPolicy=Orphan"));
    await untilGone(platform, "owner");
    expect(platform.store.get(plural, "dependent")?.metadata).not.toHaveProperty("ownerReferences");
  }));
