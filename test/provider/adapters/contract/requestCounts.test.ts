import { onBothAdapters } from "../../../support/adapterUnderTest";
import { keyOf, refreshed } from "../../../support/contract";
import { statusWithKey } from "../../../support/http";
import type { Wire } from "../../../support/pluginDriver";

const manifest = (kind: string) => `apiVersion: v1\nkind: ${kind}`;

onBothAdapters((adapter) => {
  const template = "SpaceTemplate";
  const read = ["GET 200", "PATCH 200"];
  const labelled = { metadata: { labels: { a: "1" } } };
  const base = {
    displayName: "a",
    labels: { a: "1" },
    access: [{ users: ["u"] }],
    template: { objects: manifest("A") },
  };

  describe("an update sends one request if nobody wrote since", () => {
    test.each<[title: string, before: Wire, after: Wire, requests?: string[]]>([
      ["a changed field", base, { ...base, displayName: "b" }],
      ["a new field", base, { ...base, description: "d" }],
      ["a removed field", base, { ...base, displayName: undefined }],
      ["a changed, a new and a removed label", { labels: { a: "1", b: "1" } }, { labels: { b: "2", c: "" } }],
      ["the first label", {}, { labels: { a: "1" } }],
      ["the last label", base, { ...base, labels: undefined }],
      ["a changed list", base, { ...base, access: [{ users: ["u", "v"] }, { users: ["w"] }] }],
      ["a removed list", base, { ...base, access: undefined }],
      ["changed manifests", base, { ...base, template: { objects: manifest("B") } }],
      ["a changed finalizer", { finalizers: ["x.test/a"] }, { finalizers: ["x.test/b"] }],
      // What these replace or leave on the platform is not in the state.
      ["but two for a new list", {}, { access: [{ users: ["u"] }] }, read],
      ["but two for a new object", {}, { template: { objects: manifest("A") } }, read],
      ["but two for a removed object", base, { ...base, template: undefined }, read],
      [
        "but two for new manifests",
        { template: labelled },
        { template: { ...labelled, objects: manifest("A") } },
        read,
      ],
      ["but a read if it writes nothing", base, { ...base, conflictPolicy: "overwrite" }, ["GET 200"]],
    ])("%s", async (title, before, after, requests = ["PATCH 200"]) => {
      const name = `updated-${title.replace(/\W+/g, "-")}`;
      const kept = await adapter.create(template, { name, ...before });
      adapter.platform.requests.length = 0;
      const inputs = JSON.parse(JSON.stringify({ name, ...after }));
      const updated = await adapter.driver.update(template, kept, inputs);
      expect(adapter.sent()).toEqual(requests);
      adapter.platform.requests.length = 0;
      await adapter.driver.update(template, updated, { ...inputs, displayName: "next" });
      expect(adapter.sent()).toEqual(["PATCH 200"]);
      await adapter.merge(`spacetemplates/${name}`, { metadata: { finalizers: null } });
    });
  });

  test("a list that was declared empty without a write keeps the entries of others", async () => {
    const created = await adapter.create(template, { name: "emptied", displayName: "a" });
    await adapter.merge("spacetemplates/emptied", { metadata: { finalizers: ["other.test/f"] } });
    const kept = await refreshed(adapter, template, created);
    const recorded = { ...kept, inputs: { ...kept.inputs, finalizers: [] } };
    await adapter.driver.update(template, recorded, { ...kept.inputs, finalizers: ["x.test/mine"] });
    expect(adapter.stored("spacetemplates", "emptied").metadata.finalizers).toEqual(["other.test/f", "x.test/mine"]);
    await adapter.merge("spacetemplates/emptied", { metadata: { finalizers: null } });
  });

  test("a write whose response has the old version is read and sent again", async () => {
    const kept = await adapter.create(template, { name: "stale", displayName: "a" });
    const body = JSON.stringify(adapter.stored("spacetemplates", "stale"));
    const action = { status: 200, headers: { "content-type": "application/json" }, body };
    adapter.platform.faults.add({ method: "PATCH", name: "stale", action });
    adapter.platform.requests.length = 0;
    await adapter.driver.update(template, kept, { ...kept.inputs, displayName: "b" });
    expect(adapter.sent()).toEqual(["PATCH 200", "GET 200", "PATCH 200"]);
    expect(adapter.stored("spacetemplates", "stale").spec).toMatchObject({ displayName: "b" });
  });

  test("an update after a refresh sends one request, also after foreign edits", async () => {
    const kept = await adapter.create(template, { name: "read", ...base });
    await adapter.merge("spacetemplates/read", {
      metadata: { labels: { a: "2", theirs: "1" } },
      spec: { theirs: { a: 1 } },
    });
    const read = { ...kept, ...(await adapter.driver.read(template, kept)) };
    adapter.platform.requests.length = 0;
    await adapter.driver.update(template, read, { name: "read", ...base });
    expect(adapter.sent()).toEqual(["PATCH 200"]);
    expect(adapter.stored("spacetemplates", "read").metadata.labels).toMatchObject({ a: "1", theirs: "1" });
  });

  test.each<[title: string, edit: object, later?: string[]]>([
    ["an edit of another field costs a rejected request, once", { spec: { description: "theirs" } }],
    ["an edit of a declared field is read until a refresh", { metadata: { labels: { a: "theirs" } } }, read],
    ["a member that an edit added to a list is read", { spec: { access: [{ users: ["u"], theirs: 1 }] } }, read],
  ])("%s", async (title, edit, later = ["PATCH 200"]) => {
    const name = title.replace(/\W+/g, "-");
    const kept = await adapter.create(template, { name, ...base });
    await adapter.merge(`spacetemplates/${name}`, edit);
    const updated = await adapter.driver.update(template, kept, { name, ...base, displayName: "b" });
    expect(adapter.sent()).toEqual(["PATCH 422", ...read]);
    adapter.platform.requests.length = 0;
    await adapter.driver.update(template, updated, { name, ...base, displayName: "c" });
    expect(adapter.sent()).toEqual(later);
  });

  test("an update of a key reads it first: each use makes a version that a guess would miss", async () => {
    const kept = await adapter.create("OwnedAccessKey", { name: "used", user: "ci" });
    adapter.platform.requests.length = 0;
    const unused = await adapter.driver.update("OwnedAccessKey", kept, { name: "used", user: "ci", description: "a" });
    expect(adapter.sent()).toEqual(read);
    await statusWithKey(adapter.platform, keyOf(kept));
    adapter.platform.requests.length = 0;
    await adapter.driver.update("OwnedAccessKey", unused, { name: "used", user: "ci", description: "b" });
    expect(adapter.sent()).toEqual(read);
  });

  describe("a delete sends", () => {
    test.each<[type: string, inputs: Wire, requests: string[]]>([
      ["SpaceTemplate", {}, ["DELETE 200"]],
      // The key may be the provider's own by now.
      ["OwnedAccessKey", { user: "ci" }, ["GET 200", "DELETE 200"]],
    ])("the fewest requests: %s", async (type, inputs, requests) => {
      const kept = await adapter.create(type, { name: `deleted-${type.toLowerCase()}`, ...inputs });
      adapter.platform.requests.length = 0;
      await adapter.driver.delete(type, kept);
      expect(adapter.sent()).toEqual(requests);
    });
  });
});

onBothAdapters(
  (adapter) => {
    test.each<[type: string, inputs: Wire, deletion?: string[]]>([
      ["VirtualClusterTemplate", {}],
      ["ProjectSecret", { project: "web", data: { token: "s3cret" } }],
      // The provider's own key may act for the team.
      ["Team", {}, ["GET", "DELETE"]],
    ])("each operation sends the fewest requests: %s", async (type, more, deletion = ["DELETE"]) => {
      const inputs = { name: "counted", displayName: "a", ...more };
      const kept = await adapter.create(type, inputs);
      const read = await refreshed(adapter, type, kept);
      const updated = await adapter.driver.update(type, read, { ...inputs, displayName: "b" });
      await adapter.driver.delete(type, updated);
      // A session asks once who it is and where projects are.
      const sent = adapter.platform.requests.filter(({ path }) => !/\/(selves|projects)\b/.test(path));
      expect(sent.map(({ method }) => method)).toEqual(["POST", "GET", "PATCH", ...deletion]);
    });
  },
  [{ api: 4 }],
);
