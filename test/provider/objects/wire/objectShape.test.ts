import * as z from "zod";
import type { ApiClient } from "../../../../provider/api/client";
import type { Config } from "../../../../provider/config/config";
import { equalInputs } from "../../../../provider/objects/fields/equality";
import {
  comparedBy,
  fieldAt,
  immutable,
  local,
  openObject,
  pathsWith,
  pruneUnknown,
  rulesOf,
  secret,
  sharedBy,
  stable,
  storedIn,
  withoutSecrets,
} from "../../../../provider/objects/fields/fieldRules";
import { storedInputs } from "../../../../provider/objects/fields/metadataFields";
import type { StoredType } from "../../../../provider/objects/resource";
import { formatPath, type Path, type Properties, parsePath, unknown } from "../../../../provider/objects/values";
import {
  inputPath,
  localKeys,
  objectPaths,
  objectSchema,
  specKeys,
  toObject,
  toProperties,
} from "../../../../provider/objects/wire/objectShape";
import { virtualClusterInstance } from "../../../../provider/resources/virtualClusterInstance";

const caseless = comparedBy((a, b) => String(a).toLowerCase() === String(b).toLowerCase());

describe("the shape of an object", () => {
  const inputs = storedInputs.extend({
    word: caseless(z.string()).optional(),
    scope: z
      .object({ allow: caseless(z.object({ deep: z.string() })).optional(), other: z.string().optional() })
      .optional(),
    users: sharedBy((entry) => entry)(z.array(z.string())).optional(),
    note: local(z.string()).optional(),
    extraSpec: z.record(z.string(), z.unknown()).optional(),
  });
  const shape: StoredType = {
    type: "Thing",
    plural: "things",
    inputs,
    wireNames: () => [{ inside: "scope", property: "allow", wire: "allowOnWire" }],
  };
  const config = {} as Config;
  const form = { resource: shape, config };
  const sending = { ...form, client: { apiVersion: "v1" } as ApiClient };

  test("has no local inputs in its spec", () => {
    // A copy, because the keys of each schema are cached.
    const copy = inputs.extend({});
    expect([...localKeys(copy)].sort()).toEqual(["conflictPolicy", "generateName", "note"]);
    expect(specKeys(copy)).toEqual(["word", "scope", "users"]);
  });

  test("has no field in its schema for a property that is stored in another field", () => {
    const resource = { ...shape, inputs: inputs.extend({ coded: storedIn("word")(z.string()).optional() }) };
    const schema = objectSchema({ resource, config });
    expect(objectPaths({ resource, config }, ["coded"])).toEqual([["spec", "word"]]);
    expect(fieldAt(schema, ["spec", "word"])).toBeDefined();
    expect(fieldAt(schema, ["spec", "coded"])).toBeUndefined();
  });

  test("places metadata and fields, and leaves out local and absent inputs", () => {
    const declared = {
      ...{ name: "a", generateName: "b", labels: { l: "1" }, note: "n", conflictPolicy: "fail", word: "" },
      ...{ scope: { allow: { deep: "d" }, other: "o" }, users: null, finalizers: undefined },
    };
    expect(toObject(sending, declared)).toStrictEqual({
      apiVersion: "v1",
      kind: "Thing",
      metadata: { name: "a", labels: { l: "1" } },
      spec: { word: "", scope: { allowOnWire: { deep: "d" }, other: "o" } },
    });
  });

  const more = { scope: { more: { x: 1 } } };
  test.each<[string, Properties, Properties, Properties]>([
    ["beside the fields", { more: 1 }, { word: "w" }, { more: 1, word: "w" }],
    ["inside nested fields", more, { scope: { other: "o" } }, { scope: { more: { x: 1 }, other: "o" } }],
    ["but not over a field", { word: "extra" }, { word: "w" }, { word: "w" }],
    ["but not inside a scalar field", { word: { x: 1 } }, { word: "w" }, { word: "w" }],
  ])("adds extraSpec %s", (_, extraSpec, fields, spec) => {
    const kept = structuredClone(extraSpec);
    expect(toObject(sending, { ...fields, extraSpec }).spec).toStrictEqual(spec);
    expect(extraSpec).toStrictEqual(kept);
  });

  test("applies the kind's own conversion of fields", () => {
    const { wireNames: _, ...bare } = shape;
    const turned = { ...bare, toSpec: ({ word }: Properties) => ({ words: [word] }) };
    expect(toObject({ ...sending, resource: turned }, { word: "w" }).spec).toStrictEqual({ words: ["w"] });
  });

  test("reads back metadata, fields by the program's names, and the whole spec", () => {
    const spec = { word: "w", scope: { allowOnWire: { deep: "d" } }, more: 1, users: null };
    const object = { kind: "Thing", metadata: { name: "a", uid: "u", labels: { l: "1" } }, spec };
    const fields = { word: "w", scope: { allow: { deep: "d" } } };
    expect(toProperties(form, object)).toStrictEqual({
      ...{ name: "a", labels: { l: "1" }, ...fields, extraSpec: spec },
    });
    const empty = { kind: "Thing", metadata: { name: "a" } };
    expect(toProperties(form, empty)).toStrictEqual({ name: "a", extraSpec: {} });
    const other = { ...empty, spec: { scope: "text" } };
    expect(toProperties(form, other)).toMatchObject(other.spec);
  });

  test.each([
    ["name", "metadata.name"],
    ["ownerReferences[0].uid", "metadata.ownerReferences[0].uid"],
    ["word", "spec.word"],
    ["scope.allow.deep", "spec.scope.allowOnWire.deep"],
    ["scope.other", "spec.scope.other"],
    ["extraSpec.other.allowOnWire", "spec.other.allowOnWire"],
    ["users[1]", "spec.users[1]"],
    ["scope", "spec.scope"],
    ["extraSpec.scope.more", "spec.scope.more"],
  ])("has the property %s at %s, in both directions", (property, object) => {
    expect(objectPaths(form, parsePath(property)).map(formatPath)).toEqual([object]);
    expect(inputPath(form, parsePath(object))).toEqual(parsePath(property));
  });

  test("has the property * in metadata and spec", () => {
    expect(objectPaths(form, ["*", "a"]).map(formatPath)).toEqual(['metadata["*"].a', 'spec["*"].a']);
  });

  const fixed = ["metadata", "metadata.uid", "spec", "status.word", ""];
  test.each<[object: string, property: string | undefined]>([
    ...fixed.map((path): [string, undefined] => [path, undefined]),
    ["spec.name", "extraSpec.name"],
  ])("at %j is set by the property %s", (object, property) => {
    expect(inputPath(form, parsePath(object))).toEqual(property === undefined ? undefined : parsePath(property));
  });

  test.each<[string, unknown, unknown, boolean]>([
    ["spec.word", "A", "a", true],
    ["metadata.finalizers", ["a", "b"], ["b", "a"], true],
    ["spec.more", "", undefined, true],
    ["metadata.labels.a", "", undefined, false],
  ])("compares values by the rule of their property: %s, %j and %j: %p", (path, one, other, expected) => {
    expect(equalInputs(objectSchema(form))(parsePath(path), one, other)).toBe(expected);
  });

  test("has the rules of its fields by their paths in the object", () => {
    const shared = pathsWith(objectSchema(form), "sharedBy").map(formatPath);
    expect(shared).toEqual(["metadata.finalizers", "metadata.ownerReferences", "spec.users"]);
    expect(pathsWith(objectSchema(form), "equal").map(formatPath)).toContain("spec.scope.allowOnWire");
  });
});

test.each<[Properties, Properties]>([
  [
    { key: "s", login: { token: "s", user: "u" }, name: "n" },
    { login: { user: "u" }, name: "n" },
  ],
  [{ name: "n" }, { name: "n" }],
  // A value of another type may be anything.
  [{ login: "s", name: "n" }, { name: "n" }],
])("without secrets %j is %j", (properties, shown) => {
  const login = z.object({ token: secret(z.string()).optional(), user: z.string().optional() });
  const fields = z.object({ key: secret(z.string()).optional(), login: login.optional(), name: z.string().optional() });
  expect(withoutSecrets(fields, properties)).toStrictEqual(shown);
});

describe("the fields of a schema", () => {
  const schema = z.object({
    name: immutable(z.string()),
    key: secret(z.string()).optional(),
    login: z.object({ token: secret(z.string()), user: z.string() }).optional(),
    users: z.array(z.object({ name: z.string(), password: secret(z.string()) })).default([]),
    teams: z.record(z.string(), z.object({ role: z.string() })),
    anything: z.unknown(),
  });
  test("are the known part of a value", () => {
    const value = {
      ...{ name: "a", added: 1, login: { user: "u", added: 2 }, users: [{ name: "x" }, { name: "y", added: 3 }] },
      teams: { dev: { role: "r", added: 4 }, added: { role: "s" } },
    };
    const users = [{ name: "x" }, { name: "y" }];
    const teams = { dev: { role: "r" }, added: { role: "s" } };
    expect(pruneUnknown(schema, value)).toEqual({ name: "a", login: { user: "u" }, users, teams });
  });

  test.each([
    { name: "a", key: "k", anything: { at: { all: [1, null] } } },
    { login: "no object", users: "no list" },
  ])("keep %j as it is", (value) => {
    expect(pruneUnknown(schema, value)).toEqual(value);
  });

  test("are found by their rule in nested objects and lists, not in maps", () => {
    expect(pathsWith(schema, "secret")).toEqual([["key"], ["login", "token"], ["users", "*", "password"]]);
    expect(pathsWith(schema, "immutable")).toEqual([["name"]]);
    expect(pathsWith(schema, "local")).toEqual([]);
  });

  test("are stable whatever changes, if marked so", () => {
    expect(rulesOf(stable(z.string()).optional()).stable?.({ a: 1 }, { a: 2 })).toBe(true);
  });

  test.each<[Path, boolean]>([
    [["login", "token"], true],
    [["users", 3, "password"], true],
    [["teams", "whoever", "role"], true],
    [["toString"], false],
  ])("include %j: %p", (path, isDeclared) => {
    expect(fieldAt(schema, path) !== undefined).toBe(isDeclared);
  });
});

describe("equal inputs", () => {
  const map = z.record(z.string(), z.string()).optional();
  const inputs = z.object({
    text: z.string().optional(),
    any: z.unknown(),
    object: z.object({ a: z.string().optional(), word: caseless(z.string()).optional() }).optional(),
    map,
    open: openObject(z.record(z.string(), z.unknown())).optional(),
    list: z.array(z.object({ a: z.string().optional(), map })).optional(),
  });
  const same = equalInputs(inputs);

  test.each<[string, string, unknown, unknown, boolean]>([
    ["a zero text equals an absent one", "text", "", undefined, true],
    ["an unknown value equals itself", "text", unknown, unknown, true],
    ["an unknown object differs from an empty one", "object", {}, unknown, false],
    ["an empty object differs from a text", "object", {}, "x", false],
    ["a member is compared by its own rule at its path", "object.word", "A", "a", true],
    ["an absent map equals an empty one", "map", {}, undefined, true],
    ["an empty entry of a map differs from an absent one", "map", { a: "" }, {}, false],
    ["an empty entry of a map differs from an absent one at its path", "map.a", "", undefined, false],
    ["an empty entry of a map differs from an absent map", "map", { a: "" }, undefined, false],
    ["entries of a map have no order", "map", { a: "1", b: "2" }, { b: "2", a: "1" }, true],
    ["an empty field of an open object equals an absent one", "open", { a: "" }, {}, true],
    ["an empty field of an open object equals an absent one at its path", "open.a", "", undefined, true],
    ["items of a list are compared as objects", "list", [{ a: "" }], [{}], true],
    ["items of a list have an order", "list", [{ a: "x" }, {}], [{}, { a: "x" }], false],
    ["a list differs from a longer one", "list", [{ a: "x" }], [{ a: "x" }, {}], false],
    ["an empty item differs from an absent one", "list[0]", {}, undefined, false],
    ["an item is compared as an object at its path", "list[0]", { a: "" }, {}, true],
    ["a map in a list has entries", "list", [{ map: { a: "" } }], [{ map: {} }], false],
    ["an absent list equals an empty one", "list", [], undefined, true],
    ["a list differs from an object", "list", [], { a: "x" }, false],
    ["a field of any type is compared by meaning", "any", { a: { b: 0 } }, {}, true],
    ["an undeclared object is compared by meaning", "none", { a: "" }, {}, true],
    ["all inputs are compared field by field", "", { map: { a: "" }, text: "" }, { map: { a: "" } }, true],
  ])("%s", (_, path, one, other, expected) => {
    expect(same(parsePath(path), one, other)).toBe(expected);
    expect(same(parsePath(path), other, one)).toBe(expected);
  });
});

test("a variable of a map that is YAML text on the wire is in the object's text", () => {
  const form = { resource: virtualClusterInstance, config: {} as Config };
  expect(objectPaths(form, ["parameters", "size"])).toEqual([["spec", "parameters"]]);
});
