import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { jsonReport } from "../../../../cli/drift/formats/json";
import { report, schemaVersion } from "../../../../cli/drift/report";
import { anyReport } from "../../../support/anyReport";
import { findingOf, reportOf, richReport } from "../../../support/driftReports";

const root = join(__dirname, "..", "..", "..", "..");
const published = JSON.parse(readFileSync(join(root, "schemas", `drift-report.v${schemaVersion}.json`), "utf8"));
const validate = new Ajv2020({ allErrors: true }).compile(published);

function errorsOf(value: unknown) {
  validate(value);
  return validate.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`) ?? [];
}

test("the JSON report is valid by the published schema and holds what was found", () => {
  const parsed = JSON.parse(jsonReport(richReport()));
  expect(errorsOf(parsed)).toEqual([]);
  expect(report.parse(parsed)).toEqual(JSON.parse(JSON.stringify(richReport())));
});

test("every report is valid by the published schema, whatever is in its texts", () => {
  fc.assert(
    fc.property(anyReport, (any) => {
      const text = jsonReport(any);
      expect(errorsOf(JSON.parse(text))).toEqual([]);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(any)));
      expect(text).not.toContain("##[");
      expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}/u);
    }),
  );
});

test.each([
  ["another version", { ...reportOf(), schemaVersion: 2 }, "/schemaVersion const"],
  ["an unknown kind", reportOf({ findings: [findingOf({ kind: "bent" as never })] }), "/findings/0/kind enum"],
  ["a count that is missing", { ...reportOf(), counts: {} }, "/counts required"],
  ["no outcome", { ...reportOf(), outcome: undefined }, " required"],
  [
    "a finding that does not say whether it is suppressed",
    reportOf({ findings: [{ ...findingOf(), suppressed: 0 as never }] }),
    "/findings/0/suppressed type",
  ],
])("the published schema refuses %s", (_, wrong, error) => {
  expect(errorsOf(wrong)).toContain(error);
});

test("the published schema takes fields of a newer release, since they do not raise the version", () => {
  expect(errorsOf({ ...reportOf(), findings: [{ ...findingOf(), more: 1 }], more: 1 })).toEqual([]);
});

test("the published schema names its draft, and describes itself", () => {
  expect(published).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:pulumi-platform:drift-report:v1",
    title: expect.any(String),
    description: expect.any(String),
  });
});
