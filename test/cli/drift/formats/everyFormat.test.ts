import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { jsonReport } from "../../../../cli/drift/drift";
import { type FindingKindName, findingKindNames, findingKinds } from "../../../../cli/drift/findingKinds";
import { junitReport, xmlText } from "../../../../cli/drift/formats/junit";
import { type Finding, type Report, report as reportType } from "../../../../cli/drift/report";
import { oneLine } from "../../../../cli/words";
import { parseJson } from "../../../../provider/api/input/untrustedJson";
import { controlText, findingOf, reportOf, richReport } from "../../../support/driftReports";
import { root } from "../../../support/environment";
import { elementsOf, xmlOf } from "../../../support/xmlOf";

const published = JSON.parse(readFileSync(`${root}/schemas/drift-report.v1.json`, "utf8"));
const validateJson = new Ajv2020({ allErrors: true }).compile(published);

/** Where and how a value breaks the schema. */
function errorsOf(value: unknown): string[] {
  validateJson(value);
  return validateJson.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`) ?? [];
}

// Control characters, halves of pairs and markup are as likely as letters.
const markup = [
  "]]>",
  "<!--",
  "&#0;",
  "[[ATTACHMENT|/etc/passwd]]",
  "](https://evil.example)",
  "##[error]forged",
  "##vso[a.b]c",
];
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.array(fc.constantFrom(controlText, "\u001b[2J", "\n", "\r", ...markup)).map((pieces) => pieces.join("")),
);
// The provider reads values with parseJson, so no value has a key `__proto__`.
const anyJson = fc.json().map(parseJson);
const anyValue = fc.option(fc.oneof(anyText, anyJson), { nil: undefined }) as fc.Arbitrary<Finding["live"]>;
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const anyTime = fc.constantFrom("2026-11-20T10:02:00Z", "2026-01-01T00:00:00Z");

const anyFinding: fc.Arbitrary<Finding> = fc.record({
  kind: fc.constantFrom(...findingKindNames),
  subject: fc.record({
    urn: orNull(anyText.map((name) => `urn:pulumi:prod::shop::vcluster-platform:index:SpaceTemplate::${name}`)),
    type: anyText,
    name: anyText,
    id: orNull(anyText),
    platform: orNull(anyText),
  }),
  path: orNull(anyText.map((key) => `/labels/${key}`)),
  expected: anyValue,
  live: anyValue,
  by: orNull(fc.record({ manager: anyText, time: orNull(anyTime) })),
  message: anyText,
  remedy: fc.constant("Do this."),
  fingerprint: fc.string({ minLength: 1 }),
  suppressed: orNull(fc.record({ rule: anyText, reason: anyText, until: fc.constant("2026-12-31") })),
});

const parts: fc.Arbitrary<Partial<Report>> = fc.record({
  stack: fc.record({ name: anyText, project: anyText }),
  resources: fc.record({ checked: fc.nat(), unread: fc.nat() }),
  findings: fc.array(anyFinding, { maxLength: 8 }),
  notes: fc.array(anyText, { maxLength: 3 }),
  outcome: fc.constantFrom("clean", "drift", "error", "unauthorized"),
});
const anyReport = parts.map(reportOf);

type Found = [kind: FindingKindName | undefined, isSuppressed: boolean];

/** The findings in each format, after a check of the whole text. */
function inJson(text: string, report: Report): Found[] {
  const parsed = JSON.parse(text) as Report;
  expect(errorsOf(parsed)).toEqual([]);
  expect(reportType.parse(parsed)).toEqual(JSON.parse(JSON.stringify(report)));
  return parsed.findings.map(({ kind, suppressed }) => [kind, suppressed !== null]);
}

function inJunit(text: string, report: Report): Found[] {
  const tree = xmlOf(text);
  const all = elementsOf(tree, "testcase");
  for (const { attributes } of [tree, ...elementsOf(tree, "testsuite")]) expect(attributes.tests).toBe(`${all.length}`);
  expect(text).not.toContain("[[");
  expect(all.filter(({ attributes }) => attributes.name?.includes("\n"))).toEqual([]);
  const cases = all.filter(({ attributes }) => attributes.classname !== "drift");
  const messages = cases.map(({ children }) => children[0]?.text.split("\n")[0]);
  expect(messages).toEqual(report.findings.map(({ message }) => xmlText(oneLine(message))));
  return cases.map(({ attributes: { name }, children }) => [
    findingKindNames.find((kind) => name?.startsWith(`${findingKinds[kind].title}: `)),
    children[0]?.attributes.message?.startsWith("Suppressed until ") ?? false,
  ]);
}

const formats: [string, (report: Report) => string, (text: string, report: Report) => Found[]][] = [
  ["JSON", jsonReport, inJson],
  ["JUnit", junitReport, inJunit],
];

test.each(formats)(
  "every report in %s is valid, and holds every finding and no control character",
  (_, write, read) => {
    const property = fc.property(anyReport, (report) => {
      const text = write(report);
      expect(read(text, report)).toEqual(report.findings.map(({ kind, suppressed }) => [kind, suppressed !== null]));
      expect(text).not.toMatch(/##[\w.]*\[|^\s*::/m);
      expect(text).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}|\p{Cs}/u);
    });
    fc.assert(property, { examples: [[richReport]] });
  },
);

test.each(formats)("a report in %s shows that a secret was changed", (_, write) => {
  expect(write(richReport)).toMatch(/^ *"?live"?: "?\[secret\]/m);
});

test("the published schema accepts fields of newer releases", () => {
  expect(errorsOf({ ...reportOf(), findings: [{ ...findingOf(), more: 1 }], more: 1 })).toEqual([]);
});
