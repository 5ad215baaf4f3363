import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import {
  filled,
  type PluginDriver,
  secretOnWire,
  startDriver,
  struct,
  unknownOnWire,
  urnOf,
  type Wire,
} from "../../../support/pluginDriver";

type Row = [type: string, before: Wire, after: Wire, changes: string[]];

const [template, key, imported] = ["SpaceTemplate", "OwnedAccessKey", "VirtualClusterImport"];
const source = { cluster: "c", namespace: "n", name: "vc" };
const importOf = (more: Wire) => ({ project: "web", sourceVirtualCluster: source, ...more });

/** Paths and kinds as the engine gets them; the engine's own tests have every field. */
const rows: Row[] = [
  [template, {}, { description: "a" }, ["description: add"]],
  [template, { description: "a" }, { description: "b" }, ["description: update"]],
  [template, { description: "a" }, {}, ["description: delete"]],
  [key, {}, { scope: { allowCli: true, projects: [{}] } }, ["scope.allowCli: add", "scope.projects: add"]],
  [key, { scope: { allowCli: true } }, { scope: unknownOnWire }, ["scope: update"]],
  [template, {}, { labels: { "x.test/y": "a" } }, ['labels["x.test/y"]: add']],
  [template, { labels: { "1st": "a" } }, { labels: { "1st": "b" } }, ['labels["1st"]: update']],
  [template, { labels: { "a-b_c": "a" } }, { labels: { b: "" } }, ["labels.a-b_c: delete", "labels.b: add"]],
  [key, { groups: ["a"] }, { groups: ["a", ""] }, ["groups[1]: add"]],
  [key, { groups: ["a", "b"] }, { groups: ["b"] }, ["groups[0]: update", "groups[1]: delete"]],
  [key, { groups: ["a", "b"] }, { groups: ["b", "a"] }, ["groups[0]: update", "groups[1]: update"]],
  [
    template,
    { access: [{ users: ["a"] }] },
    { access: [{ users: ["b"] }, {}] },
    ["access[0].users[0]: update", "access[1]: add"],
  ],
  [template, { access: [{ verbs: ["get"] }] }, { access: [{}] }, ["access[0].verbs: delete"]],
  [template, { name: "a" }, { name: "b" }, ["name: update-replace"]],
  [key, { team: "a" }, { subject: "b" }, ["subject: add-replace", "team: delete-replace"]],
  [key, { key: "aaaa" }, { key: unknownOnWire }, ["key: update"]],
  [imported, importOf({}), importOf({ sourceVirtualCluster: unknownOnWire }), ["sourceVirtualCluster: update-replace"]],
];

let driver: PluginDriver;
beforeAll(async () => {
  // Diff sends no request, so no platform has to listen there.
  driver = await startDriver({ baseUrl: "http://127.0.0.1:1", accessKey: "unused" });
});
afterAll(() => driver?.close());

const diffOf = (type: string, before: Wire, after: Wire, ignoreChanges?: string[]) =>
  driver.diff(type, { id: "x", inputs: before, state: {} }, after, ignoreChanges);

test.each(rows)("%s %j → %j", async (type, before, after, changes) => {
  expect((await diffOf(type, before, after)).detailed).toEqual(changes);
});

// A list that only a server knows.

test.each<Row>([
  [key, { key: "canary-1" }, { key: "canary-2" }, ["key"]],
  [key, {}, { oidcLogin: { idToken: "canary-1" } }, ["oidcLogin.idToken"]],
  [template, { labels: { a: secretOnWire("canary-1") } }, { labels: { a: secretOnWire("canary-2") } }, ["labels.a"]],
  [template, { description: "canary-1" }, { description: secretOnWire("canary-2") }, ["description"]],
  [template, { description: secretOnWire("canary-1") }, { description: secretOnWire("canary-1") }, []],
])("a change of a secret shows its path and not its value: %s %j → %j", async (type, before, after, paths) => {
  const fields = { Urn: urnOf(type), Olds: struct({}), OldInputs: struct(before), News: struct(after) };
  const response = await driver.plugin.client.diff(filled(new rpc.DiffRequest(), fields));
  expect([...response.getDetaileddiffMap().keys()]).toEqual(paths);
  expect(Buffer.from(response.serializeBinary()).toString("latin1")).not.toContain("canary");
});

test("ignored properties, and a generated name of the replaced resource, are passed on", async () => {
  const [before = {}, after = {}] = ["1", "2"].map((a): Wire => ({ labels: { a }, description: a }));
  expect((await diffOf(template, before, after, ["labels"])).detailed).toEqual(["description: update"]);
  for (const [more, deletesFirst] of [[{}, true] as const, [{ __defaults: ["name"] }, false] as const]) {
    const inputs = (user: string) => ({ name: "x", user, ...more });
    expect((await diffOf(key, inputs("a"), inputs("b"))).deleteBeforeReplace).toBe(deletesFirst);
  }
});
