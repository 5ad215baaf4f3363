import { documentProblems, jsonProblems } from "../../../../provider/objects/fields/jsonProblems";
import type { Properties } from "../../../../provider/objects/values";

const half = "\ud800";
const lostKey = "cannot be a key: languages and tools that handle it would drop it. Rename it.";
const broken = "is not valid Unicode: it has half of a character. Correct the text.";
const noNumber = "is not a number that JSON supports. Set a finite one, or text in quotes.";
const lostNumber = "is a whole number that JSON readers may round. Set a smaller one, or text in quotes.";
const tooDeep = "is nested deeper than 100 levels, or contains itself. Make it flatter.";

const notPlain = "is an asset, an archive or a resource, which no object of the platform can hold. Set a text.";

/** A value inside nested lists. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

const reasons: Record<string, string> = { lostKey, broken, noNumber, lostNumber, notPlain };
const wireAsset = { "4dabf18193072939515e22adb298388d": "c44067f5", text: "x" };
const valid = { a: [1, -1.5, "😀", true, null, { "": 0 }], b: Number.MAX_SAFE_INTEGER, c: undefined };

test.each<[string, inputs: Properties, problems: Record<string, string>]>([
  ["no inputs", {}, {}],
  ["JSON values", valid, {}],
  ["a key that is dropped", { a: JSON.parse('{"__proto__": 1}') }, { "a.__proto__": "lostKey" }],
  ["an asset on the wire", { a: { b: wireAsset } }, { "a.b": "notPlain" }],
  ["an asset of Node.js", { a: { __pulumiAsset: true } }, { a: "notPlain" }],
  ["an archive of Node.js", { b: [{ __pulumiArchive: true }] }, { "b[0]": "notPlain" }],
  ["half of a character in a key", { a: { [half]: 1 } }, { [`a["${half}"]`]: "broken" }],
  ["half of a character in a text", { a: ["x", half] }, { "a[1]": "broken" }],
  ["NaN and infinity", { a: Number.NaN, b: Number.POSITIVE_INFINITY }, { a: "noNumber", b: "noNumber" }],
  ["numbers of too many digits", { a: 2 ** 53, b: -(2 ** 53) }, { a: "lostNumber", b: "lostNumber" }],
  ["a number just below those with an exponent", { a: 1e21 - 131072 }, { a: "lostNumber" }],
  ["numbers with an exponent", { a: 1e21, b: -1e21, c: 1e300 }, {}],
  [
    "mistakes in their order",
    { a: half, b: [half, { c: half }], d: half },
    { a: "broken", "b[0]": "broken", "b[1].c": "broken", d: "broken" },
  ],
  ["one mistake of a key and its value", { [half]: half }, { [`["${half}"]`]: "broken" }],
])("%s have the problems of their values", (_, inputs, problems) => {
  const expected = Object.entries(problems).map(([property, reason]) => ({ property, reason: reasons[reason] }));
  expect(jsonProblems(inputs)).toEqual(expected);
});

test("a text document has problems only if it cannot be converted to JSON", () => {
  const document = { a: 2 ** 60, b: JSON.parse('{"__proto__": 1}'), c: half, d: Number.NaN, [half]: 1 };
  expect(documentProblems(document)).toEqual([
    { property: "c", reason: broken },
    { property: "d", reason: noNumber },
    { property: `["${half}"]`, reason: broken },
  ]);
});

test("at most ten problems are reported", () => {
  const list = Array.from({ length: 50 }, () => half);
  expect(jsonProblems({ list }).map(({ property }) => property)).toEqual(
    list.slice(0, 10).map((_, index) => `list[${index}]`),
  );
});

test.each([
  [99, []],
  [100, [{ property: "a[0]", reason: tooDeep }]],
])("values may be nested 100 levels deep: a list of %i levels at a key", (levels, problems) => {
  expect(jsonProblems({ a: nested(levels) })).toEqual(problems);
});

test("a cycle is too deep, and the only problem", () => {
  const self: unknown[] = [];
  self.push(self);
  expect(jsonProblems({ x: half, a: self })).toEqual([{ property: "a[0]", reason: tooDeep }]);
});
