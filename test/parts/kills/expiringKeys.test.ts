import { plugin } from "../../support/kills/adapter";
import { lookAtState } from "../../support/kills/aftermath";
import { type Gate, isOf, type Moment, type Stop, startGate } from "../../support/kills/gate";
import { killedUp, type Victim } from "../../support/kills/killedUp";
import { testIf } from "../../support/needs";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const testHere = testIf(process.platform !== "win32", "ps");

const gracePeriod = 1800;
const mark = "pulumi-vcluster-platform/replaced-at";

const stop = (method: string, moment: Moment): Stop => ({
  row: `${method.toLowerCase()}-${moment}`,
  method,
  moment,
  isCutOff: false,
});

const creates = [stop("POST", "before"), stop("POST", "landed")];
/** The read and the update of the old key, after all creates. */
const ends = [stop("GET", "before"), stop("PATCH", "before"), stop("PATCH", "landed")];
const tables: [Victim, string, readonly Stop[]][] = [
  ["provider", "new keys are created", creates],
  ["provider", "old keys end", ends],
  ["engine", "new keys are created", creates],
  ["engine", "old keys end", [...ends, stop("PATCH", "answered")]],
];

const programOf = (rows: readonly Stop[], round: string) => `${plugin.imports}
const args = { user: "ci", ttl: 86400, replacedKey: "expire", gracePeriod: ${gracePeriod}, rotationTriggers: { round: "${round}" } };
for (const name of ${JSON.stringify(rows.map(({ row }) => row))}) ${plugin.makes("OwnedAccessKey")};
`;

let platform: RecordedPlatform;
let gate: Gate;
let stack: Stack;
afterEach(async () => {
  stack?.dispose();
  await gate?.close();
  await platform?.close();
});

const stored = () => platform.store.list("ownedaccesskeys").map((object) => JSON.parse(JSON.stringify(object)));

describe.each(tables)("when the %s is killed while %s,", (victim, _step, rows) => {
  testHere("each old key works until the end of the grace period after the next up", async () => {
    platform = await startRecorded();
    gate = await startGate(platform.baseUrl);
    const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
    stack = await createStack({ program: "typescript", source: programOf(rows, "1"), env });
    await stack.up(["--skip-preview"]);
    const old = await lookAtState(stack, platform);
    stack.write(programOf(rows, "2"));
    await killedUp(stack, gate, rows, { adapter: plugin, victim });
    if (victim === "engine") await stack.pulumi(["cancel", "--yes"]);
    const before = Date.now();
    await stack.up(["--skip-preview"]);
    const now = await lookAtState(stack, platform);
    for (const { row } of rows) {
      const [was, is] = [old, now].map((keys) => keys.find(({ name }) => name === row));
      expect({ row, status: is?.status, replaced: is?.id !== was?.id }).toEqual({ row, status: 200, replaced: true });
      const { metadata, spec } = stored().find(({ metadata: { name } }) => name === was?.id) ?? {};
      const end = Date.parse(metadata?.creationTimestamp) + spec?.ttl * 1000;
      expect({ row, marked: metadata?.annotations[mark] !== undefined }).toEqual({ row, marked: true });
      expect(end).toBeLessThanOrEqual(Date.now() + (gracePeriod + 1) * 1000);
      expect(end).toBeGreaterThan(before + (gracePeriod - 300) * 1000);
      // A killed create leaves an orphan, as without a grace period.
      const isLost = row === "post-landed";
      expect(stored().filter((key) => isOf(row, key.metadata.name))).toHaveLength(isLost ? 3 : 2);
    }
    await stack.pulumi(["preview", "--expect-no-changes"]);
  });
});
