import { readFileSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import Ajv04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import type { Log } from "sarif";
import { declaredPrograms } from "../../support/declaredPrograms";
import { type DriftRun, driftCommand } from "../../support/driftCommand";
import { root } from "../../support/environment";
import { deleteAsColleague, editAsColleague } from "../../support/http";
import { stackUnderTest } from "../../support/stackUnderTest";
import { elementsOf, xmlOf } from "../../support/xmlOf";

const program = {
  edited: { type: "SpaceTemplate", inputs: { name: "edited", displayName: "Ours", description: "Ours" } },
  gone: { type: "SpaceTemplate", inputs: { name: "gone" } },
  accepted: { type: "OwnedAccessKey", inputs: { name: "accepted", user: "ci", ttl: 3600, displayName: "Ours" } },
  still: { type: "SpaceTemplate", inputs: { name: "still" } },
} as const;

/** Resource, kind, place and suppression of each finding. */
const expected = [
  ["accepted", "changed", "/displayName", "suppressed"],
  ["edited", "changed", "/description", "counts"],
  ["edited", "changed", "/displayName", "counts"],
  ["gone", "deleted", null, "counts"],
];

const jsonIn = (file: string) => JSON.parse(readFileSync(file, "utf8"));

describe("the reports of one run", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: declaredPrograms.yaml(program) }));
  let run: DriftRun;

  const file = (format: string) => path.join(given.stack.folder, `drift.${format}`);
  const fingerprints = () => run.report.findings.map(({ fingerprint }) => fingerprint).sort();

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    const theirs = { displayName: "Theirs", description: "Theirs" };
    await editAsColleague(given.platform, "spacetemplates/edited", { spec: theirs });
    await editAsColleague(given.platform, "ownedaccesskeys/accepted", { spec: { displayName: "Theirs" } });
    await deleteAsColleague(given.platform, "spacetemplates/gone");
    const files = ["sarif", "junit", "markdown"].flatMap((format) => [`--${format}`, file(format)]);
    const ignore = "accepted#/displayName until 2999-12-31 because ops renames it";
    run = await driftCommand(given.stack, [...files, "--ignore", ignore]);
  });

  test("JSON holds the findings and is valid by the published schema", () => {
    const found = run.report.findings.map(({ subject, kind, path, suppressed }) => {
      return [subject.name, kind, path, suppressed ? "suppressed" : "counts"];
    });
    expect([run.exitCode, found.sort()]).toEqual([7, expected]);
    const validate = new Ajv2020({ allErrors: true }).compile(jsonIn(path.join(root, "schemas/drift-report.v1.json")));
    validate(run.report);
    expect(validate.errors).toBeNull();
  });

  test("SARIF holds the same findings and is valid by the schema of OASIS", () => {
    const log: Log = jsonIn(file("sarif"));
    const results = log.runs[0]?.results ?? [];
    expect(results.map((each) => each.partialFingerprints?.["driftFingerprint/v1"]).sort()).toEqual(fingerprints());
    expect(results.filter(({ suppressions = [] }) => suppressions.length > 0)).toHaveLength(1);
    const ajv = new Ajv04({ allErrors: true, strict: false, unicodeRegExp: false });
    addFormats(ajv);
    const validate = ajv.compile(jsonIn(require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json")));
    validate(log);
    expect(validate.errors).toBeNull();
  });

  test("JUnit holds the same findings: a failure for each that counts and a skipped case", () => {
    const cases = elementsOf(xmlOf(readFileSync(file("junit"), "utf8")), "testcase");
    const endings = cases.map(({ children }) => children.map((child) => (typeof child === "object" ? child.name : "")));
    const sorted = endings.map(([ending = "passes"]) => ending).sort();
    expect(sorted.join(" ")).toBe("failure failure failure passes skipped");
  });

  test("Markdown and the text report hold the same findings", () => {
    const markdown = readFileSync(file("markdown"), "utf8");
    expect(markdown).toContain("| Changed field | 2 |");
    expect(markdown).toContain("| Deleted object | 1 |");
    for (const text of [markdown, run.stdout]) {
      expect(text).toContain("1 suppressed finding");
      expect(text).toContain("ops renames it");
      for (const place of ["/displayName", "/description"]) expect(text).toContain(place);
      for (const name of ["edited", "gone", "accepted"]) expect(text).toContain(name);
      expect(text).not.toContain("still");
    }
  });

  test("the next run has the same fingerprints for other values", async () => {
    await editAsColleague(given.platform, "spacetemplates/edited", { spec: { displayName: "Theirs again" } });
    const { report } = await driftCommand(given.stack);
    expect(report.findings.map(({ fingerprint }) => fingerprint).sort()).toEqual(fingerprints());
  });
});
