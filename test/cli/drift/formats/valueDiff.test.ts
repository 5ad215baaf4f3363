import { type DiffLine, valueDiff } from "../../../../cli/drift/formats/valueDiff";
import type { Finding } from "../../../../cli/drift/report";

type Values = Pick<Finding, "expected" | "live">;

const shown = (lines: readonly DiffLine[]) => lines.map(({ sign, words }) => `${sign} ${words}`);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

const diffs: [string, Values, lines: string[]][] = [
  ["texts", { expected: "a", live: "b" }, ['- "a"', '+ "b"']],
  ["white space", { expected: "a", live: "a " }, ['- "a"', '+ "a "']],
  ["a text and a number", { expected: "1", live: 1 }, ['- "1"', "+ 1"]],
  ["what is absent", { expected: undefined, live: true }, ["- (nothing)", "+ true"]],
  ["what is gone", { expected: "(nothing)", live: undefined }, ['- "(nothing)"', "+ (nothing)"]],
  ["null is something", { expected: null, live: undefined }, ["- null", "+ (nothing)"]],
  ["nothing at all", { expected: undefined, live: undefined }, []],
  ["two secrets", { expected: "[secret]", live: "[secret]" }, []],
  ["a secret that was not there", { expected: undefined, live: "[secret]" }, []],
  ["a secret in the place of a text", { expected: "a", live: "[secret]" }, ['- "a"', "+ [secret]"]],
  ["short lists", { expected: ["a"], live: ["a", "b"] }, ['- ["a"]', '+ ["a","b"]']],
  [
    "lines",
    { expected: "a\nb\nc\nd\ne\nf\ng\n", live: "a\nb\nc\nD\ne\nf\ng\n" },
    ["@ @@ -2,5 +2,5 @@", "  b", "  c", "- d", "+ D", "  e", "  f"],
  ],
  [
    "lines far from each other",
    { expected: `a\n${numbered(1, 9)}b\n`, live: `A\n${numbered(1, 9)}B\n` },
    [
      "@ @@ -1,3 +1,3 @@",
      "- a",
      "+ A",
      "  line 1",
      "  line 2",
      "@ @@ -9,3 +9,3 @@",
      "  line 8",
      "  line 9",
      "- b",
      "+ B",
    ],
  ],
  [
    "line ends of another system",
    { expected: "a\r\nb\n", live: "a\nb\n" },
    ["@ @@ -1,2 +1,2 @@", "- a\r", "+ a", "  b"],
  ],
  ["lines that end nowhere", { expected: "a\nb", live: "a\nc" }, ["@ @@ -1,2 +1,2 @@", "  a", "- b", "+ c"]],
  [
    "a last line end",
    { expected: "a\nb\n", live: "a\nb" },
    ["@ @@ -1,2 +1,2 @@", "  a", "- b", "+ b", "@ no line end after this line"],
  ],
  ["lines that are gone", { expected: "a\nb\n", live: undefined }, ["@ @@ -1,2 +0,0 @@", "- a", "- b"]],
  [
    "large objects, in the order of their keys",
    {
      expected: { b: "x".repeat(60), a: { d: 1, c: [2] } },
      live: { a: { c: [3], d: 1 }, b: "x".repeat(60) },
    },
    ["@ @@ -2,5 +2,5 @@", '    "a": {', '      "c": [', "-       2", "+       3", "      ],", '      "d": 1'],
  ],
  [
    "an object and the text that shows it",
    { expected: { a: "x".repeat(60), b: "y" }, live: `{\n  "a": "${"x".repeat(60)}",\n  "b": "y"\n}` },
    [`- {"a":"${"x".repeat(60)}","b":"y"}`, `+ "{\\n  \\"a\\": \\"${"x".repeat(60)}\\",\\n  \\"b\\": \\"y\\"\\n}"`],
  ],
  [
    "the end of long texts",
    { expected: `${"x".repeat(200)}a`, live: `${"x".repeat(200)}b` },
    [`- (183 equal characters …) ${"x".repeat(18)}a"`, `+ (183 equal characters …) ${"x".repeat(18)}b"`],
  ],
];

test.each(diffs)("the difference of %s", (_, values, lines) => {
  expect(shown(valueDiff(values))).toEqual(lines);
});

test("a long diff is cut, with a word on how much is left out", () => {
  const lines = shown(valueDiff({ expected: undefined, live: numbered(1, 1500) }));
  expect(lines).toHaveLength(41);
  expect(lines.slice(38)).toEqual(["+ line 38", "+ line 39", "@ … 1,461 more lines of this diff"]);
});

test("texts that have nothing in common are not compared line by line", () => {
  const lines = shown(valueDiff({ expected: numbered(1, 20_000), live: numbered(30_000, 50_000) }));
  expect(lines.map((line) => line.slice(0, 16))).toEqual(['- "line 1\\nline ', '+ "line 30000\\nl']);
});
