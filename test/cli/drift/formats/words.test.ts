import type { FindingKindName } from "../../../../cli/drift/findingKinds";
import { codeSpan } from "../../../../cli/drift/formats/markdown";
import { summary } from "../../../../cli/drift/formats/summary";
import { type DiffLine, valueDiff } from "../../../../cli/drift/formats/valueDiff";
import type { Finding, Report } from "../../../../cli/drift/report";
import { findingOf, reportOf, richReport, subjectAt } from "../../../support/driftReports";

test.each([
  ["a|b <b> @me", "`a|b <b> @me`"],
  ["a`b", "``a`b``"],
  ["a``", "``` a`` ```"],
  [" a ", "`  a  `"],
  ["  ", '`"  "`'],
  ["a\nb", "`a\\nb`"],
  ["`".repeat(16), `${"`".repeat(17)} ${"`".repeat(16)} ${"`".repeat(17)}`],
  // Parsers support no longer fence.
  [`${"`".repeat(17)} and \``, `\`${"\\u0060".repeat(17)} and \\u0060\``],
])("%j is the code %s", (text, span) => {
  expect(codeSpan(text)).toBe(span);
});

type Value = Finding["live"];

const shown = (lines: readonly DiffLine[]) => lines.map(({ sign, words }) => `${sign} ${words}`);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

test.each<[string, expected: Value, live: Value, lines: string[]]>([
  ["white space", "a", "a ", ['- "a"', '+ "a "']],
  ["a text and a number", "1", 1, ['- "1"', "+ 1"]],
  ["an absent value", undefined, true, ["- (nothing)", "+ true"]],
  ["null and no value", null, undefined, ["- null", "+ (nothing)"]],
  ["a secret and no value", undefined, "[secret]", []],
  ["a text and a secret", "a", "[secret]", ['- "a"', "+ [secret]"]],
  ["short lists", ["a"], ["a", "b"], ['- ["a"]', '+ ["a","b"]']],
  [
    "distant lines",
    `a\n${numbered(1, 9)}b\n`,
    `A\n${numbered(1, 9)}B\n`,
    ["@ @@ -1,3 +1,3 @@", "- a", "+ A", "  line 1", "  line 2"].concat(
      ...["@ @@ -9,3 +9,3 @@", "  line 8", "  line 9", "- b", "+ B"],
    ),
  ],
  ["CRLF and LF", "a\r\nb", "a\nb", ["@ @@ -1,2 +1,2 @@", "- a\r", "+ a", "  b"]],
  [
    "a removed last line end",
    "a\nb\n",
    "a\nb",
    ["@ @@ -1,2 +1,2 @@", "  a", "- b", "+ b", "@ no line end after this line"],
  ],
  ["removed lines", "a\nb\n", undefined, ["@ @@ -1,2 +0,0 @@", "- a", "- b"]],
  [
    "large objects, with sorted keys",
    { b: "x".repeat(60), a: { d: 1, c: [2] } },
    { a: { c: [3], d: 1 }, b: "x".repeat(60) },
    ["@ @@ -2,5 +2,5 @@", '    "a": {', '      "c": [', "-       2", "+       3", "      ],", '      "d": 1'],
  ],
  [
    "an object and its JSON",
    { a: "x".repeat(60), b: "y" },
    `{\n  "a": "${"x".repeat(60)}",\n  "b": "y"\n}`,
    [`- {"a":"${"x".repeat(60)}","b":"y"}`, `+ "{\\n  \\"a\\": \\"${"x".repeat(60)}\\",\\n  \\"b\\": \\"y\\"\\n}"`],
  ],
  [
    "the ends of long texts",
    `${"x".repeat(200)}a`,
    `${"x".repeat(200)}b`,
    [`- (183 equal characters …) ${"x".repeat(18)}a"`, `+ (183 equal characters …) ${"x".repeat(18)}b"`],
  ],
])("the difference of %s", (_, expected, live, lines) => {
  expect(shown(valueDiff({ expected, live }))).toEqual(lines);
});

test("a long diff is truncated with the number of omitted lines", () => {
  const lines = shown(valueDiff({ expected: undefined, live: numbered(1, 1500) }));
  expect(lines).toHaveLength(41);
  expect(lines.slice(38)).toEqual(["+ line 38", "+ line 39", "@ … 1,461 more lines of this diff"]);
});

test("texts without a common line are shown whole", () => {
  const lines = shown(valueDiff({ expected: numbered(1, 20_000), live: numbered(30_000, 50_000) }));
  expect(lines.map((line) => line.slice(0, 16))).toEqual(['- "line 1\\nline ', '+ "line 30000\\nl']);
});

const of = (kind: FindingKindName, name: string, more: Partial<Finding> = {}) =>
  findingOf({ kind, subject: subjectAt("t", name), ...more });

const ignored = of("changed", "d", { suppressed: { rule: "dev#", reason: "a trial", until: "2026-12-31" } });
const checked = (count: number, unread = 0) => ({ checked: count, unread });
const [none, twoUnread] = [checked(0), checked(998, 2)];
const unread = [of("unknown", "a"), of("unknown", "b")];
const others = [of("orphan", "a"), of("orphan", "b"), of("retired", "c")];
const changes = [of("deleted", "a"), of("changed", "c", { path: "/x" }), of("changed", "c", { path: "/y" })];
const unreadable = "could not be read: nothing is said about";
const notAuthorised = "Not authorized: an access key or a login is missing or was refused.";
const ofEachKind =
  "8 of 1,000 resources drifted: 3 changed, 1 deleted, 1 recreated, 1 terminating, 1 rotated, 1 disabled, 1 expired, " +
  "1 expiring, 1 due, 1 unfinished; 1 orphan; 1 retired key; 2 suppressed. ";

test.each<[line: string, Finding[], Report["outcome"], resources?: Report["resources"]]>([
  ["2 of 1,000 resources drifted: 1 changed, 1 deleted; 1 suppressed.", [...changes, ignored], "drift"],
  ["1 resource is as declared.", [], "clean", checked(1)],
  ["There is no resource to compare.", [], "clean", none],
  ["1,000 resources are as declared, apart from what is suppressed; 1 suppressed.", [ignored], "clean"],
  ["1,000 resources are as declared; 2 orphans; 1 retired key.", others, "drift"],
  ["1 of 1,000 resources drifted: 1 expiring; nothing of it fails this run.", [of("expiring", "a")], "clean"],
  [`998 resources are as declared. 2 resources ${unreadable} them.`, unread, "error", twoUnread],
  ["1,000 resources are as declared. 1 read failed: nothing is said about it.", [of("unknown", "a")], "error"],
  [`${notAuthorised} 1,000 resources ${unreadable} them.`, unread, "unauthorized", checked(0, 1000)],
  [notAuthorised, [], "unauthorized", none],
  ["The search did not come to its end.", [], "error", none],
])("the summary: %s", (line, findings, outcome, resources = checked(1000)) => {
  expect(summary(reportOf({ findings, outcome, resources }))).toBe(line);
});

test("the summary of findings of each kind", () => {
  expect(summary(richReport)).toBe(`${ofEachKind}2 resources ${unreadable} them.`);
});
