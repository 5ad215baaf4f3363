import type { OpenStack, UpOptions } from "../../../cli/drift/engine/openStack";
import { fix } from "../../../cli/drift/fix";
import type { Finding, Report } from "../../../cli/drift/report";
import { findingOf, reportOf } from "../../support/driftReports";

const [one, two] = ["one", "two"].map((name) => `urn:pulumi:dev::web::platform:index:SpaceTemplate::${name}`) as [
  string,
  string,
];
const suppressed = { rule: "/displayName", reason: "ops renames it", until: "2026-12-31" };

const about = (urn: string | null, more: Partial<Finding> = {}): Finding => {
  const finding = findingOf({ kind: "changed", ...more });
  return { ...finding, subject: { ...finding.subject, urn } };
};

const undeclared = (kind: Finding["kind"]): Finding => {
  const { expected: _, ...rest } = about(one, { kind, live: true });
  return rest;
};

type Limits = Pick<UpOptions, "targets" | "exclude">;

/** What pulumi up was limited to; undefined where it did not run. */
async function limitsOf(report: Report, targets: string[]): Promise<Limits | undefined> {
  let limits: Limits | undefined;
  const stack = {
    up: async ({ targets, exclude }: UpOptions) => {
      limits = { targets, exclude };
    },
  } as OpenStack;
  const { ran } = await fix(stack, { report, targets }, { signal: new AbortController().signal, onOutput: () => {} });
  expect(ran).toBe(limits !== undefined);
  return limits;
}

test.each<[string, Finding[], string[], Limits | undefined]>([
  ["everything, where nothing is accepted", [about(one)], [], { targets: [], exclude: [] }],
  ["what was asked for", [about(one)], [one, two], { targets: [one, two], exclude: [] }],
  ["all but what is accepted", [about(one), about(two, { suppressed })], [], { targets: [], exclude: [two] }],
  [
    "what was asked for and is not accepted",
    [about(one), about(two, { suppressed })],
    [one, two],
    { targets: [one], exclude: [] },
  ],
  ["nothing, where all that drifted is accepted in part", [about(one), about(one, { suppressed })], [one], undefined],
  ["nothing, where all is accepted", [about(one, { suppressed })], [], undefined],
  ["a rotation that is due", [about(one, { kind: "due" })], [], { targets: [], exclude: [] }],
  [
    "a declared `disabled`",
    [about(one, { kind: "disabled", expected: false, live: true })],
    [],
    { targets: [], exclude: [] },
  ],
  ["nothing for a disabling that the program has to answer", [undeclared("disabled")], [], undefined],
  [
    "nothing for a key that only expires",
    [about(one, { kind: "expiring" }), about(two, { kind: "expired" })],
    [],
    undefined,
  ],
  ["nothing for what finalizers hold", [about(one, { kind: "terminating" })], [], undefined],
  ["nothing for an orphan", [about(null, { kind: "orphan" })], [], undefined],
  ["nothing for a retired key", [about(null, { kind: "retired" })], [], undefined],
])("--fix sets back %s", async (_, findings, targets, limits) => {
  expect(await limitsOf(reportOf({ findings, outcome: "drift" }), targets)).toEqual(limits);
});

test.each(["error", "unauthorised"] as const)(
  "--fix sets back nothing after a search that ended as %s",
  async (outcome) => {
    const findings = [about(one), about(two, { kind: "unknown" })];
    expect(await limitsOf(reportOf({ findings, outcome }), [])).toBeUndefined();
  },
);
