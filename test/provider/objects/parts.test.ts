import {
  equalValue,
  formatPath,
  leadsThrough,
  type Path,
  parsePath,
  textsAt,
  unknown,
  withoutNulls,
  withPart,
} from "../../../provider/objects/values";

test.each<[Path, Path, boolean]>([
  [["a", "b"], ["a"], true],
  [["a", "b", "c"], ["a"], true],
  [["a"], [], true],
  [["a"], ["a"], false],
  [["a"], ["a", "b"], false],
  [["b", "a"], ["a"], false],
  [["a", "x", "c"], ["a", "b"], false],
  [["*", "b"], ["a"], true],
  [["a", "*", "c"], ["a", 3], true],
  [["a", 3, "c"], ["a", "3"], false],
  [["a", "b"], ["*"], false],
])("%j leads through what stands at %j: %p", (path, outer, expected) => {
  expect(leadsThrough(path, outer)).toBe(expected);
});

describe("a value with a part of another", () => {
  const ours = {
    a: 1,
    o: { b: 1, c: 1 },
    list: [
      { d: 1, e: 1 },
      { d: 2, e: 2 },
    ],
  };
  const theirs = { a: 9, o: { b: 9, x: 9 }, list: [{ d: 9, e: 9 }], y: 9 };

  test.each<[Path, unknown]>([
    [[], theirs],
    [["a"], { ...ours, a: 9 }],
    [["y"], { ...ours, y: 9 }],
    [["o", "b"], { ...ours, o: { b: 9, c: 1 } }],
    [["o", "c"], { ...ours, o: { b: 1 } }],
    [["o", "*"], { ...ours, o: { b: 9, x: 9 } }],
    [["o"], { ...ours, o: theirs.o }],
    [["none"], ours],
    [["none", "deep"], ours],
    [["a", "deep"], ours],
    [["toString"], ours],
    [["list", 0, "d"], { ...ours, list: [{ d: 9, e: 1 }, ours.list[1]] }],
    [["list", 1, "d"], ours],
    [["list", 1], ours],
    [["list", 0], { ...ours, list: [theirs.list[0], ours.list[1]] }],
    [["list", "*", "e"], { ...ours, list: [{ d: 1, e: 9 }, ours.list[1]] }],
    [["list", "0", "e"], ours],
    [["o", 0], ours],
    [["*"], theirs],
  ])("at %j", (path, expected) => {
    expect(withPart(ours, theirs, path)).toStrictEqual(expected);
  });

  test.each<[unknown, unknown, Path]>([
    [[1], { 0: 2 }, [0]],
    [{ 0: 1 }, [2], [0]],
    ["text", { a: 1 }, ["a"]],
    [{ a: 1 }, "text", ["a"]],
    [{ a: 1 }, undefined, ["a"]],
    [null, { a: 1 }, ["a"]],
  ])("stays as it is where they differ in form: %j and %j at %j", (value, other, path) => {
    expect(withPart(value, other, path)).toStrictEqual(value);
  });
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: "" }, {}, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 1], false],
  [[], {}, false],
  [{}, null, false],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, true],
  [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
  [Number.NaN, Number.NaN, true],
  [0, "", false],
  [unknown, unknown, true],
])("%j and %j are equal, member by member: %p", (one, other, expected) => {
  expect(equalValue(one, other)).toBe(expected);
  expect(equalValue(other, one)).toBe(expected);
});

test("what is not set is left out as what is null is", () => {
  expect(withoutNulls({ a: undefined, b: null, c: 0, d: "", e: false })).toStrictEqual({ c: 0, d: "", e: false });
});

test.each<[Path, string]>([
  [["_a"], "_a"],
  [["$a"], "$a"],
  [["a-b"], "a-b"],
  [["-a"], '["-a"]'],
  [["1a"], '["1a"]'],
  [["a.b"], '["a.b"]'],
  [["a", "b c"], 'a["b c"]'],
  [["a", ""], 'a[""]'],
  [["a", "a"], "a.a"],
  [['a\\"b\\"c'], '["a\\\\\\"b\\\\\\"c"]'],
  [[0, "a"], "[0].a"],
  [[], ""],
])("the path %j is written %s, and read back", (path, text) => {
  expect(formatPath(path)).toBe(text);
  expect(parsePath(text)).toEqual(path);
});

test("the texts of a secret are those that somebody could read: no empty one, no truth value, nothing unknown", () => {
  const secret = { a: "", b: true, c: null, d: unknown, e: [["x", 0], { f: "y" }] };
  expect(textsAt({ secret }, [["secret"]])).toEqual(["x", "0", "y"]);
  expect(textsAt({ secret }, [["secret", "e", 1]])).toEqual(["y"]);
});
