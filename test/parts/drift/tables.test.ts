import { readFileSync } from "node:fs";
import path from "node:path";
import type { Finding } from "../../../cli/drift/report";
import { type DriftRun, driftCommand } from "../../support/driftCommand";
import { forDynamic } from "../../support/fullInputs";
import { writesOf } from "../../support/http";
import { isProductType } from "../../support/productTypes";
import type { ProgramKind } from "../../support/project";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";
import { declaredBy, pathOf } from "./table/declared";
import type { DriftRow, Row } from "./table/driftRow";
import { driftTable, secretTexts, visibleRows } from "./table/driftTable";
import { clientAt, deleted, mergedMetadata } from "./table/edits";
import { noiseTable, responseNoise } from "./table/noiseTable";

const servers: [kind: ProgramKind, omitEmpty: boolean, api: 3 | 4][] = [
  ["yaml", true, 3],
  ["typescript", false, 3],
  ["yaml", true, 4],
];
const names = (rows: readonly Row[]) => rows.map(({ id }) => id).sort();

// Hundreds of resources.
jest.setTimeout(1_200_000);

/** Both tables on the engine. Each row has its own resource. Noise comes first and stays. */
describe.each(servers)("drift in a %s program on a server with omitEmpty: %p, API %d", (kind, omitEmpty, api) => {
  const here = <R extends Row>(rows: readonly R[]) => rows.filter(({ type }) => isProductType(type) === (api === 4));
  const drifts = here(driftTable);
  const noises = here(noiseTable);
  const visible = here(visibleRows);
  const responses = here(responseNoise);
  const unrepaired = visible.filter(({ repair }) => repair === "needs a person");
  const failing = visible.filter(({ repair }) => repair === "needs a person" || repair === "is refused");
  const source = () => {
    const all = declaredBy([...drifts, ...noises]);
    const dynamic = Object.entries(all).map(([name, row]) => [name, { ...row, inputs: forDynamic(row.inputs) }]);
    return resourcePrograms[kind](kind === "typescript" ? Object.fromEntries(dynamic) : all);
  };
  // No agent changes an instance meanwhile.
  const platform = { omitEmpty, api, projects: ["default", "web"], readyMs: 86_400_000 };
  // A state of megabytes is not written after each of hundreds of steps.
  const env = { PULUMI_SKIP_CHECKPOINTS: "true" };
  const given = stackUnderTest(() => ({ program: kind, source: source(), platform, env }));
  const client = (row: Row) => clientAt(given.platform, pathOf(row));
  const uidOf = (row: Row) => {
    const [name = "", plural = "", namespace = ""] = pathOf(row).split("/").reverse();
    return given.platform.store.get(plural, name, namespace)?.metadata.uid;
  };
  /** Runs the command. Asserts that it changes neither the platform nor the state file. */
  const searched = async (formats: readonly string[] = []): Promise<DriftRun> => {
    const { stack, platform } = given;
    const before = stack.rawStateFile();
    platform.requests.length = 0;
    const files = formats.flatMap((format) => [`--${format}`, path.join(stack.folder, "reports", `report.${format}`)]);
    const run = await driftCommand(stack, files);
    expect(writesOf(platform)).toEqual([]);
    expect(stack.rawStateFile()).toBe(before);
    return run;
  };

  beforeAll(async () => {
    await given.stack.up(["--skip-preview", "--suppress-outputs", "--suppress-progress"]);
  });

  test(`refresh, preview and up do nothing for ${noises.length} kinds of noise`, async () => {
    for (const row of noises) await row.noise(client(row));
    given.platform.requests.length = 0;
    await given.stack.refresh(["--skip-preview", "--expect-no-changes"]);
    await given.stack.preview(["--expect-no-changes"]);
    await given.stack.up(["--skip-preview", "--expect-no-changes"]);
    expect(writesOf(given.platform)).toEqual([]);
  });

  test("the command reports nothing for the noise", async () => {
    // The refresh got the last of these responses.
    for (const row of responses) await row.noise(client(row));
    const { exitCode, report } = await searched();
    expect({ exitCode, findings: report.findings, notes: report.notes }).toEqual({
      exitCode: 0,
      findings: [],
      notes: api === 3 ? [expect.stringMatching(/^The platform does not list access keys\./)] : [],
    });
    expect(report.resources).toEqual({ checked: drifts.length + noises.length, unread: 0 });
  });

  test(`the command reports each of ${visible.length} changed leaves at its place with its manager, and nothing else`, async () => {
    for (const row of drifts) await row.change?.(client(row));
    const run = await searched(Object.keys(beginnings));
    const { findings } = run.report;
    const about = ({ id }: Row) => findings.filter(({ subject }) => subject.name === id);
    expect(run.exitCode).toBe(7);
    expect(visible.filter((row) => !about(row).some((finding) => isAt(finding, row.path)))).toEqual([]);
    const shown = new Set(names(visible));
    expect(findings.filter(({ subject }) => !shown.has(subject.name))).toEqual([]);
    const managers = visible.map((row) => [row.id, row.path, ...managersIn(about(row))]);
    expect(managers).toEqual(visible.map((row) => [row.id, row.path, managerOf(row, omitEmpty)]));
    expectNoSecrets(run, path.join(given.stack.folder, "reports"));
  });

  // Hundreds of updates of dynamic resources take too long; e2e/drift repairs some.
  if (kind === "yaml")
    test(`pulumi up --refresh repairs all but ${failing.length} in one pass and replaces nothing`, async () => {
      for (const row of visible.filter(isHeld)) await mergedMetadata({ finalizers: null })(client(row));
      const before = new Map(visible.map((row) => [row.id, uidOf(row)]));
      const args = ["--refresh", "--skip-preview", "--continue-on-error"];
      const { exitCode, stdout, stderr } = await given.stack.up(args, { expectSuccess: false });
      expect(exitCode).toBe(1);
      for (const { id } of failing)
        expect(stdout + stderr).toMatch(new RegExp(`Cannot update \\w+ \\W+(\\S+/)?${id}\\W`));
      const repaired = visible.map((row) => [row.id, row.path, repairOf(before.get(row.id), uidOf(row))]);
      const expected = visible.map((row) => [row.id, row.path, failing.includes(row) ? "updates" : row.repair]);
      expect(repaired).toEqual(expected.map(([id, place, repair = "updates"]) => [id, place, repair]));
      const { report, exitCode: after } = await driftCommand(given.stack);
      const drifted = [...new Set(report.findings.map(({ subject }) => subject.name))].sort();
      expect({ after, drifted }).toEqual({ after: unrepaired.length > 0 ? 7 : 0, drifted: names(unrepaired) });
    });
});

/** Whether a finding is about the whole, or at the path of a row, above it or below it. */
function isAt(finding: Finding, row: string): boolean {
  if (finding.path === null || finding.kind === "recreated") return true;
  const wanted = row.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), "[]"] : [step]));
  const steps = finding.path.split("/").slice(1);
  const shared = wanted.slice(0, steps.length);
  return shared.every((step, index) => (step === "[]" ? /^\d+$/.test(steps[index] ?? "") : step === steps[index]));
}

const managersIn = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.map(({ by }) => by?.manager ?? "nobody")),
];

function managerOf({ by }: DriftRow, omitEmpty: boolean): string {
  if (by === "nobody (empty)") return omitEmpty ? "nobody" : "kubectl-edit";
  return by ?? "kubectl-edit";
}

/** The report formats with the beginning of each file. */
const beginnings: Record<string, RegExp> = { junit: /^<\?xml /, markdown: /^## Drift\n/ };

function expectNoSecrets({ stdout, stderr }: DriftRun, folder: string): void {
  const files = [...Object.entries(beginnings), ["json", /^\{\n/] as const].map(([format, beginning]) => {
    const text = readFileSync(path.join(folder, `report.${format}`), "utf8");
    expect(text).toMatch(beginning);
    return text;
  });
  for (const text of [stdout, stderr, ...files]) for (const secret of secretTexts) expect(text).not.toContain(secret);
}

/** Whether finalizers of other clients keep the object terminating, which blocks any repair. */
const isHeld = ({ change, declares = {}, type }: DriftRow): boolean =>
  change === deleted && type !== "VirtualClusterImport" && !("finalizers" in declares);

function repairOf(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return "is gone";
  if (before === undefined) return "creates";
  return before === after ? "updates" : "replaces";
}
