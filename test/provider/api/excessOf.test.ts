import { type Excess, excessOf } from "../../../provider/api/excessOf";

const lists = (levels: number, inside = "") => "[".repeat(levels) + inside + "]".repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const listOf = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join(",")}]`;
const deepText = "[{".repeat(300);

const rows: [what: string, text: string, excess: Excess | undefined][] = [
  ["lists in 200 levels", lists(200), undefined],
  ["lists in 201 levels", lists(201), "depth"],
  ["objects in 200 levels", objects(200), undefined],
  ["objects in 201 levels", objects(201), "depth"],
  ["lists in objects in 202 levels", `${'{"a":['.repeat(101)}${"]}".repeat(101)}`, "depth"],
  ["300 lists beside each other", listOf(300, "[]"), undefined],
  ["300 objects beside each other", listOf(300, '{"a":1}'), undefined],
  ["a million values in a list", listOf(1_000_000, "1"), undefined],
  ["a value more", listOf(1_000_001, "1"), "values"],
  ["a million lists", `${"[],".repeat(1_000_000)}1`, "values"],
  ["a million members", `{${'"a":1,'.repeat(1_000_000)}"a":1}`, "values"],
  ["brackets in a text", `["${deepText}"]`, undefined],
  ["brackets in a text that is all there is", `"${deepText}"`, undefined],
  ["brackets in a key", `{"${deepText}":1}`, undefined],
  ["commas in a text", `"${",".repeat(1_000_001)}"`, undefined],
  ["brackets after an escaped quote", `["\\"${deepText}"]`, undefined],
  ["brackets after a backslash and an escaped quote", `["\\\\\\"${deepText}"]`, undefined],
  ["brackets after two escaped quotes", `["\\"\\"${deepText}"]`, undefined],
  ["deep lists after a text", `["a",${lists(200)}]`, "depth"],
  ["deep lists after an empty text", `["",${lists(200)}]`, "depth"],
  ["deep lists after a text that ends with a backslash", `["\\\\",${lists(200)}]`, "depth"],
  ["deep lists after a text that ends with an escaped quote", `["\\"",${lists(200)}]`, "depth"],
  ["a text without an end", `["${deepText}`, undefined],
  ["a text whose last quote is escaped", `["${deepText}\\"`, undefined],
  ["nothing", "", undefined],
];

test.each(rows)("%s", (_what, text, excess) => {
  expect(excessOf(text)).toBe(excess);
});
