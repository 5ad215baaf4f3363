import fc from "fast-check";
import { diff } from "../../../provider/engine";
import {
  formatPath,
  isWithin,
  type Path,
  type Properties,
  parsePath,
  unknown,
  valueAt,
} from "../../../provider/objects/values";
import { resources } from "../../../provider/resources";
import type { Resource } from "../../../provider/resources/resource";
import { fullInputs } from "../../support/fullInputs";

const now = new Date("2030-01-01T00:00:00Z");
const byType = Object.fromEntries(resources.map((resource) => [resource.type, resource]));
const resourceOf = (type: string) => byType[type] as Resource;
const differences = (type: string, before: Properties, after: Properties, ignoreChanges: string[] = []) =>
  diff(resourceOf(type), { id: "an-id", before, after, state: {}, now, ignoreChanges }).changes;

const cases = Object.entries(fullInputs()).flatMap(([type, list]) => list.map((inputs) => ({ type, inputs })));

/** Fields that are compared as a whole. */
const wholes = ["finalizers", "ownerReferences", "template.objects"].map(parsePath);
/** Fields whose change says nothing once there is a name. */
const meaningless: Record<string, string[]> = { SpaceTemplate: ["generateName"], OwnedAccessKey: ["generateName"] };
/** Fields whose change replaces the resource; `*` stands for all. */
const replacing: Record<string, string[]> = {
  SpaceTemplate: ["name"],
  OwnedAccessKey: ["name", "user", "team", "subject", "rotationTriggers"],
  VirtualClusterImport: ["*"],
};
const inPlace: Record<string, string[]> = { VirtualClusterImport: ["deletionPolicy"] };

const covers = (fields: Record<string, string[]>, type: string, path: Path) =>
  (fields[type] ?? []).some((field) => isWithin(path, parsePath(field)));
const isReplacement = (type: string, path: Path) => covers(replacing, type, path) && !covers(inPlace, type, path);
const shownAt = (path: Path) => wholes.find((whole) => isWithin(path, whole)) ?? path;

function leafPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => leafPaths((value as Properties)[key], [...path, key]));
}

/** A copy in which the value at a path is another one, or goes if it is undefined. */
function changedAt(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const member = changedAt((value as Properties)[key], rest, change);
  if (Array.isArray(value))
    return value.flatMap((item, i) => (i !== key ? [item] : member === undefined ? [] : [member]));
  return Object.fromEntries(
    Object.entries(value as Properties).flatMap(([each, old]) =>
      each !== key ? [[each, old]] : member === undefined ? [] : [[each, member]],
    ),
  );
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
const leaf = fc.constantFrom(...leaves);

/** What a change of this leaf should be. */
function expected(type: string, path: Path, kind: "add" | "update" | "delete") {
  if (covers(meaningless, type, path)) return [];
  const shown = shownAt(path);
  const replaces = isReplacement(type, path) || (type === "OwnedAccessKey" && path[0] === "key" && kind === "delete");
  return [{ path: shown, kind: shown.length === path.length ? kind : "update", replaces, input: true }];
}

describe("between full inputs", () => {
  test.each(cases)("nothing changes when nothing did: $type $inputs.name", ({ type, inputs }) => {
    expect(differences(type, inputs, structuredClone(inputs))).toEqual([]);
    const reversed = Object.fromEntries(Object.entries(inputs).reverse());
    expect(differences(type, inputs, reversed)).toEqual([]);
  });

  // The text of the objects changes its comments only, which is a matter of its own test.
  const isComment = (path: Path) => path[0] === "template" && path[1] === "objects" && path.length === 2;

  test.each(leaves.filter(({ path }) => !isComment(path)))(
    "one changed value is one change, of $type at $path",
    ({ type, inputs, path }) => {
      const after = changedAt(inputs, path, another) as Properties;
      expect(differences(type, inputs, after)).toEqual(expected(type, path, "update"));
    },
  );

  test.each(leaves.filter(({ inputs, path }) => isLast(inputs, path)))(
    "one value less is one deletion and one value more one addition, of $type at $path",
    ({ type, inputs, path }) => {
      const less = changedAt(inputs, path, () => undefined) as Properties;
      expect(differences(type, inputs, less)).toEqual(expected(type, path, "delete"));
      expect(differences(type, less, inputs)).toEqual(expected(type, path, "add"));
    },
  );

  test.each(leaves)("one value that becomes unknown is one change, of $type at $path", ({ type, inputs, path }) => {
    const after = changedAt(inputs, path, () => unknown) as Properties;
    expect(differences(type, inputs, after)).toEqual(expected(type, path, "update"));
  });

  test("several changed values are as many changes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.infiniteStream(fc.boolean()), ({ type, inputs }, choices) => {
        const chosen = leafPaths(inputs).filter((path) => !isComment(path) && choices.next().value);
        const after = chosen.reduce<unknown>((value, path) => changedAt(value, path, another), inputs) as Properties;
        const paths = chosen.flatMap((path) => expected(type, path, "update")).map((each) => JSON.stringify(each.path));
        const found = differences(type, inputs, after).map((each) => JSON.stringify(each.path));
        expect(found.sort()).toEqual([...new Set(paths)].sort());
      }),
    );
  });

  test("a change that is ignored, there or above, is none", () => {
    fc.assert(
      fc.property(leaf, fc.nat(), ({ type, inputs, path }, depth) => {
        const after = changedAt(inputs, path, another) as Properties;
        const [shown] = expected(type, path, "update");
        fc.pre(shown !== undefined);
        const ignored = shownAt(path).slice(0, 1 + (depth % shownAt(path).length));
        const text = ignored.map((key) => (typeof key === "number" ? `[${key}]` : `["${key}"]`)).join("");
        expect(differences(type, inputs, after, [text])).toEqual([]);
        expect(differences(type, inputs, after, ["elsewhere", `${text}.deeper`])).toHaveLength(isComment(path) ? 0 : 1);
      }),
    );
  });
});

describe("what means the same is no change", () => {
  test.each<[string, Properties, Properties]>([
    ["SpaceTemplate", {}, { labels: {} }],
    ["SpaceTemplate", { template: { metadata: { labels: {} } } }, { template: {} }],
    ["SpaceTemplate", { template: { objects: "a: {b: 1}" } }, { template: { objects: [{ a: { b: 1 } }] } }],
    ["SpaceTemplate", { finalizers: ["a/1", "b/2"] }, { finalizers: ["b/2", "a/1"] }],
    [
      "SpaceTemplate",
      { ownerReferences: [{ uid: "1" }, { uid: "2" }] },
      { ownerReferences: [{ uid: "2" }, { uid: "1" }] },
    ],
    ["SpaceTemplate", { ownerReferences: [{ uid: "1", controller: false }] }, { ownerReferences: [{ uid: "1" }] }],
    ["SpaceTemplate", { description: null }, {}],
    ["SpaceTemplate", { __defaults: ["name"] }, { __defaults: [], __more: 1 }],
  ])("of a %s: %j → %j", (type, before, after) => {
    expect(differences(type, before, after)).toEqual([]);
    expect(differences(type, after, before)).toEqual([]);
  });
});

describe("an empty value", () => {
  test.each<[string, Properties, Properties, string[]]>([
    ["SpaceTemplate", {}, { description: "" }, ["description"]],
    ["SpaceTemplate", {}, { access: [] }, ["access"]],
    ["SpaceTemplate", { access: [{ users: ["a"] }] }, { access: [{ users: ["a"], verbs: [] }] }, ["verbs"]],
    ["OwnedAccessKey", {}, { scope: { allowCli: false } }, ["allowCli"]],
    ["OwnedAccessKey", {}, { ttl: 0, disabled: false }, ["ttl", "disabled"]],
  ])("that %s newly declares is a change, and taking it away is none: %j → %j", (type, without, declared, last) => {
    expect(differences(type, without, declared).map(({ path }) => path.at(-1))).toEqual(last);
    expect(differences(type, declared, without)).toEqual([]);
  });
});

describe("keys that every object inherits", () => {
  test.each(["constructor", "toString", "hasOwnProperty"])("are added and removed like others: %s", (key) => {
    const labels = Object.fromEntries([[key, "x"]]);
    const change = { path: ["labels", key], replaces: false, input: true };
    expect(differences("SpaceTemplate", { labels: { a: "b" } }, { labels: { a: "b", ...labels } })).toEqual([
      { ...change, kind: "add" },
    ]);
    expect(differences("SpaceTemplate", { labels: { a: "b", ...labels } }, { labels: { a: "b" } })).toEqual([
      { ...change, kind: "delete" },
    ]);
  });
});

describe("lists with unknown entries", () => {
  test.each(["finalizers", "ownerReferences", "groups"])("are a change: %s", (key) => {
    const entries = key === "ownerReferences" ? [{ uid: "a" }, { uid: unknown }] : ["a", unknown];
    const changes = differences("OwnedAccessKey", { [key]: [entries[0]] }, { [key]: entries });
    expect(changes).toHaveLength(1);
    expect(changes[0]?.path[0]).toBe(key);
  });
});

describe("what only a read could see", () => {
  test("is a change of its own, and no replacement", () => {
    const request = { id: "x", before: {}, after: {}, state: { externalChange: "being deleted" }, now };
    expect(diff(resourceOf("SpaceTemplate"), request)).toEqual({
      changes: [{ path: ["externalChange"], kind: "update", replaces: false, input: false }],
      deleteBeforeReplace: false,
      notes: [],
    });
  });
});

describe("ignoreChanges", () => {
  const before = {
    description: "a",
    labels: { team: "a", 'x.test/"y"': "a" },
    access: [{ users: ["a"], verbs: ["a"] }, { users: ["a"] }],
  };
  const after = {
    description: "b",
    labels: { team: "b", 'x.test/"y"': "b" },
    access: [{ users: ["b"], verbs: ["b"] }, { users: ["b"] }],
  };
  const all = [
    "description",
    "labels.team",
    'labels["x.test/\\"y\\""]',
    "access[0].users[0]",
    "access[0].verbs[0]",
    "access[1].users[0]",
    "externalChange",
  ];

  test.each<[string[], string[]]>([
    [["*"], all],
    [["externalChange"], ["externalChange"]],
    [["description"], ["description"]],
    [["labels"], ["labels.team", 'labels["x.test/\\"y\\""]']],
    [["labels.team"], ["labels.team"]],
    [['labels["team"]'], ["labels.team"]],
    [['labels["x.test/\\"y\\""]'], ['labels["x.test/\\"y\\""]']],
    [["labels.*"], ["labels.team", 'labels["x.test/\\"y\\""]']],
    [["access[0]"], ["access[0].users[0]", "access[0].verbs[0]"]],
    [["access[*].users"], ["access[0].users[0]", "access[1].users[0]"]],
    [["access[1].users[0]"], ["access[1].users[0]"]],
    [["access[2]", "label", "labels.tea", "description.more"], []],
  ])("%j silences no more and no less than %j", (ignoreChanges, silenced) => {
    const request = { id: "x", before, after, state: { externalChange: "recreated" }, now, ignoreChanges };
    const { changes } = diff(resourceOf("SpaceTemplate"), request);
    const expectedPaths = all.filter((path) => !silenced.includes(path));
    expect(changes.map(({ path }) => formatPath(path)).sort()).toEqual(expectedPaths.sort());
  });

  test("of one member holds also where the whole map comes or goes", () => {
    const labels = { team: "a", other: "b" };
    const other = [{ path: ["labels", "other"], kind: "delete", replaces: false, input: true }];
    expect(differences("SpaceTemplate", { labels }, {}, ["labels.team"])).toEqual(other);
    expect(differences("SpaceTemplate", {}, { labels: { team: "a" } }, ["labels.team"])).toEqual([]);
  });
});

describe("replaceOnChanges", () => {
  test.each<[string[], string[]]>([
    [["*"], ["description", "labels.team", "externalChange"]],
    [["labels.team"], ["labels.team"]],
    [["labels.other", "labels.team.deeper"], []],
  ])("%j makes a replacement of %j, and of nothing else", (replaceOnChanges, replacing) => {
    const before = { description: "a", labels: { team: "a" } };
    const after = { description: "b", labels: { team: "b" } };
    const request = { id: "x", before, after, state: { externalChange: "recreated" }, now, replaceOnChanges };
    const { changes } = diff(resourceOf("SpaceTemplate"), request);
    const found = changes.filter((change) => change.replaces).map(({ path }) => formatPath(path));
    expect(changes).toHaveLength(3);
    expect(found).toEqual(replacing);
  });
});

describe("the old object goes first", () => {
  const user = (name: Properties, who: string) => ({ ...name, user: who });
  const made = { name: "n", __defaults: ["name"] };

  test.each<[string, Properties, Properties, boolean]>([
    ["when the program fixed the name and keeps it", { name: "n" }, { name: "n" }, true],
    ["when the program takes over a name that was made up", made, { name: "n" }, true],
    ["not when the name was made up", made, made, false],
    ["not when the name changes too", { name: "n" }, { name: "m" }, false],
    ["not when the new name is unknown", { name: "n" }, { name: unknown }, false],
  ])("%s", (_, before, after, expectedFirst) => {
    const request = { id: "n", before: user(before, "a"), after: user(after, "b"), state: {}, now };
    expect(diff(resourceOf("OwnedAccessKey"), request).deleteBeforeReplace).toBe(expectedFirst);
    const unchanged = { ...request, after: user(after, "a") };
    const replaces = before.name !== after.name;
    expect(diff(resourceOf("OwnedAccessKey"), unchanged).changes.some((each) => each.replaces)).toBe(replaces);
  });

  test("when an import keeps its project and the name of its virtual cluster", () => {
    const source = { cluster: "a", namespace: "n", name: "vc" };
    const importOf = (more: object) => ({ project: "web", sourceVirtualCluster: { ...source, ...more } });
    const first = (after: Properties) =>
      diff(resourceOf("VirtualClusterImport"), { id: "web/vc", before: importOf({}), after, state: {}, now })
        .deleteBeforeReplace;
    expect(first(importOf({ cluster: "b" }))).toBe(true);
    // A replacement that the engine forces needs the name as well.
    expect(first(importOf({}))).toBe(true);
    expect(first(importOf({ cluster: "b", importName: "other" }))).toBe(false);
    expect(first({ ...importOf({}), project: "other" })).toBe(false);
  });
});
