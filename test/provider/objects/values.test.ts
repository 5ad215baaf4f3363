import fc from "fast-check";
import { shownName } from "../../../provider/api/output/redaction";
import {
  containsUnknown,
  copyPath,
  deepEqual,
  expandPath,
  formatPath,
  isEmpty,
  isPatternBelow,
  isWithin,
  mapValues,
  memoized,
  omitBy,
  omitPath,
  overlapsAny,
  type Path,
  type Properties,
  parsePath,
  semanticEqual,
  textsAt,
  unknown,
  valueAt,
  withoutNulls,
} from "../../../provider/objects/values";
import { isNonZero, meaningOf, tree, withoutZeros } from "./wire/trees";

describe("property paths", () => {
  const oddKeys = ["a.b", "a/b", 'a"b', "a\\b", "[0]", "0", "*", "", " ", "ü", "a\nb", "__proto__", "$x-y", "]"];
  const anyKey = fc.oneof(fc.constantFrom(...oddKeys), fc.string(), fc.nat({ max: 99 }));

  test("survive a round trip through text, with any keys", () => {
    const path = fc.array(anyKey);
    fc.assert(
      fc.property(path, (keys) => expect(parsePath(formatPath(keys))).toEqual(keys)),
      { numRuns: 1000 },
    );
  });

  test.each<[string, Path]>([
    ["", []],
    ["a-b", ["a-b"]],
    ['["-a"]', ["-a"]],
    ['a[""]', ["a", ""]],
    ["[0].a", [0, "a"]],
    ['["a\\\\\\"b\\\\\\"c"]', ['a\\"b\\"c']],
    ['labels["policy.loft.sh/pod-security"]', ["labels", "policy.loft.sh/pod-security"]],
    ["access[0].users[12]", ["access", 0, "users", 12]],
    ["access[*].users", ["access", "*", "users"]],
  ])("%s is the text of %j", (text, path) => {
    if (!path.includes("*")) expect(formatPath(path)).toBe(text);
    expect(parsePath(text)).toEqual(path);
  });

  test.each<[Path, Path, boolean]>([
    [["a"], ["a"], true],
    [["a", "b"], ["a"], true],
    [["a"], ["a", "b"], false],
    [["a"], ["a", "*"], false],
    [["a"], [], true],
    [["access", 3, "users", 0], ["access", "*", "users"], true],
    [["access", 3, "verbs"], ["access", "*", "users"], false],
    [["labels", "a"], ["labels", "*"], true],
  ])("%j is within %j: %s", (path, outer, expected) => {
    expect(isWithin(path, outer)).toBe(expected);
  });

  test.each<[Path, Path, boolean]>([
    [["a", "b"], ["a"], true],
    [["a"], [], true],
    [["a"], ["a"], false],
    [["a"], ["a", "b"], false],
    [["*", "b"], ["a"], true],
    [["a", "*", "c"], ["a", 3], true],
    [["a", 3, "c"], ["a", "3"], false],
    [["a", "b"], ["*"], false],
  ])("the pattern %j selects something below %j: %p", (path, outer, expected) => {
    expect(isPatternBelow(path, outer)).toBe(expected);
  });

  test.each<[Path[], Path, boolean]>([
    [[["other"], ["a"]], ["a", "b"], true],
    [[["other"], ["a", "b"]], ["a"], true],
    [[["other"], ["a", "b"]], ["a", "c"], false],
    [[["other"], ["a"]], ["b"], false],
    [[["a", "*", "b"]], ["a", 0], true],
    [[["a", "*", "b"]], ["a", 0, "b", "c"], true],
    [[["a", "*", "b"]], ["a", 0, "c"], false],
  ])("%j overlap %j: %p", (places, path, expected) => {
    expect(overlapsAny(path, places)).toBe(expected);
  });

  test.each([
    ["a\nb\tc", "a\\nb\\tc"],
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), `${"x".repeat(200)}…`],
  ])("a message shows %j as %j", (property, shown) => {
    expect(shownName(property)).toBe(shown);
  });
});

describe("the value at a path", () => {
  const value = { a: { "b.c": [{ d: 1 }] }, list: ["x"] };

  test.each<[Path, unknown]>([
    [["a", "b.c", 0, "d"], 1],
    [["list", "0"], undefined],
    [["list", 0, "length"], undefined],
    [["constructor"], undefined],
    [["missing", "deep"], undefined],
  ])("%j is %j", (path, expected) => {
    expect(valueAt(value, path)).toEqual(expected);
  });

  const list = [1, 2].map((n) => ({ d: n, e: n }));
  const ours = { a: 1, o: { b: 1, c: 1 }, list };
  const theirs = { a: 9, o: { b: 9, x: 9 }, list: [{ d: 9, e: 9 }], y: 9 };

  test.each<[string, unknown]>([
    ["", theirs],
    ["a", { ...ours, a: 9 }],
    ["o.b", { ...ours, o: { b: 9, c: 1 } }],
    ["o.c", { ...ours, o: { b: 1 } }],
    ["o.*", { ...ours, o: { b: 9, x: 9 } }],
    ["none.deep", ours],
    ["a.deep", ours],
    ["list[0].d", { ...ours, list: [{ d: 9, e: 1 }, list[1]] }],
    ["list[1]", ours],
    ["list[0]", { ...ours, list: [theirs.list[0], list[1]] }],
    ["list[*].e", { ...ours, list: [{ d: 1, e: 9 }, list[1]] }],
    ['list["0"].e', ours],
    ["*", theirs],
  ])("is copied from another object: %s", (path, expected) => {
    expect(copyPath(ours, theirs, parsePath(path))).toStrictEqual(expected);
  });

  test.each<[unknown, unknown, Path]>([
    [{ 0: 1 }, [2], [0]],
    [{ a: 1 }, undefined, ["a"]],
    [null, { a: 1 }, ["a"]],
  ])("stays where the types of %j and %j differ, at %j", (value, other, path) => {
    expect(copyPath(value, other, path)).toStrictEqual(value);
  });
});

describe("semantic equality", () => {
  test.each<[unknown, unknown, boolean]>([
    ...[undefined, "", 0, false, null, {}, [], { a: { b: "" } }].map((zero): [unknown, unknown, boolean] => [
      undefined,
      zero,
      true,
    ]),
    [[], [""], false],
    [undefined, [""], false],
    [["a"], ["a", ""], false],
    [{ a: 1 }, [1], false],
    [unknown, unknown, true],
    [unknown, undefined, false],
    [{ a: unknown }, {}, false],
  ])("%p and %p: %p", (one, other, expected) => {
    expect(semanticEqual(one, other)).toBe(expected);
    expect(semanticEqual(other, one)).toBe(expected);
  });

  test("is equality after empty values are removed", () => {
    fc.assert(
      fc.property(tree, tree, (one, other) => {
        expect(semanticEqual(one, other)).toBe(meaningOf(one) === meaningOf(other));
        expect(semanticEqual(one, withoutZeros(one))).toBe(true);
        expect(semanticEqual(one, structuredClone(one))).toBe(true);
        expect(isEmpty(one)).toBe(!isNonZero(one));
      }),
    );
  });

  test.each<[unknown, boolean]>([
    [{ a: unknown }, false],
    [[""], false],
  ])("%p is empty: %p", (value, expected) => {
    expect(isEmpty(value)).toBe(expected);
  });
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1], [1, 1], false],
  [[], {}, false],
  [{}, null, false],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, true],
  [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
  [Number.NaN, Number.NaN, true],
  [unknown, unknown, true],
])("%j and %j are deeply equal: %p", (one, other, expected) => {
  expect(deepEqual(one, other)).toBe(expected);
  expect(deepEqual(other, one)).toBe(expected);
});

test.each<[unknown, boolean]>([
  [[1, [unknown]], true],
  [{ a: { b: unknown } }, true],
  [{ a: [], b: null, c: "unknown" }, false],
])("%p contains an unknown value: %p", (value, expected) => {
  expect(containsUnknown(value)).toBe(expected);
});

test("null and undefined are removed from objects at every depth, not from lists", () => {
  const zeros = { h: 0, i: "", j: false };
  const value = { a: null, b: { c: null, d: 1 }, e: [null, { f: null, g: unknown }], k: undefined, ...zeros };
  expect(withoutNulls(value)).toStrictEqual({ b: { d: 1 }, e: [null, { g: unknown }], ...zeros });
});

const entries = { list: [{ key: "a", other: 1 }, { key: "b" }, "c"], map: { "*": "d" } };

test("a path with an asterisk selects every entry of a list, and the key itself of a map", () => {
  expect(expandPath(entries, ["list", "*", "key"])).toEqual([0, 1, 2].map((index) => ["list", index, "key"]));
  expect(
    textsAt(entries, [
      ["list", "*", "key"],
      ["map", "*"],
      ["none", "*", "key"],
    ]),
  ).toEqual(["a", "b", "d"]);
  const left = { list: [{ other: 1 }, {}, "c"], map: {} };
  expect(
    [
      ["list", "*", "key"],
      ["map", "*"],
      ["none", "*", "key"],
    ].reduce(omitPath, entries),
  ).toEqual(left);
  expect(omitPath(entries, ["list", 1, "key"])).toEqual({ ...entries, list: [entries.list[0], {}, "c"] });
});

test("textsAt returns every text and number of a secret, except empty, boolean and unknown values", () => {
  const secret = { a: "", b: true, c: null, d: unknown, e: [["x", 0], { f: "y" }], n: 42 };
  expect(textsAt({ key: "k", secret, other: "o" }, [["key"], ["secret"], ["absent", "deep"]])).toEqual([
    ...["k", "x", "0", "y", "42"],
  ]);
  expect(textsAt({ secret }, [["secret", "e", 1]])).toEqual(["y"]);
});

describe("members", () => {
  const digit = fc.integer({ min: 0, max: 3 });
  const object = fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), digit, { noNullPrototype: true });
  const change = (member: unknown) => (member === 3 ? { was: 3 } : member);

  test("of an object or list are mapped, including __proto__; an unchanged one keeps its identity", () => {
    fc.assert(
      fc.property(fc.oneof(object, fc.array(digit)), (whole) => {
        const keys: unknown[] = [];
        const mapped = mapValues(whole as Properties, (member, key) => {
          keys.push(key);
          return change(member);
        });
        expect(keys).toEqual(Array.isArray(whole) ? [...whole.keys()] : Object.keys(whole));
        expect(Object.entries(mapped)).toEqual(Object.entries(whole).map(([key, member]) => [key, change(member)]));
        expect(Array.isArray(mapped)).toBe(Array.isArray(whole));
        expect(mapped === whole).toBe(!Object.values(whole).includes(3));
      }),
    );
  });

  test("are left out of an object; an object without such members keeps its identity", () => {
    fc.assert(
      fc.property(object, (whole) => {
        const left = omitBy(whole, (member) => member === 0);
        expect(Object.entries(left)).toEqual(Object.entries(whole).filter(([, member]) => member !== 0));
        expect(left === whole).toBe(!Object.values(whole).includes(0));
      }),
    );
  });
});

test("a memoized function runs once for each object, by identity", () => {
  const make = jest.fn(({ a }: { a: number }) => a + 1);
  const ask = memoized(make);
  const one = { a: 1 };
  expect([ask(one), ask(one), ask({ a: 1 })]).toEqual([2, 2, 2]);
  expect(make).toHaveBeenCalledTimes(2);
});
