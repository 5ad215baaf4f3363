import { findingKindNames } from "../../../cli/drift/findingKinds";
import { applyIgnoring, ignoreRule } from "../../../cli/drift/ignoring";
import type { Finding } from "../../../cli/drift/report";
import { UsageError } from "../../../cli/program";
import { findingOf } from "../../support/driftReports";

const now = new Date("2026-11-21T12:00:00Z");

const rules: [rule: string, what: string, resource: string, pointer: string, until: string, reason: string][] = [
  ["dev#/a until 2026-12-31 because ops renames it", "dev#/a", "dev", "/a", "2026-12-31", "ops renames it"],
  ["/a~1b#c until 2028-02-29 because a, because b", "/a~1b#c", "*", "/a~1b#c", "2028-02-29", "a, because b"],
  ["  team #1#   until   2026-12-31   because   x  ", "team #1#", "team #1", "", "2026-12-31", "x"],
  ["urn:*::dev#/a#/b until 2026-12-31 because x", "urn:*::dev#/a#/b", "urn:*::dev", "/a#/b", "2026-12-31", "x"],
];

test.each(rules)("the rule %j is parsed", (rule, what, resource, pointer, until, reason) => {
  expect(ignoreRule(rule)).toEqual({ what, resource, pointer, until, reason });
});

const form =
  'The form is "<resource>#<pointer> until <YYYY-MM-DD> because <reason>", ' +
  'such as "dev#/displayName until 2026-12-31 because ops renames it"';

const noDate = (date: string): [rule: string, mistake: string] => [
  `dev#/a until ${date} because x`,
  `has an invalid date "${date}" (use YYYY-MM-DD)`,
];
const mistakes: [rule: string, mistake: string][] = [
  ["dev#/displayName because ops renames it", "has no end date"],
  ["dev#/a because x until 2026-12-31", "has no end date"],
  ...["2026-02-30", "2027-02-29", "31.12.2026", "2026-12-31T00:00:00Z"].map(noDate),
  ["dev#/a until 2026-12-31", "gives no reason"],
  ["dev#/a until 2026-12-31 because   ", "gives no reason"],
  ["dev#displayName until 2026-12-31 because x", "has a pointer that does not begin with /"],
  ["dev until 2026-12-31 because x", "needs a pointer that begins with /, or the resource and # before it"],
  ["# until 2026-12-31 because x", "names no resource before #, where * stands for all"],
  ["/a~b until 2026-12-31 because x", "has a ~ in its pointer that is neither ~0 (for ~) nor ~1 (for /)"],
];

test.each(mistakes)("the rule %j is refused with the form", (rule, mistake) => {
  expect(() => ignoreRule(rule)).toThrow(new UsageError(`--ignore "${rule}" ${mistake}. ${form}`));
});

/** The rule that suppresses each finding. */
function suppressedBy(findings: Finding[], given: string[], at = now): (string | null)[] {
  const applied = applyIgnoring(findings, given.map(ignoreRule), at);
  return applied.findings.map(({ suppressed }) => suppressed?.rule ?? null);
}

const whole = (kind: Finding["kind"]): Finding => findingOf({ kind, path: null });

test.each<[rule: string, Finding, suppressed: boolean]>([
  ["/displayName", findingOf(), true],
  ["vcluster-platform:index:SpaceTemplate#/displayName", findingOf(), true],
  ["*::dev#/displayName", findingOf(), true],
  ["dev#/description", findingOf(), false],
  ["prod#/displayName", findingOf(), false],
  ["dev#/labels", findingOf({ path: "/labels/team" }), true],
  ["dev#/labels/team", findingOf({ path: "/labels" }), false],
  ["dev#", whole("orphan"), true],
  ["dev#/displayName", whole("deleted"), false],
])("the rule %s suppresses the finding: %j", (what, finding, suppressed) => {
  const { findings } = applyIgnoring([finding], [ignoreRule(`${what} until 2026-12-31 because x`)], now);
  const reason = { rule: what, reason: "x", until: "2026-12-31" };
  expect(findings).toEqual([{ ...finding, suppressed: suppressed ? reason : null }]);
});

test("the first matching rule gives the reason", () => {
  const given = ["dev# until 2026-12-31 because one", "/displayName until 2026-12-31 because two"];
  expect(suppressedBy([findingOf()], given)).toEqual(["dev#"]);
});

test.each([
  ["2026-12-31T23:59:59.999Z", "dev#"],
  ["2027-01-01T00:00:00.000Z", null],
])("a rule holds until the end of its day in UTC: %s", (at, suppressed) => {
  expect(suppressedBy([findingOf()], ["dev# until 2026-12-31 because x"], new Date(at))).toEqual([suppressed]);
});

test("a rule that has ended is noted", () => {
  const rule = (until: string) => ignoreRule(`dev# until ${until} because x`);
  const notes = ['--ignore "dev#" ended on 2026-11-20 and suppresses nothing any more: take it out'];
  expect(applyIgnoring([findingOf()], [rule("2026-11-20"), rule("2026-12-31")], now).notes).toEqual(notes);
});

test.each(findingKindNames)("`*#` suppresses every finding but unknown ones: %s", (kind) => {
  const findings = [null, "", "/a", "/a/b"].map((path) => findingOf({ kind, path }));
  const suppressed = kind === "unknown" ? null : "*#";
  expect(suppressedBy(findings, ["*# until 2026-12-31 because x"])).toEqual(Array(4).fill(suppressed));
});
