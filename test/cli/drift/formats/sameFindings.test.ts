import type { Result } from "sarif";
import { type FindingKindName, findingKindNames, findingKinds } from "../../../../cli/drift/findingKinds";
import { jsonReport } from "../../../../cli/drift/formats/json";
import { junitReport } from "../../../../cli/drift/formats/junit";
import { sarifReport } from "../../../../cli/drift/formats/sarif";
import { type Finding, type Report, report } from "../../../../cli/drift/report";
import { richReport } from "../../../support/driftReports";
import { elementsOf, type XmlElement, xmlOf } from "../../../support/xmlOf";

const endings: Partial<Record<FindingKindName, string>> = { retired: "skipped", unknown: "error" };

/** Counted and suppressed findings of the rich report by kind, and how a JUnit case of a counted one ends. */
const expected = Object.fromEntries(
  findingKindNames.map((kind) => [kind, [1, 0, endings[kind] ?? "failure"] as [number, number, string]]),
) as Record<FindingKindName, [counted: number, suppressed: number, ending: string]>;
expected.changed = [5, 1, "failure"];
expected.deleted = [1, 1, "failure"];
expected.unknown = [2, 0, "error"];

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
    .filter(({ attributes }) => attributes.name?.startsWith(`${findingKinds[kind].title}: `))
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
