import { type Adapter, dynamic, plugin } from "../../support/kills/adapter";
import { type Gate, type Moment, type Stop, startGate } from "../../support/kills/gate";
import { killedUp, victimsOf } from "../../support/kills/killedUp";
import { testIf } from "../../support/needs";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const testHere = testIf(process.platform !== "win32", "ps");

const stop = (method: string, moment: Moment): Stop => ({
  row: `${method.toLowerCase()}-${moment}`,
  method,
  moment,
  isCutOff: false,
});

/** The import, and the write of its holder. */
const stops: readonly Stop[] = [
  stop("POST", "before"),
  stop("POST", "landed"),
  stop("PATCH", "before"),
  stop("PATCH", "landed"),
];
const answered = [stop("POST", "answered"), stop("PATCH", "answered")];

const argsOf = (importName: string) => ({
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: `vc-${importName}`, name: "vc", importName },
  deletionPolicy: "delete",
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

describe.each(victimsOf(stops, answered))(
  "imports by the %s, when the %s is killed,",
  (_title, victim, rows, adapter) => {
    testHere("belong to the stack after the next up, so a destroy removes them", async () => {
      const names = rows.map(({ row }) => row);
      const stack = await newStack(programOf(adapter, names));
      await killedUp(stack, gate, rows, { adapter, victim });
      if (victim === "engine") await stack.pulumi(["cancel", "--yes"]);
      await stack.up(["--skip-preview"]);
      expect(onPlatform().sort()).toEqual([...names].sort());
      await stack.pulumi(["preview", "--expect-no-changes"]);
      await stack.destroy(["--skip-preview"]);
      expect(onPlatform()).toEqual([]);
    });
  },
);

test.each([plugin, dynamic])(
  "an import of two stacks at once goes with the last one, by the $title",
  async (adapter) => {
    const both = await Promise.all([newStack(programOf(adapter, ["team"])), newStack(programOf(adapter, ["team"]))]);
    await Promise.all(both.map((stack) => stack.up(["--skip-preview"])));
    const said: string[] = [];
    for (const stack of both) {
      const { stdout, stderr } = await stack.destroy(["--skip-preview"]);
      said.push(stdout + stderr);
    }
    const keeps = said.map((words) => words.replace(/\s+/g, " ").includes("another resource took it over"));
    // The other order ends after the first destroy, and the second one finds nothing.
    expect(keeps).not.toEqual([true, true]);
    expect(onPlatform()).toEqual([]);
  },
);
