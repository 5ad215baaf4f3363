import * as z from "zod";
import { secret } from "../../../provider/objects/fields";
import { touches } from "../../../provider/objects/touches";
import type { Path, Properties } from "../../../provider/objects/values";
import { fromWire, pathFromWire, pathToWire, toWire } from "../../../provider/objects/wireNames";
import { withoutSecrets } from "../../../provider/objects/withoutSecrets";

const names = [
  { inside: "scope", property: "allow", wire: "allowOnWire" },
  { inside: "scope", property: "deny", wire: "denyOnWire" },
];

test.each<[Properties, Properties]>([
  [
    { scope: { allow: 1, deny: 2, other: 3 }, allow: 4 },
    { scope: { allowOnWire: 1, denyOnWire: 2, other: 3 }, allow: 4 },
  ],
  [{ scope: { deny: undefined } }, { scope: { denyOnWire: undefined } }],
  [{ scope: {} }, { scope: {} }],
  [{ scope: "text" }, { scope: "text" }],
  [{ other: { allow: 1 } }, { other: { allow: 1 } }],
])("fields %j are %j on the wire, and back", (fields, wire) => {
  expect(toWire(names, fields)).toStrictEqual(wire);
  expect(fromWire(names, wire)).toStrictEqual(fields);
});

test("a name is one only where it stands by itself: none is taken from what every object inherits", () => {
  const inherited = [{ inside: "scope", property: "toString", wire: "text" }];
  expect(toWire(inherited, { scope: { a: 1 } })).toStrictEqual({ scope: { a: 1 } });
});

test.each<[Path, Path]>([
  [
    ["scope", "allow"],
    ["scope", "allowOnWire"],
  ],
  [
    ["scope", "deny", "deep", 0],
    ["scope", "denyOnWire", "deep", 0],
  ],
  [
    ["scope", "other"],
    ["scope", "other"],
  ],
  [
    ["other", "allow"],
    ["other", "allow"],
  ],
  [["scope"], ["scope"]],
  [["allow"], ["allow"]],
  [[], []],
])("the path %j is %j on the wire, and back", (path, wire) => {
  expect(pathToWire(names, path)).toEqual(wire);
  expect(pathFromWire(names, wire)).toEqual(path);
});

test("a name of the wire is one in its object only", () => {
  expect(pathFromWire(names, ["other", "allowOnWire"])).toEqual(["other", "allowOnWire"]);
});

test.each<[Path, Path, boolean]>([
  [["a"], ["a"], true],
  [["a"], ["a", "b"], true],
  [["a", "b"], ["a"], true],
  [["a", "b"], ["a", "c"], false],
  [["a"], ["b"], false],
])("what stands at %j touches %j: %p", (place, path, expected) => {
  expect(touches([["other"], place], path)).toBe(expected);
});

test("no place touches nothing", () => {
  expect(touches([], ["a"])).toBe(false);
});

test("properties without secrets have all the others, inside of objects, too", () => {
  const login = z.object({ token: secret(z.string()).optional(), user: z.string().optional() });
  const fields = z.object({ key: secret(z.string()).optional(), login: login.optional(), name: z.string().optional() });
  const shown = (properties: Properties) => withoutSecrets(fields, properties);
  expect(shown({ key: "s", login: { token: "s", user: "u" }, name: "n" })).toStrictEqual({
    login: { user: "u" },
    name: "n",
  });
  expect(shown({ name: "n" })).toStrictEqual({ name: "n" });
  expect(shown({ login: { user: "u" } })).toStrictEqual({ login: { user: "u" } });
  expect(shown({ login: { token: "s" } })).toStrictEqual({ login: {} });
  // What is no object where one is expected may be anything.
  expect(shown({ login: "s", name: "n" })).toStrictEqual({ name: "n" });
});
