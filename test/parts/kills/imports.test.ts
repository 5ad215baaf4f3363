import type { Adapter } from "../../support/kills/adapter";
import { type Gate, type Moment, type Stop, startGate } from "../../support/kills/gate";
import { killedUp, victimsOf } from "../../support/kills/killedUp";
import { testIf } from "../../support/needs";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const testHere = testIf(process.platform !== "win32", "ps");

/** A stop at the import request, the only write. */
const stop = (moment: Moment): Stop => ({ row: moment, method: "POST", moment, isCutOff: false });
const stops = [stop("before"), stop("landed")];

const argsOf = (importName: string) => ({
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: `vc-${importName}`, name: "vc", importName },
});

const programOf = ({ imports, makes }: Adapter, names: readonly string[]) => `${imports}
for (const { name, args } of ${JSON.stringify(names.map((name) => ({ name, args: argsOf(name) })))}) {
  ${makes("VirtualClusterImport")};
}
`;

let platform: RecordedPlatform;
let gate: Gate;
let stacks: Stack[];
beforeEach(async () => {
  platform = await startRecorded({ projects: ["default", "web"] });
  gate = await startGate(platform.baseUrl);
  stacks = [];
});
afterEach(async () => {
  for (const stack of stacks) stack.dispose();
  await gate.close();
  await platform.close();
});

async function newStack(source: string): Promise<Stack> {
  const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
  const stack = await createStack({ program: "typescript", source, env });
  stacks.push(stack);
  return stack;
}

const onPlatform = () => platform.store.list("virtualclusterinstances").map(({ metadata }) => metadata.name);

describe.each(victimsOf(stops, [stop("answered")]))(
  "imports by the %s, when the %s is killed,",
  (_title, victim, rows, adapter) => {
    testHere("are done once by the next up", async () => {
      const names = rows.map(({ row }) => row);
      const stack = await newStack(programOf(adapter, names));
      await killedUp(stack, gate, rows, { adapter, victim });
      if (victim === "engine") await stack.pulumi(["cancel", "--yes"]);
      await stack.up(["--skip-preview"]);
      expect(onPlatform().sort()).toEqual([...names].sort());
      await stack.pulumi(["preview", "--expect-no-changes"]);
    });
  },
);
