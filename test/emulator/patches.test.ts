import { type RunningPlatform, startPlatform } from "../../emulator/platform";
import {
  apiVersion,
  bad,
  changed,
  merge,
  mergeType,
  patch,
  patchType,
  post,
  postYaml,
  put,
  type Request,
  type Row,
  template,
} from "./conformance/row";
import { platformRows } from "./platformRows";
import { send } from "./request";
import { platformTest, withPlatform } from "./withPlatform";

const applyType = "application/apply-patch+yaml";

platformTest("a change of the spec raises the generation, and every change the resourceVersion", async (platform) => {
  const created = (await send(platform, post(template("a", { displayName: "x" })))).body;
  const labelled = (await send(platform, merge("a", { metadata: { labels: { x: "y" } } }))).body;
  const changedSpec = (await send(platform, merge("a", { spec: { displayName: "z" } }))).body;
  expect([created, labelled, changedSpec].map(({ metadata }) => metadata.generation)).toEqual([1, 1, 2]);
  const versions = [created, labelled, changedSpec].map(({ metadata }) => Number(metadata.resourceVersion));
  expect(versions).toEqual([...new Set(versions)].sort((left, right) => left - right));
});

platformTest("only the first of several writers with the same resourceVersion wins", async (platform) => {
  const { body } = await send(platform, post(template("a", { displayName: "x" })));
  const writes = ["one", "two", "three"].map((displayName) => send(platform, put("a", changed(body, { displayName }))));
  expect((await Promise.all(writes)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

describe("a strategic merge patch", () => {
  const owner = (uid: string, more: object = {}) => ({ apiVersion: "v1", kind: "Project", name: uid, uid, ...more });
  const meta = { metadata: { labels: { a: "1" } } };
  const spec = { displayName: "d", access: [{ users: ["a"] }], template: { ...meta, objects: "o" } };
  const metadata = { finalizers: ["x.test/a", "x.test/b"], ownerReferences: [owner("1"), owner("2")] };
  const abc = ["x.test/a", "x.test/b", "x.test/c"];

  let platform: RunningPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ omitEmpty: true });
  });
  beforeEach(() => send(platform, post(template("a", spec, metadata))));
  afterEach(() => platform.store.remove("spacetemplates", "a"));
  afterAll(() => platform.close());

  const patched = (body: unknown) => send(platform, patch("a", body, "", "application/strategic-merge-patch+json"));

  test.each<[string, object, object]>([
    [
      "merges maps and removes null",
      { displayName: null, template: { objects: "p" } },
      { displayName: undefined, template: { ...spec.template, objects: "p" } },
    ],
    ["replaces a list", { access: [{ users: ["b"] }] }, { access: [{ users: ["b"] }] }],
    ["replaces a map on request", { template: { $patch: "replace", objects: "p" } }, { template: { objects: "p" } }],
    ["empties a map", { template: { metadata: { labels: { $patch: "delete" } } } }, { template: { objects: "o" } }],
    [
      "drops null from a new map",
      { template: { metadata: { annotations: { a: null, b: "1" } } } },
      { template: { ...spec.template, metadata: { labels: { a: "1" }, annotations: { b: "1" } } } },
    ],
  ])("of the spec %s", async (_, change, expected) => {
    expect((await patched({ spec: change })).body.spec).toEqual({ ...spec, ...expected });
  });

  test.each<[string, object, object]>([
    ["joins finalizers", { finalizers: ["x.test/c", "x.test/a"] }, { finalizers: abc }],
    ["removes named finalizers", { "$deleteFromPrimitiveList/finalizers": ["x.test/a"] }, { finalizers: ["x.test/b"] }],
    [
      "ignores the order of a list",
      { finalizers: ["x.test/c"], "$setElementOrder/finalizers": ["x.test/c"] },
      { finalizers: abc },
    ],
    [
      "joins owners by uid",
      { ownerReferences: [{ uid: "2", controller: true }, owner("3")] },
      { ownerReferences: [owner("1"), owner("2", { controller: true }), owner("3")] },
    ],
    ["removes named owners", { ownerReferences: [{ $patch: "delete", uid: "1" }] }, { ownerReferences: [owner("2")] }],
    ["replaces owners", { ownerReferences: [{ $patch: "replace" }, owner("3")] }, { ownerReferences: [owner("3")] }],
  ])("of the metadata %s", async (_, change, expected) => {
    expect((await patched({ metadata: change })).body.metadata).toMatchObject(expected);
  });

  test.each<[string, unknown, number]>([
    ["a list", [], 400],
    ["an unknown directive", { spec: { $patch: "explode" } }, 500],
    ["a field of another type", { spec: { displayName: 1 } }, 422],
  ])("with %s is refused", async (_, body, status) => {
    const answer = await patched(body);
    expect([answer.status, answer.body.kind]).toEqual([status, "Status"]);
  });
});

const unmarshal = (found: string, type: string) => `json: cannot unmarshal ${found} into Go value of type ${type}`;
const map = "map[string]interface {}";
const undecodable = (type: string, body: string, message: string): Row => [
  post(template("a")),
  patch("a", body, "?fieldManager=me", type),
  bad,
  message,
];
platformRows({
  "an apply of a number is refused": undecodable(
    applyType,
    "5",
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: ${unmarshal("number", map)}`,
  ),
  "a JSON Patch of numbers is refused": undecodable(
    patchType,
    "[5]",
    `error decoding patch: ${unmarshal("number", "handlers.jsonPatchOp")}`,
  ),
  "a merge patch of a boolean is refused": undecodable(
    mergeType,
    "true",
    `error decoding patch: ${unmarshal("bool", map)}`,
  ),
});

describe("a finalizer without a domain", () => {
  const object = (labels: object) => template("a", undefined, { finalizers: ["plain"], labels });
  const apply = (labels: object) => patch("a", object(labels), "?fieldManager=x", applyType);
  const existing = [post(template("a"))];
  test.each<[string, Request[], (labels: object) => Request]>([
    ["a create", [], (labels) => post(object(labels))],
    ["an apply that creates", [], apply],
    ["a merge patch", existing, (labels) => merge("a", { metadata: object(labels).metadata })],
    ["an apply", existing, apply],
  ])("is a warning in the response to %s, unless the write is refused", (_, first, write) =>
    withPlatform({}, async (platform) => {
      for (const request of first) await send(platform, request);
      const answers = [await send(platform, write({ label: "no value" })), await send(platform, write({ label: "x" }))];
      expect(answers.map(({ status }) => Math.floor(status / 100))).toEqual([4, 2]);
      const warnings = answers.map(({ headers }) => headers.get("warning"));
      expect(warnings).toEqual([null, expect.stringContaining("prefer a domain-qualified finalizer name")]);
    }),
  );
});

describe("YAML within brackets and quotes", () => {
  const yaml = (spec: string) =>
    postYaml(`apiVersion: ${apiVersion}\nkind: SpaceTemplate\nmetadata:\n  name: a\n${spec}`);

  test.each([
    ["a map", "spec: {\n  displayName: x,\ndescription: z\n}\n", { displayName: "x", description: "z" }],
    [
      "a list",
      "spec:\n  access: [\n{users: [a]}\n]\n  displayName: x\n",
      { access: [{ users: ["a"] }], displayName: "x" },
    ],
    ["a text in quotes", 'spec: {displayName: "x\ny"}\n', { displayName: "x y" }],
  ])("may start a line at any column: %s", (_, spec, expected) =>
    withPlatform({}, async (platform) => {
      const { status, body } = await send(platform, yaml(spec));
      expect([status, body.spec]).toEqual([201, expected]);
    }),
  );

  platformRows({
    "reports a duplicate key with its line": [
      yaml("spec: {\ndisplayName: x,\ndisplayName: z\n}\n"),
      { status: 201, warning: '299 - "line 7: key \\"displayName\\" already set in map"' },
    ],
    "is refused quickly with thousands of lines": [
      yaml(`spec: {\n${"a: b,\n".repeat(100_000)}}\n`),
      bad,
      "...yaml: line ...",
    ],
  });
});
