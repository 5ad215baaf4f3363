import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Finding } from "../../../../cli/drift/report";
import type { DriftRun } from "../../../support/driftCommand";
import { answerNoise } from "./answerNoise";
import type { DriftRow, Known } from "./driftRow";
import type { DriftStack } from "./driftStack";
import { driftTable } from "./driftTable";
import { noiseTable } from "./noiseTable";
import { secretTexts } from "./secretTexts";

const visible = driftTable.filter(({ change, unseen }) => change && !unseen);

/** With noise on all the objects of its table and nothing else, the command has nothing to say. */
export function testNoiseThroughCommand(stackOf: () => DriftStack): void {
  test(`pulumi-platform drift: 0 findings in ${noiseTable.length} kinds of noise, read-only`, async () => {
    const stack = stackOf();
    // Noise in answers is over with the answer.
    for (const row of answerNoise) await row.noise(stack.colleague({ ...row, type: "SpaceTemplate" }));
    const { exitCode, report } = await searchedReadOnly(stack);
    expect({ exitCode, findings: report.findings, notes: report.notes }).toEqual({
      exitCode: 0,
      findings: [],
      notes: [],
    });
    expect(report.resources).toEqual({ checked: driftTable.length + noiseTable.length, unread: 0 });
  });
}

/** With a change of every visible leaf, the command names every one, at its place, with who made it, and nothing else. */
export function testLeavesThroughCommand(stackOf: () => DriftStack, mode: { omitEmpty: boolean }): void {
  describe("pulumi-platform drift", () => {
    let run: DriftRun;
    let findings: readonly Finding[];
    const about = ({ id }: { id: string }) => findings.filter(({ subject }) => subject.name === id);

    test("reads only", async () => {
      run = await searchedReadOnly(stackOf(), ["sarif", "junit", "markdown"]);
      findings = run.report.findings;
      expect(run.exitCode).toBe(7);
    });

    test(`recall ${visible.length}/${visible.length}, each at its place`, () => {
      const missed = visible.filter((row) => !about(row).some((finding) => isAt(finding, row.path)));
      expect(missed.map(({ id, path }) => `${id} ${path}`)).toEqual([]);
    });

    test("0 findings about anything else", () => {
      const ids = new Set(visible.map(({ id }) => id));
      expect(findings.filter(({ subject }) => !ids.has(subject.name))).toEqual([]);
    });

    test("who did it is told of every change, but where nobody knows", () => {
      const told = visible.map((row) => [row.id, row.path, ...managersIn(about(row))]);
      expect(told).toEqual(visible.map((row) => [row.id, row.path, ...expectedManagers(row, mode.omitEmpty)]));
    });

    test("no secret is in any output or file", () => {
      const files = filesBelow(path.join(stackOf().stack.folder, "reports"));
      expect(files.map((file) => path.extname(file)).sort()).toEqual([".json", ".junit", ".markdown", ".sarif"]);
      const texts = [run.stdout, run.stderr, ...files.map((file) => readFileSync(file, "utf8"))];
      for (const text of texts) for (const secret of secretTexts) expect(text).not.toContain(secret);
      process.stdout.write(
        `${visible.length} rows, ${findings.length} findings, ${run.report.counts.unknown} unknown\n`,
      );
    });
  });
}

/** One run that sends nothing but GET and leaves the state as it is, byte for byte. */
async function searchedReadOnly({ stack, platform, search }: DriftStack, formats: string[] = []): Promise<DriftRun> {
  const before = stack.rawStateFile();
  platform.requests.length = 0;
  const files = formats.flatMap((format) => [`--${format}`, path.join(stack.folder, "reports", `report.${format}`)]);
  const run = await search(files);
  expect([...new Set(platform.requests.map(({ method }) => method))]).toEqual(["GET"]);
  expect(stack.rawStateFile()).toBe(before);
  return run;
}

/** Whether a finding is about the whole, or at the path of a row, above it or below it. */
function isAt(finding: Finding, row: string): boolean {
  if (finding.path === null || finding.kind === "recreated") return true;
  const wanted = row.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), "[]"] : [step]));
  const steps = finding.path.split("/").slice(1);
  const shared = Math.min(wanted.length, steps.length);
  return wanted
    .slice(0, shared)
    .every((step, index) => (step === "[]" ? /^\d+$/.test(steps[index] ?? "") : step === steps[index]));
}

const managersIn = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.map(({ by }) => by?.manager ?? "nobody")),
];

function expectedManagers({ by = "kubectl-edit" }: DriftRow, omitEmpty: boolean): string[] {
  const managers: Record<Known, string> = {
    "kubectl-edit": "kubectl-edit",
    gitops: "gitops",
    "nobody (gone)": "nobody",
    "nobody (delete)": "nobody",
    "nobody (empty)": omitEmpty ? "nobody" : "kubectl-edit",
  };
  return [managers[by]];
}

function filesBelow(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
}
