import { deleted, merged } from "./colleague";
import type { DriftRow } from "./driftRow";
import type { DriftStack } from "./driftStack";
import { driftTable } from "./driftTable";

const visible = driftTable.filter(({ change, unseen }) => change && !unseen);
const left = visible.filter(({ mending }) => mending === "asks");
const failing = visible.filter(({ mending }) => mending === "asks" || mending === "refuses");

const release = merged({ metadata: { finalizers: null } });

/** Their finalizers hold them: while they are going nothing can set them back. */
const isHeld = ({ change, declares = {}, type }: DriftRow): boolean =>
  change === deleted && type !== "VirtualClusterImport" && !("finalizers" in declares);

/** How a team sets back what drifted. */
const menders = {
  "pulumi-platform drift --fix": ({ search }: DriftStack) => search(["--fix"]),
  "pulumi up --refresh": ({ stack }: DriftStack) =>
    stack.up(["--refresh", "--skip-preview", "--continue-on-error"], { expectSuccess: false }),
};

/** A command that sets back what drifted. */
export type Mender = keyof typeof menders;

/** After the changes of all leaves, one pass sets everything back. */
export function testMending(stackOf: () => DriftStack, mender: Mender): void {
  test(`${mender} sets all of it back in one pass but ${failing.length}, and replaces only imports`, async () => {
    const stack = stackOf();
    const uidOf = (row: DriftRow) => stack.stored(row)?.metadata.uid;
    for (const row of visible.filter(isHeld)) await release(stack.colleague(row));
    const before = new Map(visible.map((row) => [row.id, uidOf(row)]));
    const { exitCode, stdout, stderr } = await menders[mender](stack);
    expect(exitCode).toBe(1);
    for (const { id } of failing) expect(stdout + stderr).toMatch(new RegExp(`Cannot update \\w+ \\W+${id}\\W`));
    const told = visible.map((row) => [row.id, row.path, mended(before.get(row.id), uidOf(row))]);
    expect(told).toEqual(visible.map((row) => [row.id, row.path, wanted(row)]));
    const after = await stack.search();
    const names = new Set(after.report.findings.map(({ subject }) => subject.name));
    expect({ exitCode: after.exitCode, drifted: [...names].sort() }).toEqual({
      exitCode: 7,
      drifted: left.map(({ id }) => id).sort(),
    });
  }, 300_000);
}

function mended(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return "is gone";
  if (before === undefined) return "creates";
  return before === after ? "keeps" : "replaces";
}

const wanted = ({ mending }: DriftRow): string => (mending === "creates" || mending === "replaces" ? mending : "keeps");
