import type { PlatformOptions } from "../../../emulator/options";
import { deleteAsColleague } from "../http";
import { testIf } from "../needs";
import { createStack, type Stack } from "../stack";
import { type RecordedPlatform, startRecorded } from "../startRecorded";
import type { Adapter } from "./adapter";
import { type Aftermath, lookAtState, upAndLook } from "./aftermath";
import { type Gate, isOf, startGate } from "./gate";
import { killedUp, type Victim } from "./killedUp";
import { type Outcome, programOf, type Row, wantedOf } from "./rows";

/** After the next `pulumi up`: keys on the platform, working and stale keys in state, orphans. */
const expected: Record<Outcome, { keys: number; working: number; stale: number; orphans: number }> = {
  "one key": { keys: 1, working: 1, stale: 0, orphans: 0 },
  "an orphan": { keys: 2, working: 1, stale: 0, orphans: 1 },
  "an error": { keys: 1, working: 0, stale: 0, orphans: 1 },
  "no key": { keys: 0, working: 0, stale: 0, orphans: 0 },
};

const testHere = testIf(process.platform !== "win32", "ps");

/** The adapter of the program, and the kind of server. */
export interface Scene {
  adapter: Adapter;
  server: PlatformOptions;
}

/** Kills during all steps, runs `pulumi up` again, checks each key and deletes listed orphans. */
export function describeKills({ adapter, server }: Scene, victim: Victim, step: string, table: readonly Row[]): void {
  const rows = table.filter(({ victims }) => victims.includes(victim));

  describe(`when the ${victim} is killed during ${step}, with ${adapter.title} on a platform with ${JSON.stringify(server)}`, () => {
    let platform: RecordedPlatform;
    let gate: Gate;
    let stack: Stack;
    let next: Aftermath;
    let last: Aftermath;

    beforeAll(async () => {
      platform = await startRecorded(server);
      gate = await startGate(platform.baseUrl);
      const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
      stack = await createStack({
        program: "typescript",
        source: programOf(adapter, rows, false),
        env,
      });
      await stack.up(["--skip-preview", "--parallel", "64"]);
      stack.write(programOf(adapter, rows, true));
      await killedUp(stack, gate, rows, { adapter, victim });
      // A killed engine leaves its lock behind.
      if (victim === "engine") await stack.pulumi(["cancel", "--yes"]);
      next = await upAndLook(stack, platform);
      for (const name of next.orphans) await deleteAsColleague(platform, `ownedaccesskeys/${name}`);
      last = await upAndLook(stack, platform);
    });
    afterAll(async () => {
      stack?.dispose();
      await gate?.close();
      await platform?.close();
    });

    for (const row of rows) {
      const { row: name, step: what, isFixed, method, moment, isCutOff, outcome } = row;
      const past = isCutOff ? " after a POST whose answer was cut off" : "";
      const key = `${what} of a ${isFixed ? "fixed" : "made-up"} name at ${method}, ${moment}${past}`;

      testHere(`${key}: the next up leaves ${outcome}`, async () => {
        expect(seenOf(row, next)).toEqual(expected[outcome]);
        if (outcome !== "an error") return;
        expect(next.said).toContain(adapter.toKeep(name));
        expect(next.said).toMatch(
          new RegExp(`delete it: kubectl delete ownedaccesskeys\\.management\\.loft\\.sh --server \\S+ ${name}`),
        );
      });

      testHere(`${key}: the last up leaves the declared key`, async () => {
        expect(seenOf(row, last)).toEqual(expected[what === "delete" ? "no key" : "one key"]);
        for (const stored of last.onPlatform.filter((each) => isOf(name, each.name)))
          expect(stored).toMatchObject(wantedOf(what));
      });
    }

    testHere("up succeeds after the advice, and a refresh forgets the interrupted operations only", async () => {
      expect([last.exitCode, last.orphans]).toEqual([0, []]);
      if (victim === "engine") await stack.refresh(["--skip-preview", "--clear-pending-creates"]);
      expect((await stack.exportState()).deployment.pending_operations ?? []).toEqual([]);
      expect(await lookAtState(stack, platform)).toEqual(last.inState);
    });
  });
}

function seenOf({ row }: Row, { onPlatform, inState, orphans }: Aftermath) {
  const stored = onPlatform.filter(({ name }) => isOf(row, name));
  const known = inState.filter(({ name }) => name === row);
  const working = known.filter(
    ({ id, uid, status }) => status === 200 && stored.some((each) => each.uid === uid && each.name === id),
  );
  return {
    keys: stored.length,
    working: working.length,
    stale: known.length - working.length,
    orphans: orphans.filter((name) => isOf(row, name)).length,
  };
}
