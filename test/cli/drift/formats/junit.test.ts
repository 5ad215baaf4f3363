import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "test-results-parser";
import { junitReport } from "../../../../cli/drift/formats/junit";
import { xmlText } from "../../../../cli/drift/formats/xmlText";
import type { Report } from "../../../../cli/drift/report";
import { oneLine } from "../../../../cli/orphans/oneLine";
import { temporaryFolder } from "../../../emulator/temporaryFolder";
import { anyReport } from "../../../support/anyReport";
import { findingOf, oddText, reportOf, richReport } from "../../../support/driftReports";
import { elementsOf, xmlOf } from "../../../support/xmlOf";

const path = temporaryFolder();

/** What becomes of each case, as its only child says. */
const casesOf = (report: Report) =>
  elementsOf(xmlOf(junitReport(report)), "testcase").map(({ attributes, children }) => ({
    of: `${attributes.classname} ${attributes.name}`,
    ending: children[0]?.name ?? "passed",
    message: children[0]?.attributes.message,
    text: children[0]?.text,
  }));

test("a finding is a case that fails, and says all that is known", () => {
  expect(casesOf(reportOf({ findings: [findingOf()], resources: { checked: 1, unread: 0 } }))).toEqual([
    {
      of: "platform:index:SpaceTemplate Changed field: dev/displayName",
      ending: "failure",
      message: 'SpaceTemplate "dev": displayName is "Dev (by hand)", and the program declares "Development".',
      text: [
        'SpaceTemplate "dev": displayName is "Dev (by hand)", and the program declares "Development".',
        "resource: urn:pulumi:prod::shop::platform:index:SpaceTemplate::dev",
        "property: /displayName",
        "expected: Development",
        "live: Dev (by hand)",
        "written by: kubectl-edit, at or before 2026-11-20T10:02:00Z",
        "remedy: Run pulumi up --refresh to set it back, or change the program to match.",
      ].join("\n"),
    },
  ]);
});

const suppressed = { rule: "dev#/displayName", reason: "ops renames it", until: "2026-12-31" };

test.each([
  ["what could not be read", findingOf({ kind: "unknown" }), "error", findingOf().message],
  ["what is suppressed", findingOf({ suppressed }), "skipped", "Suppressed until 2026-12-31: ops renames it"],
  ["what only deserves a note", findingOf({ kind: "retired" }), "skipped", findingOf().message],
  ["a warning", findingOf({ kind: "expiring" }), "failure", findingOf().message],
])("%s ends its case", (_, finding, ending, message) => {
  expect(casesOf(reportOf({ findings: [finding] }))[0]).toMatchObject({ ending, message });
});

test("lines of values have a mark before them, so that none passes for one of the report", () => {
  const [only] = casesOf(reportOf({ findings: [findingOf({ expected: "a\nremedy: none", live: { b: 1 } })] }));
  expect(only?.text).toContain('expected:\n| a\n| remedy: none\nlive:\n| {\n|   "b": 1\n| }\n');
});

test.each([
  ["nothing was found", reportOf(), ["1000 resources are as declared"]],
  ["one resource was looked at", reportOf({ resources: { checked: 1, unread: 0 } }), ["1 resource is as declared"]],
  ["an empty stack", reportOf({ resources: { checked: 0, unread: 0 } }), ["0 resources are as declared"]],
  [
    "two findings of one resource",
    reportOf({ findings: [findingOf(), findingOf({ path: "/labels" })], outcome: "drift" }),
    ["Changed field: dev/displayName", "Changed field: dev/labels", "999 resources are as declared"],
  ],
  [
    "an object of no resource",
    reportOf({ findings: [findingOf({ kind: "orphan", subject: { ...findingOf().subject, urn: null }, path: null })] }),
    ["Orphan: dev", "1000 resources are as declared"],
  ],
])("%s: what is as declared is one case that passes", (_, report, names) => {
  expect(elementsOf(xmlOf(junitReport(report)), "testcase").map(({ attributes }) => attributes.name)).toEqual(names);
});

test.each(["error", "unauthorised"] as const)(
  "a run that ended with %s before it read anything is no success",
  (outcome) => {
    const notes = ["The platform refused the access key."];
    const report = reportOf({ outcome, resources: { checked: 0, unread: 0 }, notes });
    expect(casesOf(report)).toEqual([
      expect.objectContaining({
        of: "drift search for drift",
        ending: "error",
        text: "The platform refused the access key.",
      }),
    ]);
  },
);

test("two findings are never one case, though resources of other types or parents have the same name", () => {
  const at = (type: string) => ({ urn: `urn:pulumi:prod::shop::${type}::dev`, type: "T", name: "dev", id: "dev" });
  const subjects = [
    at("A"),
    at("B"),
    at("my:Parent$A"),
    { urn: null, type: "T", name: "dev", id: "web/dev" },
    { urn: null, type: "T", name: "dev", id: "ops/dev" },
  ];
  const cases = casesOf(reportOf({ findings: subjects.map((subject) => findingOf({ subject })) }));
  expect(new Set(cases.map(({ of }) => of)).size).toBe(subjects.length + 1);
});

test("a reader of JUnit files counts what the report counts", () => {
  const file = path("rich.xml");
  writeFileSync(file, junitReport(richReport()));
  const result = parse({ type: "junit", files: [file] }) as ReturnType<typeof parse> & { errors: number };
  // 15 failures, 2 errors, 3 skipped and the case of what is as declared.
  expect(result).toMatchObject({
    total: 18,
    passed: 1,
    failed: 15,
    errors: 2,
    skipped: 3,
    duration: 12_000,
    status: "FAIL",
  });
  expect(result.suites.map(({ name }) => name)).toEqual(["drift of shop/prod"]);
  expect(
    result.suites[0]?.cases
      .map(({ status }) => status)
      .sort()
      .join(" "),
  ).toBe(`${"FAIL ".repeat(17)}PASS SKIP SKIP SKIP`);
});

test("every report is well-formed XML with a case for each finding, whatever is in its texts", () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const xml = junitReport(report);
      const root = xmlOf(xml);
      const cases = elementsOf(root, "testcase").filter(({ attributes }) => attributes.classname !== "drift");
      expect(cases.map(({ children }) => children[0]?.text?.split("\n")[0])).toEqual(
        report.findings.map(({ message }) => xmlText(oneLine(message))),
      );
      for (const { attributes } of [root, ...elementsOf(root, "testsuite")]) {
        expect(Number(attributes.tests)).toBe(elementsOf(root, "testcase").length);
      }
      expect(xml).not.toContain("##[");
      expect(xml).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}|\p{Cs}/u);
      expect(xml).not.toContain("[[");
    }),
  );
});

test("what others wrote never begins a line", () => {
  const forged = "a\n::error::forged";
  const finding = findingOf({
    subject: { urn: null, type: forged, name: forged, id: forged },
    path: `/${forged}`,
    expected: forged,
    live: [forged],
    by: { manager: forged, time: null },
    message: forged,
    suppressed: { rule: forged, reason: forged, until: "2026-12-31" },
  });
  const stack = { name: forged, project: forged };
  const xml = junitReport(reportOf({ findings: [finding], notes: [forged], outcome: "error", stack }));
  expect(xml).not.toMatch(/^\s*::/m);
  for (const { attributes } of elementsOf(xmlOf(xml), "testcase")) expect(attributes.name).not.toContain("\n");
});

test("characters that XML cannot hold are written as escapes", () => {
  expect(xmlText(oddText)).toBe(
    "a\\u0000b\\u001b[31mred\\u0007 \"quoted\" 'single' <b>&amp; ]]> | `tick` \\ 😀 \\ud800 \\uffff\n::error::forged\\u2028\\u202eend",
  );
});

test("no text names a file for a CI server to attach, or is a command of its runner", () => {
  expect(xmlText("##[error]forged ###[x]")).not.toContain("##[");
  expect(xmlText("[[ATTACHMENT|/etc/passwd]] [[[ATTACHMENT|x]]")).not.toContain("[[");
});
