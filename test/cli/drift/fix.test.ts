import type { EngineEvent } from "@pulumi/pulumi/automation";
import { automationSignal, type OpenStack, repeatedSignal, type UpOptions } from "../../../cli/drift/engine/stack";
import { fix, setBackBy } from "../../../cli/drift/fix";
import type { DriftValues } from "../../../cli/drift/options";
import type { Finding, Report } from "../../../cli/drift/report";
import { searchForDrift } from "../../../cli/drift/run";
import { findingOf, reportOf, subjectAt, wholeFinding } from "../../support/driftReports";

const urnOf = (name: string) => subjectAt("vcluster-platform:index:SpaceTemplate", name).urn as string;
const [one, two] = [urnOf("one"), urnOf("two")];

const about = (urn: string | null, kind: Finding["kind"] = "changed", more: Partial<Finding> = {}): Finding => {
  return findingOf({ kind, subject: { ...findingOf().subject, urn }, ...more });
};
const ignored = (urn: string) =>
  about(urn, "changed", { suppressed: { rule: "/displayName", reason: "ops renames it", until: "2026-12-31" } });
const declared = about(one, "disabled", { expected: false, live: true });
const { expected: _, ...undeclared } = about(one, "disabled", { live: true });

const never = new AbortController().signal;

type Limits = Pick<UpOptions, "targets" | "exclude">;

/** The limits of `pulumi up`, or undefined if it did not run. */
async function limitsOf(report: Report, targets: string[], signal = never): Promise<Limits | undefined> {
  let limits: Limits | undefined;
  const stack = {
    up: async ({ targets, exclude }: UpOptions) => {
      limits = { targets, exclude };
    },
  } as OpenStack;
  const { ran } = await fix(stack, { report, targets }, { signal, onOutput: () => {} });
  expect(ran).toBe(limits !== undefined);
  return limits;
}

const everything: Limits = { targets: [], exclude: [] };

test.each<[string, Finding[], string[], Limits | undefined]>([
  ["everything without suppressed findings", [about(one)], [], everything],
  ["the targets", [about(one)], [one, two], { targets: [one, two], exclude: [] }],
  ["everything but suppressed resources", [about(one), ignored(two)], [], { targets: [], exclude: [two] }],
  ["the targets but suppressed ones", [about(one), ignored(two)], [one, two], { targets: [one], exclude: [] }],
  ["no target with a suppressed finding", [about(one), ignored(one)], [one], undefined],
  ["no suppressed finding", [ignored(one)], [], undefined],
  ["a due rotation", [about(one, "due")], [], everything],
  ["a declared `disabled`", [declared], [], everything],
  ["no undeclared `disabled`", [undeclared], [], undefined],
  ["no end of a key", [about(one, "expiring"), about(two, "expired")], [], undefined],
  ["no terminating object", [about(one, "terminating")], [], undefined],
  ["no orphan", [about(null, "orphan")], [], undefined],
  ["no retired key", [about(null, "retired")], [], undefined],
])("--fix sets back %s", async (_, findings, targets, limits) => {
  expect(await limitsOf(reportOf({ findings, outcome: "drift" }), targets)).toEqual(limits);
});

test.each(["error", "unauthorized"] as const)("--fix sets back nothing after the outcome %s", async (outcome) => {
  expect(await limitsOf(reportOf({ findings: [about(one), about(two, "unknown")], outcome }), [])).toBeUndefined();
});

test("--fix sets back nothing after a signal, and one that comes as it starts stops pulumi up", async () => {
  const aborted = AbortSignal.abort();
  expect(await limitsOf(reportOf({ findings: [about(one)], outcome: "drift" }), [], aborted)).toBeUndefined();
  for (const made of [automationSignal, repeatedSignal]) {
    const stop = jest.fn();
    made(aborted).addEventListener("abort", stop);
    expect(stop).toHaveBeenCalledTimes(1);
  }
});

test("the look after a fix takes a pattern without a resource, which the first look refuses", async () => {
  const state = async () => ({ resources: [], creating: [] });
  const previewRefresh = jest.fn();
  const stack = {
    name: "dev",
    project: "web",
    state,
    config: async () => ({}),
    previewRefresh,
  } as unknown as OpenStack;
  const defaults = { ignore: [], failOn: [], expiringWithin: 0, user: [], team: [] };
  const values: DriftValues = { ...defaults, only: ["gone"], skipOrphans: true };
  const look = (afterFix: boolean) => searchForDrift(values, { stack, signal: never, now: new Date(), afterFix });
  await expect(look(false)).rejects.toThrow("--only gone matches no resource of the stack");
  expect((await look(true)).report).toMatchObject({ outcome: "clean", findings: [] });
  expect(previewRefresh).not.toHaveBeenCalled();
});

test("a failed --fix says why, also if only the program's stderr tells", async () => {
  const stack = {
    up: async ({ onEvent }: UpOptions) => {
      onEvent({ diagnosticEvent: { severity: "info#err", message: 'Error: "x" not found\n' } } as EngineEvent);
      throw new Error("code: 255");
    },
  } as unknown as OpenStack;
  const search = { report: reportOf({ findings: [about(one)], outcome: "drift" }), targets: [] };
  const { failure } = await fix(stack, search, { signal: never, onOutput: () => {} });
  expect(failure).toBe('pulumi up --refresh failed: Error: "x" not found');
});

const unread = wholeFinding("unknown", subjectAt("vcluster-platform:index:SpaceTemplate", "two"), "Not read.");
const fixed = '--fix set back: "dev" (vcluster-platform:index:SpaceTemplate, object "dev" at https://platform.test): ';

test.each<[what: string, before: Finding[], after: Finding[], notes: string[]]>([
  ["a property that is as declared again", [findingOf()], [], [`${fixed}changed /displayName`]],
  ["an object that exists again", [findingOf({ kind: "deleted", path: null })], [], [`${fixed}deleted`]],
  ["nothing that is still there", [findingOf()], [findingOf()], []],
  ["nothing that it does not set back", [findingOf({ kind: "expiring", path: null })], [], []],
  ["nothing that is suppressed", [ignored(one)], [], []],
  ["nothing after a search that could not read everything", [findingOf()], [unread], []],
])("a report names as set back %s", (_, before, after, notes) => {
  expect(setBackBy(reportOf({ findings: before }), reportOf({ findings: after }))).toEqual(notes);
});
