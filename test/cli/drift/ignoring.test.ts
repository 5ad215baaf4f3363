import fc from "fast-check";
import { UsageError } from "../../../cli/command";
import { findingKindNames } from "../../../cli/drift/findingKinds";
import { applyIgnoring, ignoreRule } from "../../../cli/drift/ignoring";
import type { Finding } from "../../../cli/drift/report";
import { findingOf } from "../../support/driftReports";

const now = new Date("2026-11-21T12:00:00Z");

const rules: [
  given: string,
  ...rule: [what: string, resource: string, pointer: string, until: string, reason: string],
][] = [
  [
    "dev#/displayName until 2026-12-31 because ops renames it",
    ...(["dev#/displayName", "dev", "/displayName", "2026-12-31", "ops renames it"] as const),
  ],
  [
    "/labels/a~1b#c until 2028-02-29 because of the leap day, until then because",
    ...(["/labels/a~1b#c", "*", "/labels/a~1b#c", "2028-02-29", "of the leap day, until then because"] as const),
  ],
  ["  team #1#   until   2026-12-31   because   x  ", "team #1#", "team #1", "", "2026-12-31", "x"],
  [
    "urn:pulumi:*::dev#/a#/b until 2026-12-31 because x",
    ...(["urn:pulumi:*::dev#/a#/b", "urn:pulumi:*::dev", "/a#/b", "2026-12-31", "x"] as const),
  ],
];

test.each(rules)("%j is understood", (given, what, resource, pointer, until, reason) => {
  expect(ignoreRule(given)).toEqual({ what, resource, pointer, until, reason });
});

const form =
  'The form is "<resource>#<pointer> until <YYYY-MM-DD> because <reason>", ' +
  'such as "dev#/displayName until 2026-12-31 because ops renames it"';

const mistakes: [given: string, what: string][] = [
  ["dev#/displayName because ops renames it", "has no end date"],
  ["dev#/displayName", "has no end date"],
  ["", "has no end date"],
  ["dev#/a until because x", "has no end date"],
  ["dev#/a because x until 2026-12-31", "has no end date"],
  ["dev#/a until 2026-02-30 because x", "has an end date that is none, 2026-02-30"],
  ["dev#/a until 2027-02-29 because x", "has an end date that is none, 2027-02-29"],
  ["dev#/a until 2026-13-01 because x", "has an end date that is none, 2026-13-01"],
  ["dev#/a until 31.12.2026 because x", "has an end date that is none, 31.12.2026"],
  ["dev#/a until 2026-12-31T00:00:00Z because x", "has an end date that is none, 2026-12-31T00:00:00Z"],
  ["dev#/a until forever because x", "has an end date that is none, forever"],
  ["dev#/a until 2026-12-31", "gives no reason"],
  ["dev#/a until 2026-12-31 because", "gives no reason"],
  ["dev#/a until 2026-12-31 because   ", "gives no reason"],
  ["dev#displayName until 2026-12-31 because x", "has a pointer that does not begin with /"],
  ["dev until 2026-12-31 because x", "needs a pointer that begins with /, or the resource and # before it"],
  ["displayName until 2026-12-31 because x", "needs a pointer that begins with /, or the resource and # before it"],
  ["#/displayName until 2026-12-31 because x", "names no resource before #, where * stands for all"],
  ["# until 2026-12-31 because x", "names no resource before #, where * stands for all"],
  ["dev#/a~b until 2026-12-31 because x", "has a ~ in its pointer that is neither ~0 (for ~) nor ~1 (for /)"],
  ["/a~ until 2026-12-31 because x", "has a ~ in its pointer that is neither ~0 (for ~) nor ~1 (for /)"],
];

test.each(mistakes)("%j is refused with its form", (given, what) => {
  expect(() => ignoreRule(given)).toThrow(new UsageError(`--ignore "${given}" ${what}. ${form}`));
});

/** What the rules suppress, as what each of them says it matches. */
function suppressedBy(findings: Finding[], given: string[], at = now): (string | null)[] {
  const applied = applyIgnoring(findings, given.map(ignoreRule), at);
  return applied.findings.map(({ suppressed }) => suppressed?.rule ?? null);
}

const whole = (kind: Finding["kind"]): Finding => findingOf({ kind, path: null });

const matched: [string, Finding, given: string, suppressed: boolean][] = [
  ["the field of the resource", findingOf(), "dev#/displayName", true],
  ["the field of any resource", findingOf(), "/displayName", true],
  ["the field of a type", findingOf(), "platform:index:SpaceTemplate#/displayName", true],
  ["the field of a pattern", findingOf(), "*::dev#/displayName", true],
  ["another field", findingOf(), "dev#/description", false],
  ["another resource", findingOf(), "prod#/displayName", false],
  ["what is below", findingOf({ path: "/labels/team" }), "dev#/labels", true],
  ["what is above", findingOf({ path: "/labels" }), "dev#/labels/team", false],
  ["everything of the resource: a field", findingOf(), "dev#", true],
  ["everything of the resource: its end", whole("deleted"), "dev#", true],
  ["everything of the resource: an orphan", whole("orphan"), "dev#", true],
  ["a field, where the whole is gone", whole("deleted"), "dev#/displayName", false],
];

test.each(matched)("a rule for %s", (_, finding, given, suppressed) => {
  const rule = `${given} until 2026-12-31 because x`;
  expect(suppressedBy([finding], [rule])).toEqual([suppressed ? given : null]);
});

test("a suppressed finding gets the reason and the date, and nothing else changes", () => {
  const { findings, notes } = applyIgnoring(
    [findingOf()],
    [ignoreRule("dev#/displayName until 2026-12-31 because ops renames it")],
    now,
  );
  const suppressed = { rule: "dev#/displayName", reason: "ops renames it", until: "2026-12-31" };
  expect(findings).toEqual([{ ...findingOf(), suppressed }]);
  expect(notes).toEqual([]);
});

test("the first matching rule gives the reason, and a second one counts as matching", () => {
  const given = ["dev# until 2026-12-31 because one", "/displayName until 2026-12-31 because two"];
  expect(suppressedBy([findingOf()], given)).toEqual(["dev#"]);
  expect(applyIgnoring([findingOf()], given.map(ignoreRule), now).notes).toEqual([]);
});

const days: [string, now: string, suppressed: boolean][] = [
  ["the day before", "2026-12-30T23:59:59.999Z", true],
  ["its first moment", "2026-12-31T00:00:00.000Z", true],
  ["its last moment", "2026-12-31T23:59:59.999Z", true],
  ["the next day", "2027-01-01T00:00:00.000Z", false],
  ["the next year", "2027-12-31T00:00:00.000Z", false],
];

test.each(days)("a rule holds until the end of its day in UTC: %s", (_, at, suppressed) => {
  const given = "dev# until 2026-12-31 because x";
  expect(suppressedBy([findingOf()], [given], new Date(at))).toEqual([suppressed ? "dev#" : null]);
});

const anyUnread = findingOf({ kind: "unknown", path: null, subject: { urn: null, type: "t", name: "n", id: null } });
const over = ['--ignore "dev#" ended on 2026-11-20 and suppresses nothing any more: take it out'];
const useless = (what: string) => [`--ignore "${what}" matches nothing any more: take it out`];

const notes: [string, Finding[], given: string, notes: string[]][] = [
  ["has ended", [findingOf()], "dev# until 2026-11-20", over],
  ["has ended and would match nothing", [], "dev# until 2026-11-20", over],
  ["matches nothing", [findingOf()], "prod#/displayName until 2026-12-31", useless("prod#/displayName")],
  ["matches", [findingOf()], "dev#/displayName until 2026-12-31", []],
  ["may match an unread part of its resource", [whole("unknown")], "dev#/displayName until 2026-12-31", []],
  ["may match an unread resource", [anyUnread], "dev#/displayName until 2026-12-31", []],
  ["cannot match another unread resource", [whole("unknown")], "prod# until 2026-12-31", useless("prod#")],
];

test.each(notes)("the note on a rule that %s", (_, findings, given, expected) => {
  expect(applyIgnoring(findings, [ignoreRule(`${given} because x`)], now).notes).toEqual(expected);
});

test("`*#` suppresses every finding but unknown ones", () => {
  fc.assert(
    fc.property(fc.constantFrom(...findingKindNames), fc.option(fc.constantFrom("", "/a", "/a/b")), (kind, path) => {
      const [suppressed] = suppressedBy([findingOf({ kind, path })], ["*# until 2026-12-31 because x"]);
      expect(suppressed).toBe(kind === "unknown" ? null : "*#");
    }),
  );
});
