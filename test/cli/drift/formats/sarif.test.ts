import type { Log } from "sarif";
import { sarifReport } from "../../../../cli/drift/formats/sarif";
import { findingOf, reportOf } from "../../../support/driftReports";

test("GitHub gets the most severe findings with what it requires, and the rest as notifications", () => {
  const suppressed = { rule: "dev#/displayName", reason: "ops renames it", until: "2026-12-31" };
  const many = Array.from({ length: 24_998 }, () => findingOf({ message: "It is [a link](https://evil.example)." }));
  const few = [
    findingOf({ kind: "retired" }),
    findingOf({ suppressed }),
    findingOf({ kind: "unknown", message: "403." }),
  ];
  const log: Log = JSON.parse(sarifReport(reportOf({ findings: [...few, ...many], notes: ["A rule is over."] })));
  const { results = [], invocations, automationDetails } = log.runs[0] ?? {};
  expect(automationDetails?.id).toBe("drift/shop/prod/");
  expect(results).toHaveLength(25_000);
  expect(results.slice(-2)).toMatchObject([
    { ruleId: "changed", level: "error", message: { text: expect.not.stringContaining("](") }, suppressions: [] },
    { ruleId: "retired", level: "note" },
  ]);
  expect(results[1]).toMatchObject({
    locations: [{ logicalLocations: [{ name: "dev", fullyQualifiedName: findingOf().subject.urn, kind: "resource" }] }],
    partialFingerprints: { "driftFingerprint/v1": "f-changed-dev-displayName" },
    properties: { path: "/displayName", expected: "Development", live: "Dev (by hand)", by: findingOf().by },
  });
  const notifications = invocations?.[0]?.toolExecutionNotifications?.map(({ message }) => message.text);
  expect(notifications).toEqual(["403.", expect.stringMatching(/most severe of 25,001 findings/), "A rule is over."]);
  expect(invocations?.[0]?.executionSuccessful).toBe(false);
});
