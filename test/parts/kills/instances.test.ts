import { deleteAsColleague } from "../../support/http";
import type { Adapter } from "../../support/kills/adapter";
import { type Gate, type Moment, type Stop, startGate } from "../../support/kills/gate";
import { killedUp, type Victim, victimsOf } from "../../support/kills/killedUp";
import { testIf } from "../../support/needs";
import { createStack, type Stack } from "../../support/stack";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

const testHere = testIf(process.platform !== "win32", "ps");

// A test runs up to a dozen commands of Pulumi.
jest.setTimeout(300_000);

const types: Readonly<Record<string, string>> = { vc: "VirtualClusterInstance", space: "SpaceInstance" };
const plurals = Object.values(types).map((type) => `${type.toLowerCase()}s`);

type Request = Pick<Stop, "method" | "after">;

/** A stop at a request, for an object of each type. */
const stops = (what: string, request: Request, moment: Moment): Stop[] =>
  Object.keys(types).map((type) => ({ row: `${type}-${what}-${moment}`, ...request, moment, isCutOff: false }));

/** The kills of a write and of the wait that follows it. */
const killsOf = (method: string) => {
  const write = (moment: Moment) => stops("write", { method }, moment);
  const wait = stops("wait", { method: "GET", after: method }, "before");
  return victimsOf([...write("before"), ...write("landed"), ...wait], write("answered"));
};

const programOf = ({ imports, makes }: Adapter, names: readonly string[], displayName: string) =>
  Object.entries(types).reduce((source, [prefix, type]) => {
    const args = { project: "web", displayName, template: {} };
    const ofType = names.filter((name) => name.startsWith(prefix)).map((name) => ({ name, args: { ...args, name } }));
    return `${source}
for (const { name, args } of ${JSON.stringify(ofType)}) {
  ${makes(type)};
}
`;
  }, imports);

let platform: RecordedPlatform;
let gate: Gate;
let stack: Stack;
beforeEach(async () => {
  platform = await startRecorded({ api: 4, readyMs: 300, projects: ["default", "web"] });
  gate = await startGate(platform.baseUrl);
});
afterEach(async () => {
  stack?.dispose();
  await gate.close();
  await platform.close();
});

/** The objects on the platform, by name. */
const found = () => {
  const objects = plurals.flatMap((plural) => platform.store.list(plural));
  return objects.map(({ metadata, spec, status }) => [metadata.name, { uid: metadata.uid, spec, status }] as const);
};
const namesFound = () =>
  found()
    .map(([name]) => name)
    .sort();
const uidsFound = () => Object.fromEntries(found().map(([name, { uid }]) => [name, uid]));

function expectReady(names: readonly string[], displayName: string): void {
  expect(namesFound()).toEqual([...names].sort());
  for (const [, object] of found()) expect(object).toMatchObject({ spec: { displayName }, status: { phase: "Ready" } });
}

async function newStack(source: string): Promise<Stack> {
  const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
  return createStack({ program: "typescript", source, env });
}

async function killed(rows: readonly Stop[], adapter: Adapter, victim: Victim): Promise<void> {
  await killedUp(stack, gate, rows, { adapter, victim });
  if (victim === "engine") await stack.pulumi(["cancel", "--yes"]);
  platform.requests.length = 0;
}

/** Names of the objects that requests of this method changed since the kill. */
const written = (method: string) =>
  platform.requests
    .filter((request) => request.method === method && request.status < 300)
    .map(({ path, body }) => /(?:vc|space)-\w+-\w+/.exec(path)?.[0] ?? JSON.parse(body ?? "{}").metadata?.name)
    .filter((name) => name !== undefined)
    .sort();

const imports = /pulumi import vcluster-platform:index:(\w+) (\S+) (\S+);/g;
const deletes = /kubectl delete (\w+)\.management\.loft\.sh --server \S+ --namespace (\S+) ([\w-]+)/g;

/** The distinct commands in an output, by the name that each ends with. */
const commandsIn = (output: string, command: RegExp) =>
  new Map([...output.matchAll(command)].map((match) => [String(match[3]?.split("/").at(-1)), match] as const));

describe.each(killsOf("POST"))("creates by the %s, when the %s is killed,", (_title, victim, rows, adapter) => {
  const names = rows.map(({ row }) => row);
  const isNew = (name: string) => name.endsWith("write-before");
  const left = names.filter((name) => !isNew(name)).sort();

  testHere("leave objects that the next up neither takes nor deletes, and the printed commands do", async () => {
    stack = await newStack(programOf(adapter, names, "one"));
    await killed(rows, adapter, victim);
    const before = uidsFound();
    expect(Object.keys(before).sort()).toEqual(left);
    const next = await stack.up(["--skip-preview", "--continue-on-error"], { expectSuccess: false });
    expect(next.exitCode).not.toBe(0);
    expectReady(names, "one");
    expect(uidsFound()).toMatchObject(before);
    expect([written("POST"), written("PATCH"), written("DELETE")]).toEqual([names.filter(isNew).sort(), [], []]);
    const said = next.stdout + next.stderr;
    const toDelete = commandsIn(said, deletes);
    expect([...toDelete.keys()].sort()).toEqual(left);
    const toImport = commandsIn(said, imports);
    expect([...toImport.keys()].sort()).toEqual(adapter.title === "plugin" ? left : []);
    const isKept = (name: string) => toImport.has(name) && name.startsWith("vc");
    for (const name of left) {
      const [, type = "", second = "", third = ""] = (isKept(name) ? toImport : toDelete).get(name) ?? [];
      if (isKept(name))
        await stack.importResource(`vcluster-platform:index:${type}`, second, third, ["--generate-code=false"]);
      else await deleteAsColleague(platform, `namespaces/${second}/${type}/${third}`);
    }
    await stack.up(["--skip-preview"]);
    expectReady(names, "one");
    const after = uidsFound();
    expect(left.filter((name) => after[name] === before[name])).toEqual(left.filter(isKept));
    await stack.pulumi(["preview", "--expect-no-changes"]);
    await stack.destroy(["--skip-preview"]);
    expect(namesFound()).toEqual([]);
  });
});

describe.each(killsOf("PATCH"))("updates by the %s, when the %s is killed,", (_title, victim, rows, adapter) => {
  testHere("are done once by the next up, and deletes, too", async () => {
    const names = rows.map(({ row }) => row);
    stack = await newStack(programOf(adapter, names, "one"));
    await stack.up(["--skip-preview"]);
    const uids = uidsFound();
    stack.write(programOf(adapter, names, "two"));
    await killed(rows, adapter, victim);
    await stack.up(["--skip-preview"]);
    expectReady(names, "two");
    expect(uidsFound()).toEqual(uids);
    expect(written("PATCH")).toEqual(names.filter((name) => name.endsWith("write-before")).sort());
    await stack.pulumi(["preview", "--expect-no-changes"]);
    stack.write(programOf(adapter, [], ""));
    const withDelete = (method: string | undefined) => (method === "PATCH" ? "DELETE" : method);
    const ends = rows.map((row) => ({ ...row, method: String(withDelete(row.method)), after: withDelete(row.after) }));
    await killed(ends, adapter, victim);
    await stack.up(["--skip-preview"]);
    expect(namesFound()).toEqual([]);
    expect((await stack.exportState()).deployment.resources?.filter(({ id }) => id?.startsWith("web/"))).toEqual([]);
  });
});
