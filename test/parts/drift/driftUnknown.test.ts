import { existsSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Fault } from "../../../emulator/faults/fault";
import { declaredPrograms } from "../../support/declaredPrograms";
import { driftCommand, startDrift } from "../../support/driftCommand";
import { foundIn, messagesOf } from "../../support/foundIn";
import { createAsColleague, deleteAsColleague, editAsColleague } from "../../support/http";
import { programFaces } from "../../support/programFaces";
import { stackUnderTest } from "../../support/stackUnderTest";

const program = {
  template: { type: "SpaceTemplate", inputs: { name: "template", displayName: "Ours" } },
  slow: { type: "SpaceTemplate", inputs: { name: "slow" }, options: { customTimeouts: { read: "4s" } } },
  key: { type: "OwnedAccessKey", inputs: { name: "key", user: "ci", ttl: 3600, description: "Ours" } },
  cluster: {
    type: "VirtualClusterImport",
    inputs: { project: "web", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "vc" } },
  },
} as const;

const forever = 600_000;
const always = { times: 1000 };

/** What cannot be read, and all that is said of it. */
type Row = [what: string, fault: Fault, args: string[], exitCode: number, found: string[]];

const rows: Row[] = [
  [
    "one kind is forbidden",
    { method: "GET", kind: "ownedaccesskeys", action: { status: 403 } },
    [],
    1,
    ["key: unknown", "ownedaccesskeys: unknown", "template: changed at /displayName"],
  ],
  [
    "the list of our label is forbidden",
    { verb: "list", kind: "ownedaccesskeys", action: { status: 403 } },
    [],
    1,
    ["key: changed at /description", "ownedaccesskeys: unknown", "template: changed at /displayName"],
  ],
  [
    "the list of our label is forbidden, and nobody asks for orphans",
    { verb: "list", kind: "ownedaccesskeys", action: { status: 403 } },
    ["--skip-orphans", "--only", "slow", "--only", "cluster"],
    0,
    [],
  ],
  [
    "the platform hides virtual clusters",
    { kind: "virtualclusterinstances", action: { status: 404, body: "404 page not found\n" } },
    [],
    1,
    ["cluster: unknown", "key: changed at /description", "template: changed at /displayName"],
  ],
];

// A YAML program cannot say how long a read may take, and two minutes are a long time for a test.
const rowsOfTypeScript: Row[] = [
  [
    "one object hangs",
    { method: "GET", name: "slow", action: { delayMs: forever } },
    [],
    1,
    ["key: changed at /description", "slow: unknown", "template: changed at /displayName"],
  ],
];

/** Where nothing can be read at all, and what a person reads of it. */
const dead: Record<
  string,
  { env?: Record<string, string | undefined>; args?: string[]; exitCode: number; said: RegExp }
> = {
  "there is no access key": { env: { PLATFORM_ACCESS_KEY: undefined }, exitCode: 3, said: /accessKey is not set/ },
  "nobody listens": { env: { PLATFORM_BASE_URL: "http://127.0.0.1:1" }, exitCode: 1, said: /connection refused/ },
  "the passphrase is wrong": { env: { PULUMI_CONFIG_PASSPHRASE: "wrong" }, exitCode: 1, said: /passphrase/ },
  "the stack is not there": { args: ["--stack", "nowhere"], exitCode: 1, said: /no stack named 'nowhere'/ },
};

describe.each(programFaces)("a search for drift with %s that cannot read everything", (_face, kind) => {
  const given = stackUnderTest(() => ({
    program: kind,
    source: declaredPrograms[kind](program),
    typecheck: false,
    platform: { projects: ["web"] },
  }));

  beforeAll(async () => {
    await given.stack.up(["--skip-preview"]);
    await editAsColleague(given.platform, "spacetemplates/template", { spec: { displayName: "Theirs" } });
    await editAsColleague(given.platform, "ownedaccesskeys/key", { spec: { description: "Theirs" } });
  });
  afterEach(() => given.platform.faults.clear());

  test.each(kind === "typescript" ? [...rowsOfTypeScript, ...rows] : rows)(
    "%s: it is unknown, and the rest is told",
    async (_what, fault, args, exitCode, found) => {
      given.platform.faults.add({ ...always, ...fault });
      const run = await driftCommand(given.stack, args);
      expect({ exitCode: run.exitCode, found: foundIn(run.report) }).toEqual({ exitCode, found });
    },
  );

  test("a key that was revoked is not authorised, and says what to do", async () => {
    const key = "key-of-the-pipeline-0123456789";
    await createAsColleague(given.platform, "ownedaccesskeys", {
      kind: "OwnedAccessKey",
      metadata: { name: "pipeline" },
      spec: { user: "admin", key },
    });
    const env = { PLATFORM_ACCESS_KEY: key };
    expect((await driftCommand(given.stack, [], { env })).exitCode).toBe(7);
    await deleteAsColleague(given.platform, "ownedaccesskeys/pipeline");
    const { exitCode, report, stdout, stderr } = await driftCommand(given.stack, [], { env });
    expect(exitCode).toBe(3);
    expect(report).toMatchObject({ outcome: "unauthorised", resources: { checked: 0, unread: 4 } });
    expect(messagesOf(report, "unknown")).toMatch(/401 Unauthorized/);
    expect(stdout + stderr + JSON.stringify(report)).not.toContain(key);
  });

  test.each(Object.keys(dead))("%s: a sentence for people, and the reports are written", async (what) => {
    const { env, args = [], exitCode, said } = dead[what] as (typeof dead)[string];
    const files = ["sarif", "junit", "markdown"].map((format) => path.join(given.stack.folder, `report.${format}`));
    const options = files.flatMap((file) => [`--${path.extname(file).slice(1)}`, file]);
    const run = await driftCommand(given.stack, [...args, ...options], { env });
    expect({ exitCode: run.exitCode, unknown: run.report.counts.unknown > 0 }).toEqual({ exitCode, unknown: true });
    expect((run.stdout + run.stderr).replace(/\s+/g, " ")).toMatch(said);
    expect(run.stdout + run.stderr + JSON.stringify(run.report)).not.toMatch(/^\s+at |\\n\s+at |err\?: /m);
    expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
  });

  test("a folder without a project is one line that says what to do, and the report is written", async () => {
    const cwd = given.stack.folder;
    const { exitCode, stdout, stderr, report } = await driftCommand(given.stack, [], { cwd });
    expect({ exitCode, stdout, outcome: report.outcome }).toEqual({ exitCode: 1, stdout: "", outcome: "error" });
    const remedy = "Run it in the project's folder, or say where that is: --cwd <folder>";
    expect(stderr).toBe(`pulumi-platform drift: ${realpathSync(cwd)} belongs to no Pulumi project. ${remedy}\n`);
  });

  test("a project without a selected stack is one line that says what to do, and the report is written", async () => {
    await given.stack.pulumi(["stack", "unselect"]);
    const { exitCode, stdout, stderr, report } = await driftCommand(given.stack);
    await given.stack.pulumi(["stack", "select", "dev"]);
    expect({ exitCode, stdout, outcome: report.outcome }).toEqual({ exitCode: 1, stdout: "", outcome: "error" });
    const problem = "No stack is selected in this folder. Say which one: --stack <name>";
    expect(stderr).toBe(`pulumi-platform drift: ${problem}\n`);
  });

  test("a folder of the project will do", async () => {
    const cwd = path.join(given.stack.dir, "below");
    mkdirSync(cwd, { recursive: true });
    expect((await driftCommand(given.stack, ["--only", "slow"], { cwd })).exitCode).toBe(0);
  });

  test.each([
    ["Ctrl-C in a terminal", "SIGINT", "all"],
    ["the end of its job", "SIGTERM", "itself"],
  ] as const)("%s while an object hangs: what was not read is unknown, and no lock stays", async (_, signal, to) => {
    const hang = given.platform.faults.add({
      ...always,
      method: "GET",
      name: "template",
      action: { delayMs: forever },
    });
    const running = startDrift(given.stack, ["--skip-orphans"]);
    await running.until(() => hang.left < always.times);
    running.send(signal, to);
    const { exitCode, report } = await running.ended;
    expect(exitCode).toBe(1);
    expect(foundIn(report)).toContain("template: unknown");
    expect(locksOf(given.stack.folder)).toEqual([]);
  });
});

function locksOf(folder: string): string[] {
  const locks = path.join(folder, "state", ".pulumi", "locks");
  const entries = existsSync(locks) ? readdirSync(locks, { recursive: true, withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
