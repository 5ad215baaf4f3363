import type { Result } from "sarif";
import { type FindingKindName, findingKindNames } from "../../../../cli/drift/findingKinds";
import { jsonReport } from "../../../../cli/drift/formats/json";
import { junitReport } from "../../../../cli/drift/formats/junit";
import { sarifReport } from "../../../../cli/drift/formats/sarif";
import { type Finding, type Report, report } from "../../../../cli/drift/report";
import { richReport } from "../../../support/driftReports";
import { elementsOf, type XmlElement, xmlOf } from "../../../support/xmlOf";

/** What the rich report holds, by kind: findings that count, suppressed ones, and how a case of JUnit ends for those that count. */
const expected: Record<FindingKindName, [counted: number, suppressed: number, ending: string]> = {
  changed: [5, 1, "failure"],
  deleted: [1, 1, "failure"],
  recreated: [1, 0, "failure"],
  terminating: [1, 0, "failure"],
  rotated: [1, 0, "failure"],
  disabled: [1, 0, "failure"],
  expired: [1, 0, "failure"],
  expiring: [1, 0, "failure"],
  due: [1, 0, "failure"],
  unfinished: [1, 0, "failure"],
  orphan: [1, 0, "failure"],
  retired: [1, 0, "skipped"],
  unknown: [2, 0, "error"],
};

const titles: Record<FindingKindName, string> = {
  changed: "Changed field",
  deleted: "Deleted object",
  recreated: "Recreated object",
  terminating: "Terminating object",
  rotated: "Rotated key",
  disabled: "Disabled key",
  expired: "Expired key",
  expiring: "Expiring key",
  due: "Due rotation",
  unfinished: "Unfinished resource",
  orphan: "Orphan",
  retired: "Retired key",
  unknown: "Unknown",
};

const count = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length;

function inJson(kind: FindingKindName): [number, number] {
  const { findings } = JSON.parse(jsonReport(richReport())) as Report;
  const ofKind = findings.filter((finding: Finding) => finding.kind === kind);
  return [count(ofKind, ({ suppressed }) => !suppressed), count(ofKind, ({ suppressed }) => Boolean(suppressed))];
}

function inSarif(kind: FindingKindName): [number, number] {
  const results = JSON.parse(sarifReport(richReport())).runs[0].results as Result[];
  const ofKind = results.filter(({ ruleId }) => ruleId === kind);
  const isSuppressed = ({ suppressions }: Result) => (suppressions ?? []).length > 0;
  return [count(ofKind, (result) => !isSuppressed(result)), count(ofKind, isSuppressed)];
}

function inJunit(kind: FindingKindName): [number, number, string[]] {
  const cases = elementsOf(xmlOf(junitReport(richReport())), "testcase");
  const endings = cases
    .filter(({ attributes }) => attributes.name?.startsWith(`${titles[kind]}: `))
    .map(({ children }) => children[0] as XmlElement);
  const isSuppressed = ({ attributes }: XmlElement) => attributes.message?.startsWith("Suppressed until ") ?? false;
  const counted = endings.filter((ending) => !isSuppressed(ending));
  return [counted.length, count(endings, isSuppressed), [...new Set(counted.map(({ name }) => name))]];
}

test.each(findingKindNames)("every format holds the same findings of the kind %s", (kind) => {
  const [counted, suppressed, ending] = expected[kind];
  expect(inJson(kind)).toEqual([counted, suppressed]);
  expect(inSarif(kind)).toEqual([counted, suppressed]);
  expect(inJunit(kind)).toEqual([counted, suppressed, [ending]]);
});

test("every format says how many findings there are, and no format says more", () => {
  expect(richReport().findings).toHaveLength(20);
  expect(JSON.parse(sarifReport(richReport())).runs[0].results).toHaveLength(20);
  // One case more is that of what is as declared.
  expect(elementsOf(xmlOf(junitReport(richReport())), "testcase")).toHaveLength(21);
});

test("the rich report is one that the command may write", () => {
  const { counts, suppressed } = report.parse(richReport());
  expect(counts).toEqual(Object.fromEntries(findingKindNames.map((kind) => [kind, expected[kind][0]])));
  expect(suppressed).toBe(2);
});

test("every format tells what is hidden as hidden, and says nothing in its stead", () => {
  const ofScope = richReport().findings.find(({ path }) => path === "/scope");
  expect(ofScope).toMatchObject({ expected: "[secret]", live: "[secret]" });
  for (const text of [jsonReport(richReport()), sarifReport(richReport())])
    expect(text).toContain('"live": "[secret]"');
  expect(junitReport(richReport())).toContain("live: [secret]");
});
