import { changed, get, merge, patch, post, put, remove, template } from "./conformance/row";
import { send } from "./request";
import { withPlatform } from "./withPlatform";

const plural = "spacetemplates";

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
