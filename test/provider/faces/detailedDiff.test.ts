import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import * as z from "zod";
import { bare, member } from "../../../provider/objects/fields";
import { resources } from "../../../provider/resources";
import {
  type PluginDriver,
  secretOnWire,
  startDriver,
  unknownOnWire,
  urnOf,
  type Wire,
} from "../../support/pluginDriver";

type Row = [type: string, before: Wire, after: Wire, changes: string[]];

const [template, key, imported] = ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"];
const source = { cluster: "c", namespace: "n", name: "vc" };
const importOf = (more: Wire) => ({ project: "web", sourceVirtualCluster: source, ...more });
const labels = (of: Wire) => ({ template: { metadata: { labels: of } } });
const owner = (uid: string) => ({ apiVersion: "v1", kind: "K", name: uid, uid });

const topLevel: Row[] = [
  [template, {}, { description: "a" }, ["description: add"]],
  [template, { description: "a" }, { description: "b" }, ["description: update"]],
  [template, { description: "a" }, {}, ["description: delete"]],
  [template, { description: "a" }, { description: "" }, ["description: update"]],
  [template, { description: "a" }, { description: unknownOnWire }, ["description: update"]],
  [template, {}, { description: unknownOnWire }, ["description: add"]],
  [template, {}, { conflictPolicy: "overwrite" }, ["conflictPolicy: add"]],
  [key, { ttl: 1 }, { ttl: 2 }, ["ttl: update"]],
  [key, {}, { disabled: false, description: "a" }, ["description: add", "disabled: add"]],
  [key, { disabled: true }, { disabled: false }, ["disabled: update"]],
  [key, { disabled: true }, {}, ["disabled: delete"]],
  [key, { disabled: false }, {}, []],
];

const nested: Row[] = [
  [key, { scope: {} }, { scope: { allowCli: true } }, ["scope.allowCli: add"]],
  [key, { scope: { allowCli: true } }, { scope: { allowCli: false } }, ["scope.allowCli: update"]],
  [key, { scope: { allowCli: true } }, { scope: {} }, ["scope.allowCli: delete"]],
  [key, {}, { scope: { allowCli: true, projects: [{}] } }, ["scope.allowCli: add", "scope.projects: add"]],
  [key, { scope: { allowCli: true, projects: [{}] } }, {}, ["scope.allowCli: delete", "scope.projects: delete"]],
  [key, { scope: { allowCli: true } }, { scope: unknownOnWire }, ["scope: update"]],
  [key, {}, { scope: unknownOnWire }, ["scope: add"]],
  [key, { identity: { email: "a", groups: ["g"] } }, { identity: { groups: ["g"] } }, ["identity.email: delete"]],
  [key, {}, { oidcProvider: { clientId: "c" } }, ["oidcProvider.clientId: add"]],
  [template, {}, labels({ a: "1" }), ["template.metadata.labels.a: add"]],
  [template, labels({ a: "1" }), {}, ["template.metadata.labels.a: delete"]],
  [template, {}, { template: { objects: "a: 1" } }, ["template.objects: add"]],
  [template, { template: { objects: "a: 1" } }, { template: {} }, ["template.objects: delete"]],
  [template, { template: { objects: "a: 1" } }, { template: { objects: "a: 2" } }, ["template.objects: update"]],
  [template, { template: { objects: "a: 1" } }, { template: { objects: [{ a: 1 }] } }, []],
];

const mapKeys: Row[] = [
  [template, { labels: { team: "a" } }, { labels: { team: "b" } }, ["labels.team: update"]],
  [template, {}, { labels: { "x.test/y": "a" } }, ['labels["x.test/y"]: add']],
  [template, { labels: { "x.test/y": "a" } }, { labels: { "x.test/y": "b" } }, ['labels["x.test/y"]: update']],
  [template, { labels: { "x.test/y": "a" } }, { labels: {} }, ['labels["x.test/y"]: delete']],
  [template, { labels: { "x.test/y": "a" } }, {}, ['labels["x.test/y"]: delete']],
  [template, { labels: { "x.y": "a", x: "a" } }, { labels: { "x.y": "b", x: "a" } }, ['labels["x.y"]: update']],
  [template, { labels: { "1st": "a" } }, { labels: { "1st": "b" } }, ['labels["1st"]: update']],
  [template, { labels: { "a-b_c": "a" } }, { labels: { "a-b_c": "b" } }, ["labels.a-b_c: update"]],
  [template, { labels: { a: "1" } }, { labels: { b: "1" } }, ["labels.a: delete", "labels.b: add"]],
  [template, { labels: { a: "" } }, { labels: {} }, ["labels.a: delete"]],
  [template, { annotations: {} }, { annotations: { "x.test/y": "" } }, ['annotations["x.test/y"]: add']],
  [
    template,
    labels({ "x.test/y": "a" }),
    labels({ "x.test/y": "b" }),
    ['template.metadata.labels["x.test/y"]: update'],
  ],
  [template, { extraSpec: { 'a"b': 1 } }, { extraSpec: { 'a"b': 2 } }, ['extraSpec["a\\"b"]: update']],
  [template, { extraSpec: { o: { user: "a" } } }, { extraSpec: { o: { user: "b" } } }, ["extraSpec.o.user: update"]],
  [template, { extraSpec: { o: { a: 1 } } }, { extraSpec: { o: { a: 1, b: 0 } } }, ["extraSpec.o.b: add"]],
  [template, { extraSpec: { o: { a: 1 } } }, { extraSpec: { o: [1] } }, ["extraSpec.o: update"]],
  [template, { extraSpec: { n: 1 } }, { extraSpec: { n: "1" } }, ["extraSpec.n: update"]],
  [template, { extraSpec: { n: 1 } }, { extraSpec: {} }, ["extraSpec.n: delete"]],
];

const lists: Row[] = [
  [key, {}, { groups: ["a"] }, ["groups: add"]],
  [key, { groups: ["a"] }, {}, ["groups: delete"]],
  [key, { groups: ["a"] }, { groups: ["a", "b"] }, ["groups[1]: add"]],
  [key, { groups: ["a", "b"] }, { groups: ["a"] }, ["groups[1]: delete"]],
  [key, { groups: ["a", "b"] }, { groups: ["b"] }, ["groups[0]: update", "groups[1]: delete"]],
  [key, { groups: ["a"] }, { groups: ["b"] }, ["groups[0]: update"]],
  [template, { access: [{ users: ["a"] }] }, { access: [{ users: ["a"] }, { users: ["b"] }] }, ["access[1]: add"]],
  [template, { access: [{ users: ["a"] }, {}] }, { access: [{ users: ["a"] }] }, ["access[1]: delete"]],
  [template, { access: [{ users: ["a"] }] }, { access: [{ users: ["b"] }] }, ["access[0].users[0]: update"]],
  [template, { access: [{ users: ["a"] }] }, { access: [{ users: ["a"], verbs: ["get"] }] }, ["access[0].verbs: add"]],
  [template, { access: [{ verbs: ["get"] }] }, { access: [{}] }, ["access[0].verbs: delete"]],
  [
    key,
    { scope: { spaces: [{ project: "a", space: "b" }] } },
    { scope: { spaces: [{ project: "a", space: "c" }] } },
    ["scope.spaces[0].space: update"],
  ],
  [
    key,
    { rules: [{ resources: [{ group: "a", resources: ["x"] }] }] },
    { rules: [{ resources: [{ resources: ["x", "y"] }] }] },
    ["rules[0].resources[0].group: delete", "rules[0].resources[0].resources[1]: add"],
  ],
  [template, {}, { finalizers: ["x.test/a"] }, ["finalizers: add"]],
  [template, { finalizers: ["x.test/a"] }, { finalizers: ["x.test/a", "x.test/b"] }, ["finalizers: update"]],
  [template, { finalizers: ["x.test/a"] }, {}, ["finalizers: delete"]],
  [
    template,
    { ownerReferences: [owner("a")] },
    { ownerReferences: [owner("a"), owner("b")] },
    ["ownerReferences: update"],
  ],
  [
    template,
    { ownerReferences: [owner("a")] },
    { ownerReferences: [{ ...owner("a"), controller: true }] },
    ["ownerReferences: update"],
  ],
];

const replacing: Row[] = [
  [template, { name: "a" }, { name: "b" }, ["name: update-replace"]],
  [key, { user: "a" }, { user: "b" }, ["user: update-replace"]],
  [key, {}, { user: "a" }, ["user: add-replace"]],
  [key, { user: "a" }, {}, ["user: delete-replace"]],
  [key, { team: "a" }, { team: "b" }, ["team: update-replace"]],
  [key, { subject: "a" }, { subject: unknownOnWire }, ["subject: update-replace"]],
  [key, {}, { key: "a" }, ["key: add"]],
  [key, { key: "a" }, { key: "b" }, ["key: update"]],
  [key, { key: "a" }, { key: unknownOnWire }, ["key: update"]],
  [key, { key: "a" }, {}, ["key: delete-replace"]],
  [imported, importOf({}), importOf({ project: "other" }), ["project: update-replace"]],
  [
    imported,
    importOf({}),
    importOf({ sourceVirtualCluster: { ...source, cluster: "d" } }),
    ["sourceVirtualCluster.cluster: update-replace"],
  ],
  [
    imported,
    importOf({}),
    importOf({ sourceVirtualCluster: { ...source, importName: "i" } }),
    ["sourceVirtualCluster.importName: add-replace"],
  ],
  [
    imported,
    importOf({ sourceVirtualCluster: { ...source, importName: "i" } }),
    importOf({}),
    ["sourceVirtualCluster.importName: delete-replace"],
  ],
  [imported, importOf({}), importOf({ sourceVirtualCluster: unknownOnWire }), ["sourceVirtualCluster: update-replace"]],
  [imported, importOf({}), importOf({ labels: { "x.test/y": "a" } }), ['labels["x.test/y"]: add-replace']],
  [imported, importOf({ annotations: { a: "1" } }), importOf({}), ["annotations.a: delete-replace"]],
  [imported, importOf({ finalizers: ["a/b"] }), importOf({ finalizers: ["a/c"] }), ["finalizers: update-replace"]],
  [imported, importOf({}), importOf({ deletionPolicy: "delete" }), ["deletionPolicy: add"]],
  [imported, importOf({ deletionPolicy: "delete" }), importOf({}), ["deletionPolicy: delete"]],
];

/** Every list there is, with two entries to swap, and whether their order says something. */
const orders: [type: string, list: string, entries: [unknown, unknown], changes: string[]][] = [
  [template, "finalizers", ["x.test/a", "x.test/b"], []],
  [key, "finalizers", ["x.test/a", "x.test/b"], []],
  [imported, "finalizers", ["x.test/a", "x.test/b"], []],
  [template, "ownerReferences", [owner("a"), owner("b")], []],
  [key, "ownerReferences", [owner("a"), owner("b")], []],
  [imported, "ownerReferences", [owner("a"), owner("b")], []],
  [
    template,
    "access",
    [{ users: ["a"] }, { users: ["b"] }],
    ["access[0].users[0]: update", "access[1].users[0]: update"],
  ],
  [template, "access[0].users", ["a", "b"], ["access[0].users[0]: update", "access[0].users[1]: update"]],
  [template, "access[0].verbs", ["get", "list"], ["access[0].verbs[0]: update", "access[0].verbs[1]: update"]],
  [template, "template.objects", [{ kind: "A" }, { kind: "B" }], ["template.objects: update"]],
  [key, "groups", ["a", "b"], ["groups[0]: update", "groups[1]: update"]],
  [
    key,
    "scope.projects",
    [{ project: "a" }, { project: "b" }],
    ["scope.projects[0].project: update", "scope.projects[1].project: update"],
  ],
  [
    key,
    "scope.spaces",
    [{ space: "a" }, { space: "b" }],
    ["scope.spaces[0].space: update", "scope.spaces[1].space: update"],
  ],
  [
    key,
    "scope.virtualClusters",
    [{ virtualCluster: "a" }, { virtualCluster: "b" }],
    ["scope.virtualClusters[0].virtualCluster: update", "scope.virtualClusters[1].virtualCluster: update"],
  ],
  [key, "rules", [{ cluster: "a" }, { cluster: "b" }], ["rules[0].cluster: update", "rules[1].cluster: update"]],
  [key, "rules[0].verbs", ["get", "list"], ["rules[0].verbs[0]: update", "rules[0].verbs[1]: update"]],
  [
    key,
    "rules[0].resources",
    [{ group: "a" }, { group: "b" }],
    ["rules[0].resources[0].group: update", "rules[0].resources[1].group: update"],
  ],
  [
    key,
    "rules[0].resources[0].resources",
    ["a", "b"],
    ["rules[0].resources[0].resources[0]: update", "rules[0].resources[0].resources[1]: update"],
  ],
  [
    key,
    "rules[0].resourceNames",
    ["a", "b"],
    ["rules[0].resourceNames[0]: update", "rules[0].resourceNames[1]: update"],
  ],
  [key, "rules[0].namespaces", ["a", "b"], ["rules[0].namespaces[0]: update", "rules[0].namespaces[1]: update"]],
  [
    key,
    "rules[0].nonResourceURLs",
    ["/a", "/b"],
    ["rules[0].nonResourceURLs[0]: update", "rules[0].nonResourceURLs[1]: update"],
  ],
  [
    key,
    "rules[0].requestTargets",
    ["a", "b"],
    ["rules[0].requestTargets[0]: update", "rules[0].requestTargets[1]: update"],
  ],
  [
    key,
    "rules[0].virtualClusters",
    [{ name: "a" }, { name: "b" }],
    ["rules[0].virtualClusters[0].name: update", "rules[0].virtualClusters[1].name: update"],
  ],
  [key, "identity.groups", ["a", "b"], ["identity.groups[0]: update", "identity.groups[1]: update"]],
  // Not in the schema: lists that only a server knows.
  [template, "extraSpec.list", ["a", "b"], ["extraSpec.list[0]: update", "extraSpec.list[1]: update"]],
];

/** Inputs with a value at a path such as `rules[0].verbs`. */
function inputsWith(path: string, value: unknown): Wire {
  const keys = path.split(/\.|(?=\[)/);
  return keys.reduceRight((inner, each) => (each === "[0]" ? [inner] : { [each]: inner }), value) as Wire;
}

function listsIn(schema: z.ZodType, path: string): string[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return [path, ...listsIn(member(inner, 0) as z.ZodType, `${path}[0]`)];
  if (inner instanceof z.ZodUnion) return inner.options.some((each) => each instanceof z.ZodArray) ? [path] : [];
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(inner.shape).flatMap(([name, field]) =>
    listsIn(field, path === "" ? name : `${path}.${name}`),
  );
}

let driver: PluginDriver;
beforeAll(async () => {
  // Diff sends no request, so nobody has to be there.
  driver = await startDriver({ baseUrl: "http://127.0.0.1:1", accessKey: "unused" });
});
afterAll(() => driver?.close());

const detailed = async (type: string, before: Wire, after: Wire) =>
  (await driver.diff(type, { id: "x", inputs: before, state: {} }, after)).detailed;

describe.each<[string, Row[]]>([
  ["a top-level property", topLevel],
  ["a member of an object", nested],
  ["an entry of a map", mapKeys],
  ["an item of a list", lists],
  ["a property that may replace", replacing],
])("%s", (_, rows) => {
  test.each(rows)("%s %j → %j", async (type, before, after, changes) => {
    expect(await detailed(type, before, after)).toEqual(changes);
  });
});

describe("the order of a list", () => {
  test.each(orders)("of %s %s", async (type, list, [one, other], changes) => {
    const [before, after] = [inputsWith(list, [one, other]), inputsWith(list, [other, one])];
    expect(await detailed(type, before, after)).toEqual(changes);
  });

  test("is decided for every list that there is", () => {
    const declared = resources.flatMap(({ type, inputs }) => listsIn(inputs, "").map((list) => `${type} ${list}`));
    const decided = orders.map(([type, list]) => `${type} ${list}`);
    expect(decided.filter((each) => !each.includes("extraSpec")).sort()).toEqual(declared.sort());
  });
});

describe("the answer about a secret", () => {
  test.each<[string, Wire, Wire, string[]]>([
    [key, { key: "canary-1" }, { key: "canary-2" }, ["key"]],
    [key, { identity: { connectorData: "canary-1" } }, { identity: {} }, ["identity.connectorData"]],
    [key, {}, { oidcLogin: { idToken: "canary-1" } }, ["oidcLogin.idToken"]],
    [
      template,
      { labels: { team: secretOnWire("canary-1") } },
      { labels: { team: secretOnWire("canary-2") } },
      ["labels.team"],
    ],
    [template, { description: "canary-1" }, { description: secretOnWire("canary-2") }, ["description"]],
    [template, { description: secretOnWire("canary-1") }, { description: secretOnWire("canary-1") }, []],
  ])("names the path and never the value: %s %j → %j", async (type, before, after, paths) => {
    const request = new rpc.DiffRequest();
    request.setUrn(urnOf(type));
    request.setOlds(new Struct());
    request.setOldInputs(Struct.fromJavaScript(before as Parameters<typeof Struct.fromJavaScript>[0]));
    request.setNews(Struct.fromJavaScript(after as Parameters<typeof Struct.fromJavaScript>[0]));
    const response = await driver.plugin.client.diff(request);
    expect([...response.getDetaileddiffMap().keys()]).toEqual(paths);
    expect(Buffer.from(response.serializeBinary()).toString("latin1")).not.toContain("canary");
  });
});
