import type { FindingKindName } from "../../../../cli/drift/findingKinds";
import { summary } from "../../../../cli/drift/formats/summary";
import type { Finding, Report } from "../../../../cli/drift/report";
import { findingOf, reportOf, richReport } from "../../../support/driftReports";

const of = (kind: FindingKindName, name: string, more: Partial<Finding> = {}) =>
  findingOf({ kind, subject: { urn: `urn of ${name}`, type: "t", name, id: name }, ...more });

const suppressed = { suppressed: { rule: "dev#", reason: "a trial", until: "2026-12-31" } };

function reportWith(findings: Finding[], outcome: Report["outcome"], resources = { checked: 1000, unread: 0 }): Report {
  const { counts } = reportOf();
  const counting = findings.filter((finding) => finding.suppressed === null);
  for (const { kind } of counting) counts[kind]++;
  return reportOf({ findings, counts, suppressed: findings.length - counting.length, outcome, resources });
}

const summaries: [string, Report, line: string][] = [
  [
    "drift",
    reportWith(
      [
        of("deleted", "a"),
        of("changed", "b"),
        of("changed", "c", { path: "/x" }),
        of("changed", "c", { path: "/y" }),
        of("changed", "d", suppressed),
      ],
      "drift",
    ),
    "3 of 1,000 resources drifted: 2 changed, 1 deleted; 1 suppressed.",
  ],
  ["nothing", reportWith([], "clean"), "1,000 resources are as declared."],
  ["nothing in a small stack", reportWith([], "clean", { checked: 1, unread: 0 }), "1 resource is as declared."],
  ["an empty stack", reportWith([], "clean", { checked: 0, unread: 0 }), "There is no resource to compare."],
  [
    "suppressed drift only",
    reportWith([of("changed", "a", suppressed)], "clean"),
    "1,000 resources are as declared, apart from what is suppressed; 1 suppressed.",
  ],
  [
    "objects that are no resources",
    reportWith([of("orphan", "a"), of("orphan", "b"), of("retired", "c")], "drift"),
    "1,000 resources are as declared; 2 orphans; 1 retired key.",
  ],
  [
    "what fails no run",
    reportWith([of("expiring", "a")], "clean"),
    "1 of 1,000 resources drifted: 1 expiring; nothing of it fails this run.",
  ],
  [
    "what could not be read",
    reportWith([of("unknown", "a"), of("unknown", "b")], "error", { checked: 998, unread: 2 }),
    "998 resources are as declared. 2 resources could not be read: nothing is said about them.",
  ],
  [
    "drift beside what could not be read",
    reportWith([of("changed", "a"), of("unknown", "b")], "error", { checked: 998, unread: 1 }),
    "1 of 999 resources drifted: 1 changed. 1 resource could not be read: nothing is said about it.",
  ],
  [
    "a search for orphans that failed",
    reportWith([of("unknown", "a")], "error"),
    "1,000 resources are as declared. 1 read failed: nothing is said about it.",
  ],
  [
    "a refused access key",
    reportWith([of("unknown", "a")], "unauthorised", { checked: 0, unread: 1000 }),
    "Not authorised: an access key or a login is missing or was refused. 1,000 resources could not be read: nothing is said about them.",
  ],
  [
    "an access key that was refused at once",
    reportWith([], "unauthorised", { checked: 0, unread: 0 }),
    "Not authorised: an access key or a login is missing or was refused.",
  ],
  ["a failure", reportWith([], "error", { checked: 0, unread: 0 }), "The search did not come to its end."],
  [
    "one of each kind",
    richReport(),
    "11 of 1,000 resources drifted: 3 changed, 1 deleted, 1 recreated, 1 terminating, 1 rotated, 1 disabled, 1 expired, " +
      "1 expiring, 1 due, 1 unfinished; 1 orphan; 1 retired key; 2 suppressed. 2 resources could not be read: nothing is said about them.",
  ],
];

test.each(summaries)("%s", (_, report, line) => {
  expect(summary(report)).toBe(line);
});
