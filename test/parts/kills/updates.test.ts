import type { Adapter } from "../../support/kills/adapter";
import { type Gate, type Moment, type Stop, startGate } from "../../support/kills/gate";
import { killedUp, victimsOf } from "../../support/kills/killedUp";
import { testIf } from "../../support/needs";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const testHere = testIf(process.platform !== "win32", "ps");

/** The only request of the update of a template. */
const stop = (moment: Moment): Stop => ({ row: `template-${moment}`, method: "PATCH", moment, isCutOff: false });

const programOf = ({ imports, makes }: Adapter, names: readonly string[], displayName: string) => `${imports}
for (const { name, args } of ${JSON.stringify(names.map((name) => ({ name, args: { name, displayName } })))}) {
  ${makes("SpaceTemplate")};
}
`;

let platform: RecordedPlatform;
let gate: Gate;
let stack: Stack;
beforeEach(async () => {
  platform = await startRecorded();
  gate = await startGate(platform.baseUrl);
});
afterEach(async () => {
  stack?.dispose();
  await gate.close();
  await platform.close();
});

const onPlatform = () =>
  platform.store.list("spacetemplates").map(({ metadata, spec }) => [metadata.name, spec?.displayName]);

describe.each(victimsOf([stop("before"), stop("landed")], [stop("answered")]))(
  "templates by the %s, when the %s is killed,",
  (_title, victim, rows, adapter) => {
    testHere("have what is declared after the next up, and are gone after the next destroy", async () => {
      const names = rows.map(({ row }) => row).sort();
      const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
      const source = programOf(adapter, names, "before");
      stack = await createStack({ program: "typescript", source, env });
      await stack.up(["--skip-preview"]);
      const killedThenUp = async (declared: string, stops: readonly Stop[]) => {
        stack.write(declared);
        await killedUp(stack, gate, stops, { adapter, victim });
        if (victim === "engine") await stack.pulumi(["cancel", "--yes"]);
        platform.requests.length = 0;
        await stack.up(["--skip-preview"]);
      };
      await killedThenUp(programOf(adapter, names, "after"), rows);
      expect(onPlatform().sort()).toEqual(names.map((name) => [name, "after"]));
      // An update that landed before the kill is read and not sent again.
      const written = platform.requests.filter(({ method, status }) => method === "PATCH" && status === 200);
      expect(written.map(({ path }) => path.split(/[/?]/).find((each) => names.includes(each)))).toEqual([
        "template-before",
      ]);
      await stack.pulumi(["preview", "--expect-no-changes"]);
      const deletes = rows.map((row) => ({ ...row, method: "DELETE" }));
      await killedThenUp(programOf(adapter, [], ""), deletes);
      expect(onPlatform()).toEqual([]);
    });
  },
);
