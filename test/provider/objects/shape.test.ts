import * as z from "zod";
import type { Config } from "../../../provider/config";
import { comparedBy, local, sharedBy } from "../../../provider/objects/fields";
import {
  inputPath,
  localKeys,
  type ObjectShape,
  objectPaths,
  pickKeys,
  sameInObject,
  sharedLists,
  specKeys,
  toObject,
  toProperties,
} from "../../../provider/objects/shape";
import { storedInputs } from "../../../provider/objects/storedInputs";
import type { Path, Properties } from "../../../provider/objects/values";

const caseless = comparedBy((a, b) => String(a).toLowerCase() === String(b).toLowerCase());
const inputs = storedInputs.extend({
  word: caseless(z.string()).optional(),
  scope: z.object({ allow: z.object({ deep: z.string() }).optional(), other: z.string().optional() }).optional(),
  users: sharedBy((entry) => entry)(z.array(z.string())).optional(),
  note: local(z.string()).optional(),
  extraSpec: z.record(z.string(), z.unknown()).optional(),
});
const shape: ObjectShape = {
  kind: "Thing",
  plural: "things",
  inputs,
  wireNames: () => [{ inside: "scope", property: "allow", wire: "allowOnWire" }],
};
const config = {} as Config;

test("what is ours alone is no field of the spec", () => {
  expect([...localKeys(inputs)].sort()).toEqual(["conflictPolicy", "generateName", "note"]);
  expect(specKeys(shape)).toEqual(["word", "scope", "users"]);
});

test("an object holds metadata and fields where the platform wants them, and nothing that is ours alone", () => {
  const declared = {
    name: "a",
    generateName: "b",
    labels: { l: "1" },
    note: "n",
    conflictPolicy: "fail",
    word: "w",
    scope: { allow: { deep: "d" }, other: "o" },
    users: null,
    finalizers: undefined,
  };
  expect(toObject(shape, "v1", declared, config)).toStrictEqual({
    apiVersion: "v1",
    kind: "Thing",
    metadata: { name: "a", labels: { l: "1" } },
    spec: { word: "w", scope: { allowOnWire: { deep: "d" }, other: "o" } },
  });
});

test.each<[string, Properties, Properties, Properties]>([
  ["beside the fields", { more: 1 }, { word: "w" }, { more: 1, word: "w" }],
  [
    "inside of the fields' objects",
    { scope: { more: { x: 1 } } },
    { scope: { other: "o" } },
    { scope: { more: { x: 1 }, other: "o" } },
  ],
  ["but not over a field", { word: "extra" }, { word: "w" }, { word: "w" }],
  ["nor as a part of what is no object", { word: { x: 1 } }, { word: "w" }, { word: "w" }],
])("extraSpec stands %s", (_, extraSpec, fields, spec) => {
  const kept = structuredClone(extraSpec);
  expect(toObject(shape, "v1", { ...fields, extraSpec }, config).spec).toStrictEqual(spec);
  expect(extraSpec).toStrictEqual(kept);
});

test("a kind may turn its fields into what the platform stores", () => {
  const { wireNames: _, ...bare } = shape;
  const turned = { ...bare, toSpec: ({ word }: Properties) => ({ words: [word] }) };
  expect(toObject(turned, "v1", { word: "w" }, config).spec).toStrictEqual({ words: ["w"] });
});

test("the properties of an object are its metadata, its fields by the program's names, and the whole spec", () => {
  const spec = { word: "w", scope: { allowOnWire: { deep: "d" } }, more: 1, users: null };
  const object = { kind: "Thing", metadata: { name: "a", uid: "u", labels: { l: "1" } }, spec };
  expect(toProperties(shape, object, config)).toStrictEqual({
    name: "a",
    labels: { l: "1" },
    word: "w",
    scope: { allow: { deep: "d" } },
    extraSpec: spec,
  });
  expect(toProperties(shape, { kind: "Thing", metadata: { name: "a" } }, config)).toStrictEqual({
    name: "a",
    extraSpec: {},
  });
});

const places: readonly (readonly [property: Path, object: Path])[] = [
  [["name"], ["metadata", "name"]],
  [
    ["labels", "a.b/c"],
    ["metadata", "labels", "a.b/c"],
  ],
  [
    ["ownerReferences", 0, "uid"],
    ["metadata", "ownerReferences", 0, "uid"],
  ],
  [["word"], ["spec", "word"]],
  [
    ["scope", "allow"],
    ["spec", "scope", "allowOnWire"],
  ],
  [
    ["scope", "allow", "deep"],
    ["spec", "scope", "allowOnWire", "deep"],
  ],
  [
    ["scope", "other"],
    ["spec", "scope", "other"],
  ],
  [
    ["users", 1],
    ["spec", "users", 1],
  ],
  [
    ["extraSpec", "more", "deep"],
    ["spec", "more", "deep"],
  ],
  [
    ["extraSpec", "scope", "more"],
    ["spec", "scope", "more"],
  ],
];

test.each(places)("the property %j stands at %j of the object, and back", (property, object) => {
  expect(objectPaths(shape, config, property)).toEqual([object]);
  expect(inputPath(shape, config, object)).toEqual(property);
});

test("the property * stands everywhere in the object", () => {
  expect(objectPaths(shape, config, ["*", "a"])).toEqual([
    ["metadata", "*", "a"],
    ["spec", "*", "a"],
  ]);
});

test.each<[Path, Path | undefined]>([
  [["metadata"], undefined],
  [["metadata", "uid"], undefined],
  [["metadata", "resourceVersion"], undefined],
  [["spec"], undefined],
  [["status", "word"], undefined],
  [["kind"], undefined],
  [[], undefined],
  [
    ["spec", "note"],
    ["extraSpec", "note"],
  ],
  [
    ["spec", "name"],
    ["extraSpec", "name"],
  ],
  [
    ["spec", "extraSpec"],
    ["extraSpec", "extraSpec"],
  ],
])("what stands at %j of the object is set by the property %j", (object, property) => {
  expect(inputPath(shape, config, object)).toEqual(property);
});

test("the values of an object are compared by the rules of the properties that set them", () => {
  const same = sameInObject(shape, config);
  expect(same(["spec", "word"], "A", "a")).toBe(true);
  expect(same(["spec", "word"], "A", "b")).toBe(false);
  expect(same(["metadata", "finalizers"], ["a", "b"], ["b", "a"])).toBe(true);
  expect(same(["spec", "more"], "A", "a")).toBe(false);
  expect(same(["spec", "more"], "", undefined)).toBe(true);
  expect(same(["spec", "more", "deep"], { a: "" }, {})).toBe(true);
  expect(same(["metadata", "labels", "a"], "", undefined)).toBe(false);
});

test("the lists that others share are known by where they stand in the object", () => {
  const shared = sharedLists(shape, config);
  expect(Object.keys(shared).sort()).toEqual(["metadata.finalizers", "metadata.ownerReferences", "spec.users"]);
  expect(shared["metadata.ownerReferences"]?.({ uid: "u" })).toBe("u");
});

test("members that say nothing are not picked", () => {
  const picked = pickKeys({ a: 0, b: "", c: null, d: undefined, e: false, f: 1 }, ["a", "b", "c", "d", "e", "none"]);
  expect(picked).toStrictEqual({ a: 0, b: "", e: false });
});
