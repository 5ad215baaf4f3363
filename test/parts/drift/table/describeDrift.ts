import { triedAlone } from "../../../../scripts/testing/effort.js";
import type { ProgramKind } from "../../../support/project";
import { testLeavesThroughCommand, testNoiseThroughCommand } from "./describeDriftCommand";
import { testMending } from "./describeMending";
import type { DriftRow } from "./driftRow";
import { createDriftStack, type DriftStack } from "./driftStack";
import { driftTable } from "./driftTable";
import { noiseTable } from "./noiseTable";
import { secretTexts } from "./secretTexts";

/** Exit code of `--expect-no-changes` when there are some. */
const changesFound = 7;
/** Engines at work at the same time; each waits more than it works. */
const engines = 3;

const visible = driftTable.filter(({ change, unseen }) => change && !unseen);
const alone = triedAlone(visible, process.env);
const invisible = driftTable.filter(({ unseen }) => unseen);
const namesOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

/**
 * Both tables on the real engine: every row has a resource and an object of its own. The noise comes first, so that it is there
 * while leaves change, and must not hide them.
 */
export function describeDrift(
  title: string,
  kind: ProgramKind,
  mode: { omitEmpty: boolean; leaves: "one by one" | "all at once" },
): void {
  describe(`${title}, on a server with ${JSON.stringify(mode)}`, () => {
    let stack: DriftStack;

    beforeAll(async () => {
      stack = await createDriftStack(kind, mode);
    }, 300_000);
    afterAll(() => stack?.close());

    test("what was just written is no drift", async () => {
      expect(await stack.findDrift()).toMatchObject({ exitCode: 0, changed: [] });
    });

    test(`0 false positives in ${noiseTable.length} kinds of noise`, async () => {
      for (const row of noiseTable) await row.noise(stack.colleague(row));
      const { exitCode, changed } = await stack.findDrift();
      expect({ exitCode, changed }).toEqual({ exitCode: 0, changed: [] });
    });

    testNoiseThroughCommand(() => stack);

    if (mode.leaves === "one by one") {
      test(`recall ${alone.length}/${alone.length}: a change of such a leaf alone has the exit code of changes`, async () => {
        expect(await missedOneByOne(stack)).toEqual([]);
      }, 900_000);
    }

    test(`recall ${visible.length}/${visible.length}: changes of all leaves are all named, and nothing else is`, async () => {
      const unchanged = mode.leaves === "all at once" ? visible : visible.filter((row) => !alone.includes(row));
      for (const row of unchanged) await row.change?.(stack.colleague(row));
      for (const row of invisible) await row.change?.(stack.colleague(row));
      const { exitCode, changed, output } = await stack.findDrift();
      expect({ exitCode, changed }).toEqual({ exitCode: changesFound, changed: namesOf(visible) });
      for (const text of secretTexts) expect(output).not.toContain(text);
    });

    testLeavesThroughCommand(() => stack, mode);

    if (mode.omitEmpty) testMending(() => stack, "pulumi up --refresh");
  });
}

/** The rows whose change an engine that looks at their resource alone does not report, each with what it said. */
async function missedOneByOne(stack: DriftStack): Promise<string[]> {
  const waiting = [...alone];
  const missed: string[] = [];
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) missed.push(...(await missedIn(stack, row)));
  };
  await Promise.all(Array.from({ length: engines }, work));
  return missed;
}

async function missedIn(stack: DriftStack, row: DriftRow): Promise<string[]> {
  await row.change?.(stack.colleague(row));
  const { exitCode, changed, output } = await stack.findDrift([row]);
  const isSeen = exitCode === changesFound && changed.length === 1 && changed[0] === row.id;
  return isSeen ? [] : [`${row.id}, ${row.type} ${row.path}: exit code ${exitCode}\n${output}`];
}
