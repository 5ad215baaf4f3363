import { codeSpan } from "../../../../cli/drift/formats/codeSpan";

const spans: [string, string][] = [
  ["dev", "`dev`"],
  ["a|b <b> @me", "`a|b <b> @me`"],
  ["a`b", "``a`b``"],
  ["`a`", "`` `a` ``"],
  ["a``", "``` a`` ```"],
  [" a ", "`  a  `"],
  ["", '`""`'],
  ["  ", '`"  "`'],
  ["a\nb", "`a\\nb`"],
  ["`".repeat(16), `${"`".repeat(17)} ${"`".repeat(16)} ${"`".repeat(17)}`],
];

test.each(spans)("%j is the code %s", (text, span) => {
  expect(codeSpan(text)).toBe(span);
});

test("a fence is no longer than parsers go along with", () => {
  expect(codeSpan(`${"`".repeat(17)} and \``)).toBe(`\`${"\\u0060".repeat(17)} and \\u0060\``);
});
