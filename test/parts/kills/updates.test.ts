import type { Adapter } from "../../support/kills/adapter";
import { type Gate, type Moment, type Stop, startGate } from "../../support/kills/gate";
import { killedUp, victimsOf } from "../../support/kills/killedUp";
import { testIf } from "../../support/needs";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const testHere = testIf(process.platform !== "win32", "ps");

/** A type of resource, and where its objects are. */
interface Kind {
  readonly type: string;
  readonly plural: string;
  readonly api: 3 | 4;
  readonly fields?: object;
}

const kinds: readonly Kind[] = [
  { type: "SpaceTemplate", plural: "spacetemplates", api: 3 },
  { type: "Team", plural: "teams", api: 4 },
  { type: "ProjectSecret", plural: "projectsecrets", api: 4, fields: { project: "web", data: { token: "t" } } },
];

/** The only request of an update. */
const stop = (moment: Moment): Stop => ({ row: `object-${moment}`, method: "PATCH", moment, isCutOff: false });

const programOf = (
  { imports, makes }: Adapter,
  { type, fields }: Kind,
  names: readonly string[],
  displayName: string,
) => {
  const resources = names.map((name) => ({ name, args: { ...fields, name, displayName } }));
  return `${imports}
for (const { name, args } of ${JSON.stringify(resources)}) {
  ${makes(type)};
}
`;
};

let platform: RecordedPlatform;
let gate: Gate;
let stack: Stack;
afterEach(async () => {
  stack?.dispose();
  await gate.close();
  await platform.close();
});

const onPlatform = ({ plural }: Kind, names: readonly string[]) =>
  platform.store
    .list(plural)
    .filter(({ metadata }) => names.includes(metadata.name))
    .map(({ metadata, spec }) => [metadata.name, spec?.displayName]);

describe.each(victimsOf([stop("before"), stop("landed")], [stop("answered")]))(
  "objects by the %s, when the %s is killed,",
  (_title, victim, rows, adapter) => {
    const names = rows.map(({ row }) => row).sort();
    for (const kind of kinds)
      testHere(
        `${kind.type}: have what is declared after the next up, and are gone after the next destroy`,
        async () => {
          platform = await startRecorded({ api: kind.api, projects: ["default", "web"] });
          gate = await startGate(platform.baseUrl);
          const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
          const source = programOf(adapter, kind, names, "before");
          stack = await createStack({ program: "typescript", source, env });
          await stack.up(["--skip-preview"]);
          const killedThenUp = async (declared: string, stops: readonly Stop[]) => {
            stack.write(declared);
            await killedUp(stack, gate, stops, { adapter, victim });
            if (victim === "engine") await stack.pulumi(["cancel", "--yes"]);
            platform.requests.length = 0;
            await stack.up(["--skip-preview"]);
          };
          await killedThenUp(programOf(adapter, kind, names, "after"), rows);
          expect(onPlatform(kind, names).sort()).toEqual(names.map((name) => [name, "after"]));
          // An update that landed before the kill is read and not sent again.
          const written = platform.requests.filter(({ method, status }) => method === "PATCH" && status === 200);
          expect(written.map(({ path }) => path.split(/[/?]/).find((each) => names.includes(each)))).toEqual([
            "object-before",
          ]);
          await stack.pulumi(["preview", "--expect-no-changes"]);
          const deletes = rows.map((row) => ({ ...row, method: "DELETE" }));
          await killedThenUp(programOf(adapter, kind, [], ""), deletes);
          expect(onPlatform(kind, names)).toEqual([]);
        },
      );
  },
);
