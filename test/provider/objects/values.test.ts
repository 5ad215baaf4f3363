import fc from "fast-check";
import {
  containsUnknown,
  formatPath,
  isWithin,
  isZero,
  own,
  type Path,
  parsePath,
  sameValue,
  textsAt,
  unknown,
  valueAt,
  withoutNulls,
} from "../../../provider/objects/values";
import { meaningOf, tree, withoutZeros } from "./trees";

const oddKeys = ["a.b", "a/b", 'a"b', "a\\b", "[0]", "0", "*", "", " ", "ü", "a\nb", "__proto__", "$x-y", "]"];
const pathKey = fc.oneof(fc.constantFrom(...oddKeys), fc.string(), fc.nat({ max: 99 }));

describe("property paths", () => {
  test("come back as they were after being written, whatever their keys", () => {
    fc.assert(
      fc.property(fc.array(pathKey), (path) => expect(parsePath(formatPath(path))).toEqual(path)),
      {
        numRuns: 1000,
      },
    );
  });

  test.each<[string, Path]>([
    ["displayName", ["displayName"]],
    ["template.metadata", ["template", "metadata"]],
    ['labels["policy.loft.sh/pod-security"]', ["labels", "policy.loft.sh/pod-security"]],
    ["access[0].users[12]", ["access", 0, "users", 12]],
    ['["a b"].c', ["a b", "c"]],
    ['labels["say \\"hi\\""]', ["labels", 'say "hi"']],
    ['labels["back\\\\slash"]', ["labels", "back\\slash"]],
    ['labels["0"]', ["labels", "0"]],
  ])("%s is what Pulumi writes", (text, path) => {
    expect(formatPath(path)).toBe(text);
    expect(parsePath(text)).toEqual(path);
  });

  test("a star matches any key and any index", () => {
    expect(parsePath("access[*].users")).toEqual(["access", "*", "users"]);
    expect(isWithin(["access", 3, "users", 0], parsePath("access[*].users"))).toBe(true);
    expect(isWithin(["access", 3, "verbs"], parsePath("access[*].users"))).toBe(false);
    expect(isWithin(["labels", "a"], parsePath("labels.*"))).toBe(true);
  });

  test.each<[Path, Path, boolean]>([
    [["a"], ["a"], true],
    [["a", "b"], ["a"], true],
    [["a"], ["a", "b"], false],
    [["a"], ["a", "*"], false],
    [["ab"], ["a"], false],
    [["a"], [], true],
  ])("%j is within %j: %s", (path, outer, expected) => {
    expect(isWithin(path, outer)).toBe(expected);
  });
});

describe("the value at a path", () => {
  const value = { a: { "b.c": [{ d: 1 }] }, list: ["x"] };

  test.each<[Path, unknown]>([
    [[], value],
    [["a", "b.c", 0, "d"], 1],
    [["a", "b.c", 1, "d"], undefined],
    [["a", "b.c", "length"], undefined],
    [["list", "0"], undefined],
    [["list", 0, "length"], undefined],
    [["constructor"], undefined],
    [["a", "toString", "name"], undefined],
    [["missing", "deep"], undefined],
  ])("%j is %j", (path, expected) => {
    expect(valueAt(value, path)).toEqual(expected);
  });

  test("is an object's own member only", () => {
    expect(own({}, "constructor")).toBeUndefined();
    expect(own({ constructor: 1 } as Record<string, unknown>, "constructor")).toBe(1);
  });
});

describe("equal meaning", () => {
  test.each<[unknown, unknown, boolean]>([
    [undefined, "", true],
    [undefined, 0, true],
    [undefined, false, true],
    [undefined, null, true],
    [undefined, {}, true],
    [undefined, [], true],
    [undefined, { a: { b: "" } }, true],
    [{ a: 1, b: "" }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: { c: [] } }, true],
    [{ constructor: "" }, {}, true],
    [{ constructor: "x" }, {}, false],
    [[{ a: 1, b: false }], [{ a: 1 }], true],
    [[], [""], false],
    [undefined, [""], false],
    [["a", "b"], ["b", "a"], false],
    [["a"], ["a", ""], false],
    ["", "x", false],
    [0, 1, false],
    ["1", 1, false],
    [true, false, false],
    [true, "true", false],
    [{ a: 1 }, [1], false],
    [unknown, unknown, true],
    [unknown, undefined, false],
    [unknown, "", false],
    [{ a: unknown }, {}, false],
  ])("%p and %p: %p", (one, other, expected) => {
    expect(sameValue(one, other)).toBe(expected);
    expect(sameValue(other, one)).toBe(expected);
  });

  test("is what remains when everything that says nothing is left out", () => {
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        expect(sameValue(one, other)).toBe(meaningOf(one) === meaningOf(other));
        expect(sameValue(one, withoutZeros(one))).toBe(true);
        expect(sameValue(one, structuredClone(one))).toBe(true);
      }),
    );
  });

  test.each<[unknown, boolean]>([
    [unknown, false],
    [{ a: unknown }, false],
    [[unknown], false],
    [[""], false],
    [{ a: [], b: { c: 0 } }, true],
  ])("%p says nothing: %p", (value, expected) => {
    expect(isZero(value)).toBe(expected);
  });
});

describe("unknown values", () => {
  test.each<[unknown, boolean]>([
    [unknown, true],
    [[1, [unknown]], true],
    [{ a: { b: unknown } }, true],
    [{ a: [], b: null, c: "unknown" }, false],
  ])("stand in %p: %p", (value, expected) => {
    expect(containsUnknown(value)).toBe(expected);
  });
});

test("nulls go from objects at every depth, not from lists", () => {
  const value = { a: null, b: { c: null, d: 1 }, e: [null, { f: null, g: unknown }] };
  expect(withoutNulls(value)).toEqual({ b: { d: 1 }, e: [null, { g: unknown }] });
});

test("every text and number at a secret path is found, however deep", () => {
  const properties = { key: "k", login: { token: "t", more: ["u", { n: 42 }], empty: "", flag: true }, other: "o" };
  const found = textsAt(properties, [["key"], ["login"], ["absent", "deep"]]);
  expect(found).toEqual(["k", "t", "u", "42"]);
});
