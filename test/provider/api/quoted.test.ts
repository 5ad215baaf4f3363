import { quoted } from "../../../provider/api/quoted";

test.each([
  ["dev", '"dev"'],
  ["", '""'],
  ['say "a"\n', '"say \\"a\\"\\n"'],
  ["\u202e", '"\\u202e"'],
  ["x".repeat(80), `"${"x".repeat(80)}"`],
  ["x".repeat(81), `"${"x".repeat(80)}…"`],
])("%j is quoted as %s", (value, shown) => {
  expect(quoted(value)).toBe(shown);
});
