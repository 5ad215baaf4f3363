import { readFileSync } from "node:fs";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { Log, Result, Run } from "sarif";
import { docsUri } from "../../../../cli/drift/formats/docsUri";
import { sarifReport } from "../../../../cli/drift/formats/sarif";
import type { Finding, Report } from "../../../../cli/drift/report";
import { anyReport } from "../../../support/anyReport";
import { findingOf, reportOf, richReport } from "../../../support/driftReports";

const schemaFile = require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")));

function runOf(report: Report): Run {
  const log = JSON.parse(sarifReport(report)) as Log;
  validate(log);
  expect(validate.errors ?? []).toEqual([]);
  expect(log.runs).toHaveLength(1);
  return log.runs[0] as Run;
}

const resultOf = (more: Partial<Finding>) => runOf(reportOf({ findings: [findingOf(more)] })).results?.[0] as Result;
const notifications = (report: Report) =>
  runOf(report).invocations?.[0]?.toolExecutionNotifications?.map(({ level, message }) => `${level}: ${message.text}`);

test("every report is valid by the schema of SARIF 2.1.0, whatever is in its texts", () => {
  fc.assert(
    fc.property(anyReport, (any) => {
      expect(runOf(any).results).toHaveLength(any.findings.length);
      expect(sarifReport(any)).not.toContain("##[");
      expect(sarifReport(any)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}/u);
    }),
  );
});

test("the schema refuses what is no SARIF, so that being valid says something", () => {
  const log = JSON.parse(sarifReport(richReport())) as Log;
  const run = log.runs[0] as Run;
  expect(validate({ ...log, version: "2.0.0" })).toBe(false);
  expect(validate({ ...log, runs: [{ ...run, results: [{ ruleId: "changed" }] }] })).toBe(false);
  expect(validate({ ...log, runs: [{ ...run, invocations: [{ startTimeUtc: "yesterday" }] }] })).toBe(false);
});

test("a result has all that code scanning of GitHub asks for, and says what was found", () => {
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
        logicalLocations: [
          {
            name: "dev",
            fullyQualifiedName: "urn:pulumi:prod::shop::platform:index:SpaceTemplate::dev",
            kind: "resource",
          },
        ],
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

test("findings at one place of a file stay apart, since the fingerprint that GitHub looks at is theirs", () => {
  const hashes = runOf(richReport()).results?.map(
    ({ partialFingerprints }) => partialFingerprints?.primaryLocationLineHash,
  );
  expect(new Set(hashes).size).toBe(richReport().findings.length);
});

test("every rule has all that code scanning of GitHub asks for, and no text is longer than it shows", () => {
  for (const rule of runOf(reportOf()).tool.driver.rules ?? []) {
    for (const { text } of [rule.shortDescription, rule.fullDescription, rule.help].map(
      (said) => said ?? { text: "" },
    )) {
      expect(text).toMatch(/^.{1,1024}$/);
    }
    expect(rule.name).toMatch(/^Drift[A-Z][A-Za-z]+$/);
    expect(["error", "warning", "note"]).toContain(rule.defaultConfiguration?.level);
  }
});

test("a rule stands where the results of its kind look for it", () => {
  const run = runOf(richReport());
  for (const { ruleId, ruleIndex } of run.results ?? [])
    expect(run.tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
});

test("a suppressed finding says why and until when, and is no error where suppressions are not known", () => {
  const suppressed = { rule: "dev#/displayName", reason: "ops renames it", until: "2026-12-31" };
  const result = resultOf({ message: "It was changed.", suppressed });
  expect(result.suppressions).toEqual([{ kind: "external", status: "accepted", justification: "ops renames it" }]);
  expect(result.level).toBe("note");
  expect(result.message.text).toBe("It was changed. Suppressed until 2026-12-31: ops renames it");
  expect(result.properties?.suppressed).toEqual(suppressed);
});

test("what could not be read is a result and a failure of the run", () => {
  const unknown = findingOf({ kind: "unknown", message: "It could not be read: 403." });
  const run = runOf(reportOf({ findings: [unknown] }));
  expect(run.results?.map(({ ruleId }) => ruleId)).toEqual(["unknown"]);
  expect(run.invocations?.[0]).toEqual({
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

test("notes are told as notifications", () => {
  expect(notifications(reportOf({ notes: ["A rule is over."] }))).toEqual(["note: A rule is over."]);
});

test.each([
  ["a stack of a project", { name: "prod", project: "shop" }, "drift/shop/prod/"],
  ["a stack whose project is not known", { name: "prod", project: "" }, "drift/prod/"],
  ["a stack with an organization", { name: "acme/shop/prod", project: "shop" }, "drift/shop/acme/shop/prod/"],
])("%s has a category of its own, so that no other stack's results are replaced", (_, stack, id) => {
  expect(runOf(reportOf({ stack })).automationDetails?.id).toBe(id);
});

test("words of others make no link", () => {
  expect(resultOf({ message: "It is [a link](https://evil.example)." }).message.text).not.toContain("](");
  expect(notifications(reportOf({ notes: ["[a](https://evil.example)"] }))?.join()).not.toContain("](");
});

const many = (count: number, more: Partial<Finding> = {}) =>
  Array.from({ length: count }, (_, index) => findingOf({ fingerprint: `f-${index}`, ...more }));

test("what GitHub would not show is told", () => {
  expect(notifications(reportOf({ findings: many(5_000) }))).toEqual([]);
  expect(notifications(reportOf({ findings: many(5_001) }))).toEqual([
    "warning: GitHub shows the 5,000 most severe of 5,001 findings.",
  ]);
});

test("of more results than GitHub takes, the least severe are left out, and it is told how many", () => {
  const suppressed = { rule: "dev#", reason: "known", until: "2026-12-31" };
  const findings = [
    ...many(2, { suppressed }),
    ...many(1, { kind: "retired" }),
    ...many(2, { kind: "expiring" }),
    ...many(24_998),
    ...many(1, { kind: "unknown", message: "Not read." }),
  ];
  const report = reportOf({ findings });
  const kinds = JSON.parse(sarifReport(report)).runs[0].results.map(({ ruleId }: Result) => ruleId);
  expect(kinds).toHaveLength(25_000);
  expect(kinds[0]).toBe("unknown");
  expect(kinds.slice(-2)).toEqual(["changed", "expiring"]);
  expect(JSON.parse(sarifReport(report)).runs[0].invocations[0].toolExecutionNotifications).toMatchObject([
    { message: { text: "Not read." } },
    {
      level: "warning",
      message: {
        text: "GitHub shows the 5,000 most severe of 25,004 findings. The 4 least severe are not in this file, because GitHub refuses more than 25,000. The JSON report has them all.",
      },
    },
  ]);
});

test.each([
  [
    { type: "git", url: "git+https://github.com/acme/platform.git" },
    "https://github.com/acme/platform/blob/HEAD/docs/drift.md",
  ],
  ["https://github.com/acme/platform", "https://github.com/acme/platform/blob/HEAD/docs/drift.md"],
  [{ type: "git", url: "git@github.com:acme/platform.git" }, undefined],
  [null, undefined],
])("the page of the repository %j is %s", (repository, page) => {
  expect(docsUri("drift.md", repository)).toBe(page);
});
