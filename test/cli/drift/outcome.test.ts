import { type FindingKindName, findingKindNames } from "../../../cli/drift/findingKinds";
import { driftOptions } from "../../../cli/drift/options";
import { defaultFailOn, exitCodes, outcomeOf } from "../../../cli/drift/outcome";
import type { Finding, Report } from "../../../cli/drift/report";
import { UsageError } from "../../../cli/program";

type Outcome = Report["outcome"];

const found = (...kinds: FindingKindName[]) => kinds.map((kind) => ({ kind, suppressed: null }));
const suppression: Finding["suppressed"] = { rule: "dev#", reason: "a trial", until: "2026-12-31" };

const [changed, unknown] = [found("changed"), found("unknown")];
const suppressedAs = (kind: FindingKindName) => [{ kind, suppressed: suppression }];

test.each<[string, Pick<Finding, "kind" | "suppressed">[], FindingKindName, boolean, Outcome]>([
  ["a run without findings is clean", [], "changed", false, "clean"],
  ["one finding of a kind that fails the run is drift", found("retired", "changed"), "changed", false, "drift"],
  ["a kind that does not fail it is clean", found("retired", "deleted"), "changed", false, "clean"],
  ["a suppressed finding is clean", suppressedAs("changed"), "changed", false, "clean"],
  ["unknown is an error whatever fails the run", unknown, "changed", false, "error"],
  ["unknown is an error beside drift", [...changed, ...unknown], "changed", false, "error"],
  ["unknown cannot be suppressed", suppressedAs("unknown"), "changed", false, "error"],
  ["a refused key is unauthorized beside drift", changed, "changed", true, "unauthorized"],
  ["a refused key is never clean", [], "changed", true, "unauthorized"],
])("%s", (_, findings, failing, unauthorized, outcome) => {
  expect(outcomeOf(findings, [failing], { unauthorized })).toBe(outcome);
});

test.each<[Outcome, number]>([
  ["clean", 0],
  ["drift", 7],
  ["error", 1],
  ["unauthorized", 3],
])("the exit code of %s is %i", (outcome, code) => {
  expect(exitCodes[outcome]).toBe(code);
});

test("every kind but retired keys fails a run by default", () => {
  expect([...defaultFailOn].sort()).toEqual(findingKindNames.filter((name) => name !== "retired").sort());
});

const failOn = driftOptions.find(({ long }) => long === "--fail-on")?.parseArg as (
  given: string,
  before: string[],
) => string[];

test("kinds are separated by commas, and the option may be repeated", () => {
  expect(failOn("retired", failOn("deleted, changed", []))).toEqual(["deleted", "changed", "retired"]);
});

test.each([
  ["Changed", "Changed"],
  ["changed,", ""],
  ["constructor", "constructor"],
])("--fail-on refuses %j", (given, name) => {
  const refusal = `Unknown kind "${name}" in --fail-on. Valid: ${findingKindNames.join(", ")}`;
  expect(() => failOn(given, [])).toThrow(new UsageError(refusal));
});
