import { onBothServers } from "../../support/faceUnderTest";
import type { Wire } from "../../support/pluginDriver";

onBothServers((face) => {
  test.each<[string, Wire, Wire, string[]]>([
    ["SpaceTemplate", { name: "a" }, { name: "b" }, ["name: update-replace"]],
    ["SpaceTemplate", { displayName: "a" }, {}, ["displayName: delete"]],
    ["SpaceTemplate", {}, { labels: { "a.b/c": "1" } }, ['labels["a.b/c"]: add']],
    ["SpaceTemplate", { labels: { "a.b/c": "1" } }, { labels: { "a.b/c": "2" } }, ['labels["a.b/c"]: update']],
    ["SpaceTemplate", { access: [{ users: ["a"] }] }, { access: [{ users: ["a", "b"] }] }, ["access[0].users[1]: add"]],
    ["SpaceTemplate", { finalizers: ["a/b", "c/d"] }, { finalizers: ["c/d", "a/b"] }, []],
    ["SpaceTemplate", { template: { objects: "a: 1" } }, { template: { objects: "# note\na:   1" } }, []],
    [
      "SpaceTemplate",
      { template: { objects: "a: 1" } },
      { template: { objects: "a: 2" } },
      ["template.objects: update"],
    ],
    ["SpaceTemplate", { displayName: "" }, {}, []],
    ["SpaceTemplate", { labels: { a: "1" } }, { labels: { a: "1", b: "" } }, ["labels.b: add"]],
    ["SpaceTemplate", { labels: { a: "1", b: "" } }, { labels: { a: "1" } }, ["labels.b: delete"]],
    [
      "SpaceTemplate",
      { template: { objects: [{ kind: "A", spec: {} }] } },
      { template: { objects: [{ kind: "A", spec: { replicas: 0 } }] } },
      ["template.objects: update"],
    ],
    ["OwnedAccessKey", { groups: ["a"] }, { groups: ["a", ""] }, ["groups[1]: add"]],
    [
      "OwnedAccessKey",
      { rules: [{ namespaces: [] }] },
      { rules: [{ namespaces: [""] }] },
      ["rules[0].namespaces[0]: add"],
    ],
    ["OwnedAccessKey", { scope: { projects: [{}] } }, { scope: { projects: [{}, {}] } }, ["scope.projects[1]: add"]],
    ["SpaceTemplate", { generateName: "a-" }, { generateName: "b-" }, []],
    ["OwnedAccessKey", { user: "a" }, { user: "b" }, ["user: update-replace"]],
    ["OwnedAccessKey", { team: "a" }, { subject: "b" }, ["subject: add-replace", "team: delete-replace"]],
    ["OwnedAccessKey", { key: "aaaa" }, { key: "bbbb" }, ["key: update"]],
    ["OwnedAccessKey", { key: "aaaa" }, {}, ["key: delete-replace"]],
    ["OwnedAccessKey", {}, { key: "bbbb" }, ["key: add"]],
    ["OwnedAccessKey", {}, { disabled: false, ttl: 0 }, ["disabled: add", "ttl: add"]],
    ["VirtualClusterImport", { project: "a" }, { project: "b" }, ["project: update-replace"]],
    [
      "VirtualClusterImport",
      { sourceVirtualCluster: { cluster: "a" } },
      { sourceVirtualCluster: { cluster: "b" } },
      ["sourceVirtualCluster.cluster: update-replace"],
    ],
    ["VirtualClusterImport", { deletionPolicy: "retain" }, { deletionPolicy: "delete" }, ["deletionPolicy: update"]],
  ])("%s %j → %j", async (type, before, after, expected) => {
    const seen = await face.driver.diff(type, { id: "x", inputs: before, state: {} }, after);
    expect(seen.detailed).toEqual(expected);
    expect(face.platform.requests).toEqual([]);
  });

  test("ignored properties are no change, whatever is inside", async () => {
    const kept = { id: "x", inputs: { labels: { a: "1" }, description: "d" }, state: {} };
    const seen = await face.driver.diff("SpaceTemplate", kept, { labels: { a: "2" }, description: "e" }, ["labels"]);
    expect(seen.detailed).toEqual(["description: update"]);
  });

  test("only a name that the user fixed makes a replacement delete first", async () => {
    const fixed = { id: "x", inputs: { name: "x", user: "a" }, state: {} };
    expect((await face.driver.diff("OwnedAccessKey", fixed, { name: "x", user: "b" })).deleteBeforeReplace).toBe(true);
    const made = { id: "x", inputs: { name: "x", __defaults: ["name"], user: "a" }, state: {} };
    const after = { name: "x", __defaults: ["name"], user: "b" };
    expect((await face.driver.diff("OwnedAccessKey", made, after)).deleteBeforeReplace).toBe(false);
  });
});
