import { exitCodeOf, exitCodeStyles, outcomeOf } from "../../../cli/drift/exitCode";
import type { FindingKindName } from "../../../cli/drift/findingKinds";
import type { Finding, Report } from "../../../cli/drift/report";

type Outcome = Report["outcome"];

const found = (...kinds: FindingKindName[]) => kinds.map((kind) => ({ kind, suppressed: null }));
const suppression: Finding["suppressed"] = { rule: "dev#", reason: "a trial", until: "2026-12-31" };

const outcomes: [string, Pick<Finding, "kind" | "suppressed">[], FindingKindName[], boolean, Outcome][] = [
  ["nothing is clean", [], ["changed"], false, "clean"],
  ["a kind that fails the run is drift", found("changed"), ["changed"], false, "drift"],
  ["a kind that does not fail it is clean", found("retired", "deleted"), ["changed"], false, "clean"],
  ["one of many is enough", found("retired", "deleted", "changed"), ["changed"], false, "drift"],
  ["what is suppressed is clean", [{ kind: "changed", suppressed: suppression }], ["changed"], false, "clean"],
  ["unknown is an error", found("unknown"), ["unknown"], false, "error"],
  ["unknown is an error whatever fails the run", found("unknown"), ["changed"], false, "error"],
  ["unknown is an error beside drift", found("changed", "unknown"), ["changed"], false, "error"],
  ["unknown cannot be suppressed", [{ kind: "unknown", suppressed: suppression }], ["changed"], false, "error"],
  ["a refused key is unauthorised", found("unknown"), ["changed"], true, "unauthorised"],
  ["a refused key is unauthorised beside drift", found("changed"), ["changed"], true, "unauthorised"],
  ["a refused key is never clean", [], ["changed"], true, "unauthorised"],
];

test.each(outcomes)("%s", (_, findings, failing, unauthorised, outcome) => {
  expect(outcomeOf(findings, new Set(failing), { unauthorised })).toBe(outcome);
});

const codes: [Outcome, pulumi: number, terraform: number][] = [
  ["clean", 0, 0],
  ["drift", 7, 2],
  ["error", 1, 1],
  ["unauthorised", 3, 1],
];

test.each(codes)("%s ends with %i, in Terraform's way with %i", (outcome, pulumi, terraform) => {
  expect([exitCodeOf(outcome, "pulumi"), exitCodeOf(outcome, "terraform")]).toEqual([pulumi, terraform]);
});

test("there are two styles", () => {
  expect(exitCodeStyles).toEqual(["pulumi", "terraform"]);
});
