import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import * as z from "zod";
import { bare, member } from "../../../../provider/objects/fields";
import { resources } from "../../../../provider/resources";
import {
  type PluginDriver,
  secretOnWire,
  startDriver,
  unknownOnWire,
  urnOf,
  type Wire,
} from "../../../support/pluginDriver";

type Row = [type: string, before: Wire, after: Wire, changes: string[]];

const [template, key, imported] = ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"];
const source = { cluster: "c", namespace: "n", name: "vc" };
const importOf = (more: Wire) => ({ project: "web", sourceVirtualCluster: source, ...more });
const from = (more: Wire) => importOf({ sourceVirtualCluster: { ...source, ...more } });
const labels = (of: Wire) => ({ template: { metadata: { labels: of } } });
const objects = (of: unknown) => ({ template: { objects: of } });
const cli = (allowCli: boolean) => ({ scope: { allowCli } });
const owner = (uid: string) => ({ apiVersion: "v1", kind: "K", name: uid, uid });
const owners = (...of: object[]) => ({ ownerReferences: of });
const resourceRules = (...of: object[]) => ({ rules: [{ resources: of }] });
const [xy, xyPath] = ["x.test/y", '["x.test/y"]'];

const topLevel: Row[] = [
  [template, {}, { description: "a" }, ["description: add"]],
  [template, { description: "a" }, { description: "b" }, ["description: update"]],
  [template, { description: "a" }, {}, ["description: delete"]],
  [template, { description: "a" }, { description: "" }, ["description: update"]],
  [template, { description: "a" }, { description: unknownOnWire }, ["description: update"]],
  [template, {}, { description: unknownOnWire }, ["description: add"]],
  [template, { description: "" }, {}, []],
  [template, {}, { conflictPolicy: "overwrite" }, ["conflictPolicy: add"]],
  [template, { generateName: "a-" }, { generateName: "b-" }, []],
  [key, {}, { disabled: false, ttl: 0, description: "a" }, ["description: add", "disabled: add", "ttl: add"]],
  [key, { disabled: true }, {}, ["disabled: delete"]],
  [key, { disabled: false }, {}, []],
];

const nested: Row[] = [
  [key, { scope: {} }, cli(true), ["scope.allowCli: add"]],
  [key, cli(true), cli(false), ["scope.allowCli: update"]],
  [key, cli(true), { scope: {} }, ["scope.allowCli: delete"]],
  [key, {}, { scope: { allowCli: true, projects: [{}] } }, ["scope.allowCli: add", "scope.projects: add"]],
  [key, { scope: { allowCli: true, projects: [{}] } }, {}, ["scope.allowCli: delete", "scope.projects: delete"]],
  [key, cli(true), { scope: unknownOnWire }, ["scope: update"]],
  [key, {}, { scope: unknownOnWire }, ["scope: add"]],
  [template, objects("a: 1"), objects("a: 2"), ["template.objects: update"]],
  [template, objects("a: 1"), objects("# note\na:   1"), []],
  [template, objects("a: 1"), objects([{ a: 1 }]), []],
  [
    template,
    objects([{ kind: "A", spec: {} }]),
    objects([{ kind: "A", spec: { replicas: 0 } }]),
    ["template.objects: update"],
  ],
];

const mapKeys: Row[] = [
  [template, {}, { labels: { [xy]: "a" } }, [`labels${xyPath}: add`]],
  [template, { labels: { [xy]: "a" } }, { labels: { [xy]: "b" } }, [`labels${xyPath}: update`]],
  [template, { labels: { [xy]: "a" } }, { labels: {} }, [`labels${xyPath}: delete`]],
  [template, { labels: { "x.y": "a", x: "a" } }, { labels: { "x.y": "b", x: "a" } }, ['labels["x.y"]: update']],
  [template, { labels: { "1st": "a" } }, { labels: { "1st": "b" } }, ['labels["1st"]: update']],
  [template, { labels: { "a-b_c": "a" } }, { labels: { "a-b_c": "b" } }, ["labels.a-b_c: update"]],
  [template, { labels: { a: "1" } }, { labels: { b: "1" } }, ["labels.a: delete", "labels.b: add"]],
  [template, { labels: { a: "1" } }, { labels: { a: "1", b: "" } }, ["labels.b: add"]],
  [template, { labels: { a: "" } }, { labels: {} }, ["labels.a: delete"]],
  [template, labels({ [xy]: "a" }), labels({ [xy]: "b" }), [`template.metadata.labels${xyPath}: update`]],
  [template, { extraSpec: { 'a"b': 1 } }, { extraSpec: { 'a"b': 2 } }, ['extraSpec["a\\"b"]: update']],
  [template, { extraSpec: { o: { a: 1 } } }, { extraSpec: { o: { a: 1, b: 0 } } }, ["extraSpec.o.b: add"]],
  [template, { extraSpec: { o: { a: 1 } } }, { extraSpec: { o: [1] } }, ["extraSpec.o: update"]],
  [template, { extraSpec: { n: 1 } }, { extraSpec: { n: "1" } }, ["extraSpec.n: update"]],
  [template, { extraSpec: { n: 1 } }, { extraSpec: {} }, ["extraSpec.n: delete"]],
];

const lists: Row[] = [
  [key, { groups: ["a"] }, { groups: ["a", "b"] }, ["groups[1]: add"]],
  [key, { groups: ["a"] }, { groups: ["a", ""] }, ["groups[1]: add"]],
  [key, { groups: ["a", "b"] }, { groups: ["a"] }, ["groups[1]: delete"]],
  [key, { groups: ["a", "b"] }, { groups: ["b"] }, ["groups[0]: update", "groups[1]: delete"]],
  [template, { access: [{ users: ["a"] }] }, { access: [{ users: ["a"] }, { users: ["b"] }] }, ["access[1]: add"]],
  [template, { access: [{ users: ["a"] }] }, { access: [{ users: ["a", "b"] }] }, ["access[0].users[1]: add"]],
  [template, { access: [{ users: ["a"] }, {}] }, { access: [{ users: ["a"] }] }, ["access[1]: delete"]],
  [template, { access: [{ users: ["a"] }] }, { access: [{ users: ["b"] }] }, ["access[0].users[0]: update"]],
  [template, { access: [{ users: ["a"] }] }, { access: [{ users: ["a"], verbs: ["get"] }] }, ["access[0].verbs: add"]],
  [template, { access: [{ verbs: ["get"] }] }, { access: [{}] }, ["access[0].verbs: delete"]],
  [key, { rules: [{ namespaces: [] }] }, { rules: [{ namespaces: [""] }] }, ["rules[0].namespaces[0]: add"]],
  [
    key,
    resourceRules({ group: "a", resources: ["x"] }),
    resourceRules({ resources: ["x", "y"] }),
    ["rules[0].resources[0].group: delete", "rules[0].resources[0].resources[1]: add"],
  ],
  [template, { finalizers: ["x.test/a"] }, { finalizers: ["x.test/a", "x.test/b"] }, ["finalizers: update"]],
  [template, owners(owner("a")), owners(owner("a"), owner("b")), ["ownerReferences: update"]],
  [template, owners(owner("a")), owners({ ...owner("a"), controller: true }), ["ownerReferences: update"]],
];

const replacing: Row[] = [
  [template, { name: "a" }, { name: "b" }, ["name: update-replace"]],
  [key, { user: "a" }, { user: "b" }, ["user: update-replace"]],
  [key, { team: "a" }, { subject: "b" }, ["subject: add-replace", "team: delete-replace"]],
  [key, { subject: "a" }, { subject: unknownOnWire }, ["subject: update-replace"]],
  [key, {}, { key: "aaaa" }, ["key: add"]],
  [key, { key: "aaaa" }, { key: "bbbb" }, ["key: update"]],
  [key, { key: "aaaa" }, { key: unknownOnWire }, ["key: update"]],
  [key, { key: "aaaa" }, {}, ["key: delete-replace"]],
  [imported, importOf({}), importOf({ project: "other" }), ["project: update-replace"]],
  [imported, importOf({}), from({ cluster: "d" }), ["sourceVirtualCluster.cluster: update-replace"]],
  [imported, importOf({}), from({ importName: "i" }), ["sourceVirtualCluster.importName: add-replace"]],
  [imported, from({ importName: "i" }), importOf({}), ["sourceVirtualCluster.importName: delete-replace"]],
  [imported, importOf({}), importOf({ sourceVirtualCluster: unknownOnWire }), ["sourceVirtualCluster: update-replace"]],
  [imported, importOf({}), importOf({ labels: { [xy]: "a" } }), [`labels${xyPath}: add-replace`]],
  [imported, importOf({}), importOf({ deletionPolicy: "delete" }), ["deletionPolicy: add"]],
  [
    imported,
    importOf({ deletionPolicy: "delete" }),
    importOf({ deletionPolicy: "retain" }),
    ["deletionPolicy: update"],
  ],
];

/** Lists whose order has no meaning. */
const sets = [template, key, imported].flatMap((type) => [
  [type, "finalizers", ["x.test/a", "x.test/b"]] as const,
  [type, "ownerReferences", [owner("a"), owner("b")]] as const,
]);

/** Lists whose order has a meaning, and the member that tells two items apart; none where items are texts. */
const ordered: [type: string, list: string, member?: string][] = [
  [template, "access[0].users"],
  [template, "access[0].verbs"],
  [key, "groups"],
  [key, "scope.projects", "project"],
  [key, "scope.spaces", "space"],
  [key, "scope.virtualClusters", "virtualCluster"],
  [key, "rules", "cluster"],
  [key, "rules[0].verbs"],
  [key, "rules[0].resources", "group"],
  [key, "rules[0].resources[0].resources"],
  [key, "rules[0].resourceNames"],
  [key, "rules[0].namespaces"],
  [key, "rules[0].nonResourceURLs"],
  [key, "rules[0].requestTargets"],
  [key, "rules[0].virtualClusters", "name"],
  [key, "identity.groups"],
  // Not in the schema: a list that only a server knows.
  [template, "extraSpec.list"],
];

/** Every list, two items to swap, and the resulting changes. */
const orders: [type: string, list: string, items: readonly unknown[], changes: string[]][] = [
  ...sets.map(([type, list, items]): [string, string, readonly unknown[], string[]] => [type, list, items, []]),
  ...ordered.map(([type, list, name]): [string, string, unknown[], string[]] => {
    const items = ["a", "b"].map((text) => (name ? { [name]: text } : text));
    return [type, list, items, [0, 1].map((index) => `${list}[${index}]${name ? `.${name}` : ""}: update`)];
  }),
  [
    template,
    "access",
    [{ users: ["a"] }, { users: ["b"] }],
    ["access[0].users[0]: update", "access[1].users[0]: update"],
  ],
  [template, "template.objects", [{ kind: "A" }, { kind: "B" }], ["template.objects: update"]],
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
  // Diff sends no request, so no platform has to listen there.
  driver = await startDriver({ baseUrl: "http://127.0.0.1:1", accessKey: "unused" });
});
afterAll(() => driver?.close());

const diffOf = (type: string, before: Wire, after: Wire, ignoreChanges?: string[]) =>
  driver.diff(type, { id: "x", inputs: before, state: {} }, after, ignoreChanges);

describe.each<[string, Row[]]>([
  ["a top-level property", topLevel],
  ["a member of an object", nested],
  ["an entry of a map", mapKeys],
  ["an item of a list", lists],
  ["a property that may replace", replacing],
])("%s", (_, rows) => {
  test.each(rows)("%s %j → %j", async (type, before, after, changes) => {
    expect((await diffOf(type, before, after)).detailed).toEqual(changes);
  });
});

describe("the order of a list", () => {
  test.each(orders)("%s %s", async (type, list, [one, other], changes) => {
    const [before, after] = [inputsWith(list, [one, other]), inputsWith(list, [other, one])];
    expect((await diffOf(type, before, after)).detailed).toEqual(changes);
  });

  test("is specified for every list", () => {
    const declared = resources.flatMap(({ type, inputs }) => listsIn(inputs, "").map((list) => `${type} ${list}`));
    const specified = orders.map(([type, list]) => `${type} ${list}`);
    expect(specified.filter((each) => !each.includes("extraSpec")).sort()).toEqual(declared.sort());
  });
});

test.each<Row>([
  [key, { key: "canary-1" }, { key: "canary-2" }, ["key"]],
  [key, { identity: { connectorData: "canary-1" } }, { identity: {} }, ["identity.connectorData"]],
  [key, {}, { oidcLogin: { idToken: "canary-1" } }, ["oidcLogin.idToken"]],
  [template, { labels: { a: secretOnWire("canary-1") } }, { labels: { a: secretOnWire("canary-2") } }, ["labels.a"]],
  [template, { description: "canary-1" }, { description: secretOnWire("canary-2") }, ["description"]],
  [template, { description: secretOnWire("canary-1") }, { description: secretOnWire("canary-1") }, []],
])("a change of a secret shows its path and not its value: %s %j → %j", async (type, before, after, paths) => {
  const request = new rpc.DiffRequest();
  request.setUrn(urnOf(type));
  request.setOlds(new Struct());
  request.setOldInputs(Struct.fromJavaScript(before as Parameters<typeof Struct.fromJavaScript>[0]));
  request.setNews(Struct.fromJavaScript(after as Parameters<typeof Struct.fromJavaScript>[0]));
  const response = await driver.plugin.client.diff(request);
  expect([...response.getDetaileddiffMap().keys()]).toEqual(paths);
  expect(Buffer.from(response.serializeBinary()).toString("latin1")).not.toContain("canary");
});

test("an ignored property is no change, including its members", async () => {
  const [before, after] = [
    { labels: { a: "1" }, description: "d" },
    { labels: { a: "2" }, description: "e" },
  ];
  expect((await diffOf(template, before, after, ["labels"])).detailed).toEqual(["description: update"]);
});

test.each<[what: string, more: Wire, deletesFirst: boolean]>([
  ["a name that the program sets", {}, true],
  ["a generated name", { __defaults: ["name"] }, false],
])("a replacement with %s deletes first: %j %p", async (_, more, deletesFirst) => {
  const inputs = (user: string) => ({ name: "x", user, ...more });
  expect((await diffOf(key, inputs("a"), inputs("b"))).deleteBeforeReplace).toBe(deletesFirst);
});
