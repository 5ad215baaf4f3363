import { junitReport, xmlText } from "../../../../cli/drift/formats/junit";
import type { Report } from "../../../../cli/drift/report";
import { controlText, findingOf, reportOf, richReport, subjectAt } from "../../../support/driftReports";
import { elementsOf, xmlOf } from "../../../support/xmlOf";

/** The cases with the only child of each. */
const casesOf = (report: Report) =>
  elementsOf(xmlOf(junitReport(report)), "testcase").map(({ attributes, children }) => ({
    of: `${attributes.classname} ${attributes.name}`,
    ending: children[0]?.name ?? "passed",
    message: children[0]?.attributes.message,
    text: children[0]?.text,
  }));

test("a finding is a failing case with all values", () => {
  const { message } = findingOf();
  expect(casesOf(reportOf({ findings: [findingOf()], resources: { checked: 1, unread: 0 } }))).toEqual([
    {
      of: "vcluster-platform:index:SpaceTemplate Changed field: dev/displayName",
      ending: "failure",
      message,
      text: [
        message,
        "resource: urn:pulumi:prod::shop::vcluster-platform:index:SpaceTemplate::dev",
        "object: dev",
        "platform: https://platform.test",
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
  ["an unread resource", findingOf({ kind: "unknown" }), "error", findingOf().message],
  ["a suppressed finding", findingOf({ suppressed }), "skipped", "Suppressed until 2026-12-31: ops renames it"],
  ["a note", findingOf({ kind: "retired" }), "skipped", findingOf().message],
  ["a warning", findingOf({ kind: "expiring" }), "failure", findingOf().message],
])("%s ends its case", (_, finding, ending, message) => {
  expect(casesOf(reportOf({ findings: [finding] }))[0]).toMatchObject({ ending, message });
});

test("lines of values have a prefix, so that none looks like a line of the report", () => {
  const [only] = casesOf(reportOf({ findings: [findingOf({ expected: "a\nremedy: none", live: { b: 1 } })] }));
  expect(only?.text).toContain('expected:\n| a\n| remedy: none\nlive:\n| {\n|   "b": 1\n| }\n');
});

const two = [findingOf(), findingOf({ path: "/labels" })];
const orphan = findingOf({ kind: "orphan", subject: { ...findingOf().subject, urn: null }, path: null });

test.each<[Partial<Report>, string[]]>([
  [{}, ["1000 resources are as declared"]],
  [{ resources: { checked: 1, unread: 0 } }, ["1 resource is as declared"]],
  [{ findings: two }, ["Changed field: dev/displayName", "Changed field: dev/labels", "999 resources are as declared"]],
  [{ findings: [orphan] }, ["Orphan: dev", "1000 resources are as declared"]],
])("the resources without drift are one passing case: %#", (more, names) => {
  expect(casesOf(reportOf(more)).map(({ of }) => of.replace(/^\S+ /, ""))).toEqual(names);
});

test.each(["error", "unauthorized"] as const)("a run that ended with %s before any read is an error", (outcome) => {
  const text = "The platform refused the access key.";
  const report = reportOf({ outcome, resources: { checked: 0, unread: 0 }, notes: [text] });
  expect(casesOf(report)).toMatchObject([{ of: "drift search for drift", ending: "error", text }]);
});

test("findings of resources with one name have different cases", () => {
  const subjects = [
    ...["A", "B", "my:Parent$A"].map((type) => ({ ...subjectAt(type, "dev"), type: "T" })),
    ...["web/dev", "ops/dev"].map((id) => ({ urn: null, type: "T", name: "dev", id, platform: null })),
  ];
  const cases = casesOf(reportOf({ findings: subjects.map((subject) => findingOf({ subject })) }));
  expect(new Set(cases.map(({ of }) => of)).size).toBe(subjects.length + 1);
});

test("the counts of the file are those of the report", () => {
  const counts = { tests: "20", failures: "14", errors: "2", skipped: "3" };
  const file = xmlOf(junitReport(richReport));
  for (const { attributes } of [file, ...elementsOf(file, "testsuite")]) expect(attributes).toMatchObject(counts);
  expect(elementsOf(file, "testsuite")[0]?.attributes).toMatchObject({ name: "drift of shop/prod", time: "12.000" });
});

test("characters that XML cannot hold are written as escapes", () => {
  expect(xmlText(controlText)).toBe(
    "a\\u0000b\\u001b[31mred\\u0007 \"quoted\" 'single' <b>&amp; ]]> | `tick` \\ 😀 \\ud800 \\uffff\n\\u003a:error::forged\\u2028\\u202eend",
  );
});

test("no text is a command of a CI server, or names a file for it to attach", () => {
  expect(xmlText("##[error]forged ###[x]")).not.toContain("##[");
  expect(xmlText("[[ATTACHMENT|/etc/passwd]] [[[ATTACHMENT|x]]")).not.toContain("[[");
});
