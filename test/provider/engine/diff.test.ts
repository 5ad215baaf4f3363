import { diff } from "../../../provider/engine/engine";
import type { Resource } from "../../../provider/objects/resource";
import {
  formatPath,
  isWithin,
  type Path,
  type Properties,
  parsePath,
  unknown,
  valueAt,
} from "../../../provider/objects/values";
import { resources } from "../../../provider/resources/registry";
import { fullInputs } from "../../support/fullInputs";
import { isProductType, productResources } from "../../support/productTypes";

const now = new Date("2030-01-01T00:00:00Z");
const byType = Object.fromEntries(resources.map((resource) => [resource.type, resource]));
const resourceOf = (type: string) => byType[type] as Resource;
const differences = (type: string, before: Properties, after: Properties, ignoreChanges: string[] = []) =>
  diff(resourceOf(type), { id: "an-id", before, after, state: {}, now, ignoreChanges }).changes;

const cases = Object.entries(fullInputs()).flatMap(([type, list]) => list.map((inputs) => ({ type, inputs })));

/** Fields that are compared as a whole. */
const wholes = (type: string) => {
  const more = isProductType(type) ? ["access", "allowedNodeTypes", "allowedNodeProfiles"] : ["template.objects"];
  return ["finalizers", "ownerReferences", ...more].map(parsePath);
};
const storedTypes = [...productResources.map(({ type }) => type), "SpaceTemplate"];
/** Fields whose change replaces the resource. */
const replacing: Record<string, string[]> = {
  ...Object.fromEntries(storedTypes.map((type) => [type, ["name", "kind", "project", "namespace"]])),
  OwnedAccessKey: ["name", "user", "team", "subject", "rotationTriggers"],
  VirtualClusterImport: [
    "project",
    ...["cluster", "namespace", "name"].map((field) => `sourceVirtualCluster.${field}`),
  ],
};

const covers = (fields: Record<string, string[]>, type: string, path: Path) =>
  (fields[type] ?? []).some((field) => isWithin(path, parsePath(field)));
const isReplacement = (type: string, path: Path) => covers(replacing, type, path);
const shownAt = (type: string, path: Path) => wholes(type).find((whole) => isWithin(path, whole)) ?? path;

function leafPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => leafPaths((value as Properties)[key], [...path, key]));
}

/** A copy in which the value at a path is another one, or goes if it is undefined. */
function changedAt(inputs: Properties, path: Path, change: (value: unknown) => unknown): Properties {
  const copy: Properties = JSON.parse(JSON.stringify(inputs));
  const [parent, key] = [valueAt(copy, path.slice(0, -1)) as Properties, path.at(-1) as string];
  const member = change(parent[key]);
  if (member !== undefined) parent[key] = member;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return copy;
}

function another(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? value + 1 : `${value} # changed`;
}

const leaves = cases.flatMap(({ type, inputs }) => leafPaths(inputs).map((path) => ({ type, inputs, path })));
const isLast = (inputs: unknown, path: Path) => {
  const [list, index] = [valueAt(inputs, path.slice(0, -1)), path.at(-1)];
  return !Array.isArray(list) || index === list.length - 1;
};
/** What a change of this leaf should be. */
function expected(type: string, path: Path, action: "add" | "update" | "delete") {
  // It has no effect once there is a name.
  if (path[0] === "generateName" && type !== "VirtualClusterImport") return [];
  const shown = shownAt(type, path);
  const replaces = isReplacement(type, path) || (type === "OwnedAccessKey" && path[0] === "key" && action === "delete");
  return [{ path: shown, action: shown.length === path.length ? action : "update", replaces, isInput: true }];
}

describe("between full inputs", () => {
  test.each(cases)("equal inputs do not change: $type $inputs.name", ({ type, inputs }) => {
    expect(differences(type, inputs, structuredClone(inputs))).toEqual([]);
    const reversed = Object.fromEntries(Object.entries(inputs).reverse());
    expect(differences(type, inputs, reversed)).toEqual([]);
  });

  // The text of the objects changes its comments only.
  const isComment = (path: Path) => path.at(-1) === "objects" || path.join() === "parameters";
  // True is the default of restart, and the platform chooses a place: absence is no change.
  const equalsAbsent = (path: Path) => path.at(-1) === "restart" || path[0] === "clusterRef";

  test.each(leaves.filter(({ path }) => !isComment(path)))(
    "one changed value is one change, of $type at $path",
    ({ type, inputs, path }) => {
      const after = changedAt(inputs, path, another);
      expect(differences(type, inputs, after)).toEqual(expected(type, path, "update"));
    },
  );

  test.each(leaves.filter(({ inputs, path }) => isLast(inputs, path) && !equalsAbsent(path)))(
    "one value less is one deletion and one value more one addition, of $type at $path",
    ({ type, inputs, path }) => {
      const less = changedAt(inputs, path, () => undefined);
      expect(differences(type, inputs, less)).toEqual(expected(type, path, "delete"));
      expect(differences(type, less, inputs)).toEqual(expected(type, path, "add"));
    },
  );

  test.each(leaves)("one value that becomes unknown is one change, of $type at $path", ({ type, inputs, path }) => {
    const after = changedAt(inputs, path, () => unknown);
    expect(differences(type, inputs, after)).toEqual(expected(type, path, "update"));
  });
});

test.each<[string, Properties, Properties]>([
  ["template", { template: { metadata: { labels: {} } } }, { template: {} }],
  ["template", { template: { objects: "a: {b: 1}" } }, { template: { objects: [{ a: { b: 1 } }] } }],
  ["finalizers", { finalizers: ["a/1", "b/2"] }, { finalizers: ["b/2", "a/1"] }],
  ["owners", { ownerReferences: [{ uid: "1" }, { uid: "2" }] }, { ownerReferences: [{ uid: "2" }, { uid: "1" }] }],
  ["a description", { description: null }, {}],
  ["reserved keys", { __defaults: ["name"] }, { __defaults: [], __more: 1 }],
])("%s of equal meaning do not change: %j and %j", (_, before, after) => {
  expect(differences("SpaceTemplate", before, after)).toEqual([]);
  expect(differences("SpaceTemplate", after, before)).toEqual([]);
});

test.each<[string, Properties, Properties, string[]]>([
  ["SpaceTemplate", {}, { description: "" }, ["description"]],
  ["SpaceTemplate", { access: [{ users: ["a"] }] }, { access: [{ users: ["a"], verbs: [] }] }, ["verbs"]],
  ["OwnedAccessKey", {}, { scope: { allowCli: false } }, ["allowCli"]],
  ["OwnedAccessKey", {}, { ttl: 0, disabled: false }, ["ttl", "disabled"]],
])("a new zero value of %s is a change, its removal is none: %j and %j", (type, without, declared, last) => {
  expect(differences(type, without, declared).map(({ path }) => path.at(-1))).toEqual(last);
  expect(differences(type, declared, without)).toEqual([]);
});

test("an inherited key is added and removed", () => {
  const [without, declared] = [{ a: "b" }, { a: "b", constructor: "x" }].map((labels) => ({ labels })) as [
    object,
    object,
  ];
  const change = { path: ["labels", "constructor"], replaces: false, isInput: true };
  expect(differences("SpaceTemplate", { ...without }, { ...declared })).toEqual([{ ...change, action: "add" }]);
  expect(differences("SpaceTemplate", { ...declared }, { ...without })).toEqual([{ ...change, action: "delete" }]);
});

test("an unknown entry of a list whose order does not matter is a change", () => {
  const changes = differences("OwnedAccessKey", { finalizers: ["a"] }, { finalizers: ["a", unknown] });
  expect(changes.map(({ path }) => path[0])).toEqual(["finalizers"]);
});

test("externalChange is a change of its own, and no replacement", () => {
  const request = { id: "x", before: {}, after: {}, state: { externalChange: "being deleted" }, now };
  const change = { path: ["externalChange"], action: "update", replaces: false, isInput: false };
  const result = { changes: [change], deleteBeforeReplace: false, notes: [], warnings: [] };
  expect(diff(resourceOf("SpaceTemplate"), request)).toEqual(result);
});

test("an update of an object that is being deleted is warned of, in the words of its error", () => {
  const state = { uid: "u", externalChange: "being deleted since 2030-01-01T00:00:00Z, waiting for a.test/b" };
  const request = { id: "x", before: {}, after: {}, state, now };
  const warning = `Cannot update SpaceTemplate "x": it is ${state.externalChange}. Wait until it is gone`;
  expect(diff(resourceOf("SpaceTemplate"), request).warnings).toEqual([expect.stringContaining(warning)]);
  const ignoring = { ...request, ignoreChanges: ["externalChange"] };
  expect(diff(resourceOf("SpaceTemplate"), ignoring).warnings).toEqual([]);
});

test.each<[string, now: string, ttl: number]>([
  ["The key expired at 2030-01-01T10:00:00Z, so requests with it get 401.", "2030-01-01T11:00:00Z", 36_000],
  ["The new lifetime ends the key at 2030-01-01T09:00:00Z.", "2030-01-01T08:50:00Z", 32_400],
])("a diff warns of the end of a key: %s", (words, at, ttl) => {
  const state = { uid: "u", creationTimestamp: "2030-01-01T00:00:00Z", expiresAt: "2030-01-01T10:00:00Z" };
  const request = { id: "k", before: { ttl: 36_000 }, after: { ttl }, state, now: new Date(at) };
  expect(diff(resourceOf("OwnedAccessKey"), request).warnings).toEqual([expect.stringContaining(words)]);
});

describe("ignoreChanges", () => {
  const version = (value: string) => ({
    description: value,
    labels: { team: value, 'x.test/"y"': value },
    access: [{ users: [value], verbs: [value] }, { users: [value] }],
  });
  const odd = 'labels["x.test/\\"y\\""]';
  const items = ["access[0].users[0]", "access[0].verbs[0]", "access[1].users[0]"];
  const all = ["description", "labels.team", odd, ...items, "externalChange"];

  test.each<[string[], string[]]>([
    [["*"], all],
    [["externalChange"], ["externalChange"]],
    [["labels.team"], ["labels.team"]],
    [[odd], [odd]],
    [["labels.*"], ["labels.team", odd]],
    [["access[0]"], ["access[0].users[0]", "access[0].verbs[0]"]],
    [["access[*].users"], ["access[0].users[0]", "access[1].users[0]"]],
    [["access[1].users[0]"], ["access[1].users[0]"]],
    [["access[2]", "label", "labels.tea", "description.more"], []],
  ])("%j ignores exactly %j", (ignoreChanges, ignored) => {
    const [before, after] = [version("a"), version("b")];
    const request = { id: "x", before, after, state: { externalChange: "recreated" }, now, ignoreChanges };
    const { changes } = diff(resourceOf("SpaceTemplate"), request);
    expect(changes.map(({ path }) => formatPath(path)).sort()).toEqual(all.filter((p) => !ignored.includes(p)).sort());
  });

  test("of one member applies when the whole map is added or removed", () => {
    const labels = { team: "a", other: "b" };
    const other = [{ path: ["labels", "other"], action: "delete", replaces: false, isInput: true }];
    expect(differences("SpaceTemplate", { labels }, {}, ["labels.team"])).toEqual(other);
    expect(differences("SpaceTemplate", {}, { labels: { team: "a" } }, ["labels.team"])).toEqual([]);
  });
});

describe("replaceOnChanges", () => {
  test.each<[string[], string[]]>([
    [["*"], ["description", "labels.team", "externalChange"]],
    [["labels.team"], ["labels.team"]],
    [["labels.other", "labels.team.deeper"], []],
  ])("%j replaces on exactly %j", (replaceOnChanges, expectedPaths) => {
    const before = { description: "a", labels: { team: "a" } };
    const after = { description: "b", labels: { team: "b" } };
    const request = { id: "x", before, after, state: { externalChange: "recreated" }, now, replaceOnChanges };
    const { changes } = diff(resourceOf("SpaceTemplate"), request);
    const found = changes.filter((change) => change.replaces).map(({ path }) => formatPath(path));
    expect(changes).toHaveLength(3);
    expect(found).toEqual(expectedPaths);
  });
});

describe("the old object is deleted first", () => {
  const made = { name: "n", __defaults: ["name"] };

  test.each<[string, Properties, Properties, boolean]>([
    ["if the program keeps its fixed name", { name: "n" }, { name: "n" }, true],
    ["if the program takes over a generated name", made, { name: "n" }, true],
    ["except if the name was generated", made, made, false],
    ["except if the name changes too", { name: "n" }, { name: "m" }, false],
    ["except if the new name is unknown", { name: "n" }, { name: unknown }, false],
  ])("%s", (_, before, after, expectedFirst) => {
    const request = { id: "n", before: { ...before, user: "a" }, after: { ...after, user: "b" }, state: {}, now };
    expect(diff(resourceOf("OwnedAccessKey"), request).deleteBeforeReplace).toBe(expectedFirst);
    const { changes } = diff(resourceOf("OwnedAccessKey"), { ...request, after: { ...after, user: "a" } });
    expect(changes.some((each) => each.replaces)).toBe(before.name !== after.name);
  });

  const source = { cluster: "a", namespace: "n", name: "vc" };
  test.each<[string, Properties, boolean]>([
    ["keeps its project and name", { sourceVirtualCluster: { ...source, cluster: "b" } }, true],
    ["is replaced because the engine forces it", {}, true],
    ["has another name", { sourceVirtualCluster: { ...source, importName: "other" } }, false],
    ["has another project", { project: "other" }, false],
  ])("of an import that %s: %j → %p", (_, change, expectedFirst) => {
    const before = { project: "web", sourceVirtualCluster: source };
    const request = { id: "web/vc", before, after: { ...before, ...change }, state: {}, now };
    expect(diff(resourceOf("VirtualClusterImport"), request).deleteBeforeReplace).toBe(expectedFirst);
  });
});

const due = { path: ["rotateBeforeExpiry"], reason: "The key expires soon." };
type Given = Partial<Record<"before" | "after" | "state", Properties>> & { ignoreChanges?: string[] };

/** The changes of a key whose resource has these rules. */
function changesOfKey(rules: Partial<Resource>, { before = {}, after = before, state = {}, ignoreChanges }: Given) {
  const resource = {
    ...resourceOf("OwnedAccessKey"),
    dueReplacement: undefined,
    unresolvedChange: undefined,
    ...rules,
  } as Resource;
  const { changes, notes } = diff(resource, { id: "k", before, after, state, now, ignoreChanges });
  return { changes: changes.map(({ path, replaces }) => `${path.join(".")}${replaces ? ", replaces" : ""}`), notes };
}

const user = { before: { user: "a" }, after: { user: "b" } };
const unresolvedChange = () => "the key was rotated outside";
test.each<[string, Partial<Resource>, Given, changes: string[], notes: string[]]>([
  [
    "is a change with a note",
    { dueReplacement: () => due },
    {},
    ["rotateBeforeExpiry, replaces"],
    ["The key expires soon."],
  ],
  [
    "can be ignored",
    { dueReplacement: () => due },
    { ...user, ignoreChanges: ["rotateBeforeExpiry"] },
    ["user, replaces"],
    [],
  ],
  [
    "is held",
    { dueReplacement: () => due, unresolvedChange },
    {},
    [],
    [`Nothing is done about this, because it is ignored: ${unresolvedChange()}.`],
  ],
  ["of other reasons is held without a note", { unresolvedChange }, user, ["user"], []],
  ["is absent without rules", {}, {}, [], []],
])("a due replacement %s", (_, rules, given, changes, notes) => {
  expect(changesOfKey(rules, given)).toEqual({ changes, notes });
});

describe("an immutable input that another client changed", () => {
  const before = { user: "ours", rotationTriggers: { a: "1" } };
  const live = { uid: "u1", ...before, user: "theirs" };

  test.each<[string, after: Properties, state: Properties, changes: string[], ignored?: string[]]>([
    ["is set back in place", before, live, ["user"]],
    ["is set back in place after its removal", before, { ...live, user: undefined }, ["user"]],
    ["can be ignored", before, live, [], ["user"]],
    ["is taken over in place", { ...before, user: "theirs" }, live, ["user"]],
    ["replaces if a third value is declared", { ...before, user: "other" }, live, ["user, replaces"]],
    ["replaces if it is no longer declared", { rotationTriggers: { a: "1" } }, live, ["user, replaces"]],
    [
      "does not hide another replacement",
      { ...before, rotationTriggers: {} },
      live,
      ["rotationTriggers.a, replaces", "user"],
    ],
    ["is no change once the platform has the declared value", before, { ...live, user: "ours" }, []],
    ["is not known of an unfinished resource", before, {}, []],
    [
      "is set back beside a field of another state version",
      before,
      { ...live, __declaredBeforeDrift: { user: "x" } },
      ["user"],
    ],
  ])("%s", (_, after, state, changes, ignoreChanges = []) => {
    expect(changesOfKey({}, { before, after, state, ignoreChanges }).changes).toEqual(changes);
  });
});

test("a list of more than 1,000 items is one change", () => {
  const listOf = (length: number) => ({ access: Array.from({ length }, (_, index) => ({ users: [`user-${index}`] })) });
  const pathsFor = (length: number) => differences("SpaceTemplate", listOf(1), listOf(length)).map(({ path }) => path);
  expect([pathsFor(1000).length, pathsFor(1001)]).toEqual([999, [["access"]]]);
});

test.each(["", null, undefined])(
  "declaring a place that the platform has not chosen (%j) replaces nothing",
  (cluster) => {
    const before = { name: "dev", project: "web" };
    const after = { ...before, clusterRef: { cluster: "a" } };
    const state = { ...before, uid: "u", clusterRef: { cluster } };
    const request = { id: "web/dev", before, after, state, now };
    expect(diff(resourceOf("VirtualClusterInstance"), request).changes).toMatchObject([{ replaces: false }]);
  },
);
