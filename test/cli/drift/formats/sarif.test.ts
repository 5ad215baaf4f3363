import type { Log, Result, Run } from "sarif";
import { docsUri } from "../../../../cli/drift/formats/docsUri";
import { sarifReport } from "../../../../cli/drift/formats/sarif";
import type { Finding, Report } from "../../../../cli/drift/report";
import { findingOf, reportOf, richReport } from "../../../support/driftReports";

const runOf = (report: Report) => (JSON.parse(sarifReport(report)) as Log).runs[0] as Run;
const resultOf = (more: Partial<Finding>) => runOf(reportOf({ findings: [findingOf(more)] })).results?.[0] as Result;
const notifications = (report: Report) =>
  runOf(report).invocations?.[0]?.toolExecutionNotifications?.map(({ level, message }) => `${level}: ${message.text}`);

test("a result has the fields that GitHub code scanning requires, and the values", () => {
  const name = "dev";
  const fullyQualifiedName = "urn:pulumi:prod::shop::platform:index:SpaceTemplate::dev";
  expect(resultOf({})).toEqual({
    ruleId: "changed",
    ruleIndex: 0,
    level: "error",
    message: { text: findingOf().message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "Pulumi.yaml", uriBaseId: "%SRCROOT%" },
          region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
        },
        logicalLocations: [{ name, fullyQualifiedName, kind: "resource" }],
      },
    ],
    partialFingerprints: {
      "driftFingerprint/v1": "f-changed-dev-displayName",
      primaryLocationLineHash: "f-changed-dev-displayName",
    },
    suppressions: [],
    properties: {
      path: "/displayName",
      expected: "Development",
      live: "Dev (by hand)",
      by: { manager: "kubectl-edit", time: "2026-11-20T10:02:00Z" },
    },
  });
});

test("every rule has the fields that GitHub code scanning requires, and short texts", () => {
  for (const rule of runOf(reportOf()).tool.driver.rules ?? []) {
    const texts = [rule.shortDescription, rule.fullDescription, rule.help].map((shown) => shown?.text);
    for (const text of texts) expect(text).toMatch(/^.{1,1024}$/);
    expect(rule.name).toMatch(/^Drift[A-Z][A-Za-z]+$/);
    expect(["error", "warning", "note"]).toContain(rule.defaultConfiguration?.level);
  }
});

test("the rule index of each result is that of its rule", () => {
  const { results = [], tool } = runOf(richReport);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
});

test("a suppressed finding is a note with the reason and the date", () => {
  const suppressed = { rule: "dev#/displayName", reason: "ops renames it", until: "2026-12-31" };
  expect(resultOf({ message: "It was changed.", suppressed })).toMatchObject({
    suppressions: [{ kind: "external", status: "accepted", justification: "ops renames it" }],
    level: "note",
    message: { text: "It was changed. Suppressed until 2026-12-31: ops renames it" },
    properties: { suppressed },
  });
});

test("an unread resource is an error notification of a failed run", () => {
  const unknown = findingOf({ kind: "unknown", message: "It could not be read: 403." });
  expect(runOf(reportOf({ findings: [unknown] })).invocations?.[0]).toEqual({
    executionSuccessful: false,
    startTimeUtc: "2026-11-21T06:00:00Z",
    endTimeUtc: "2026-11-21T06:00:12Z",
    toolExecutionNotifications: [
      { level: "error", message: { text: "It could not be read: 403." }, associatedRule: { id: "unknown", index: 12 } },
    ],
  });
});

test.each([
  ["clean", true],
  ["drift", true],
  ["error", false],
  ["unauthorised", false],
] as const)("a run with the outcome %s was successful: %s", (outcome, successful) => {
  expect(runOf(reportOf({ outcome })).invocations?.[0]?.executionSuccessful).toBe(successful);
});

test.each([
  [{ name: "prod", project: "shop" }, "drift/shop/prod/"],
  [{ name: "prod", project: "" }, "drift/prod/"],
  [{ name: "acme/shop/prod", project: "shop" }, "drift/shop/acme/shop/prod/"],
])("the stack %j has the category %s", (stack, id) => {
  expect(runOf(reportOf({ stack })).automationDetails?.id).toBe(id);
});

test("messages and notes make no link", () => {
  expect(resultOf({ message: "It is [a link](https://evil.example)." }).message.text).not.toContain("](");
  const notes = ["A rule is over.", "[a](https://evil.example)"];
  expect(notifications(reportOf({ notes }))).toEqual(["note: A rule is over.", expect.not.stringContaining("](")]);
});

const many = (count: number, more: Partial<Finding> = {}) =>
  Array.from({ length: count }, (_, index) => findingOf({ fingerprint: `f-${index}`, ...more }));

test("a warning says how many findings GitHub shows", () => {
  expect(notifications(reportOf({ findings: many(5_000) }))).toEqual([]);
  const shown = "warning: GitHub shows the 5,000 most severe of 5,001 findings.";
  expect(notifications(reportOf({ findings: many(5_001) }))).toEqual([shown]);
});

test("the least severe findings are omitted if there are more than GitHub accepts, and a warning says so", () => {
  const suppressed = { rule: "dev#", reason: "known", until: "2026-12-31" };
  const findings = [
    ...many(2, { suppressed }),
    ...many(1, { kind: "retired" }),
    ...many(2, { kind: "expiring" }),
    ...many(24_998),
    ...many(1, { kind: "unknown", message: "Not read." }),
  ];
  const report = reportOf({ findings });
  const kinds = runOf(report).results?.map(({ ruleId }) => ruleId) ?? [];
  expect([kinds.length, kinds[0], ...kinds.slice(-2)]).toEqual([25_000, "unknown", "changed", "expiring"]);
  expect(notifications(report)).toEqual([
    "error: Not read.",
    "warning: GitHub shows the 5,000 most severe of 25,004 findings. The 4 least severe are not in this file, because GitHub refuses more than 25,000. The JSON report has them all.",
  ]);
});

const github = "https://github.com/acme/platform";
test.each([
  [{ type: "git", url: `git+${github}.git` }, `${github}/blob/HEAD/docs/drift.md`],
  [github, `${github}/blob/HEAD/docs/drift.md`],
  [{ type: "git", url: "git@github.com:acme/platform.git" }, undefined],
  [null, undefined],
])("the page of the repository %j is %s", (repository, page) => {
  expect(docsUri("drift.md", repository)).toBe(page);
});
