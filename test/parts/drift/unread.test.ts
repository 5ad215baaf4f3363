import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import type { Fault } from "../../../emulator/faults/fault";
import { driftCommand, startDrift } from "../../support/driftCommand";
import { foundIn } from "../../support/foundIn";
import { createAsColleague, deleteAsColleague, editAsColleague } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const resources = {
  template: { type: "SpaceTemplate", inputs: { name: "template", displayName: "Ours" } },
  slow: { type: "SpaceTemplate", inputs: { name: "slow" }, options: { customTimeouts: { read: "4s" } } },
  key: { type: "OwnedAccessKey", inputs: { name: "key", user: "ci", ttl: 3600, description: "Ours" } },
  cluster: {
    type: "VirtualClusterImport",
    inputs: { project: "web", sourceVirtualCluster: { cluster: "c", namespace: "n", name: "vc" } },
  },
} as const;

const template = "template: changed at /displayName";
const key = "key: changed at /description";
const times = 1000;
const hang: Fault = { method: "GET", times, action: { delayMs: 600_000 } };
const kind = "ownedaccesskeys";
const [forbidden, hidden] = [{ status: 403 }, { status: 404, body: "404 page not found\n" }];
const others = ["--skip-orphans", "--only", "slow", "--only", "cluster"];

/** What cannot be read, the options, the exit code and the findings. */
const rows: [what: string, fault: Fault, args: string[], exitCode: number, found: string[]][] = [
  ["a kind", { method: "GET", kind, action: forbidden }, [], 1, ["key: unknown", template]],
  ["the keys of a user", { kind: "accesskeys", action: forbidden }, [], 1, [key, `${kind}: unknown`, template]],
  ["keys that are not needed", { kind: "accesskeys", action: forbidden }, others, 0, []],
  [
    "a kind that is not served",
    { kind: "virtualclusterinstances", action: hidden },
    [],
    1,
    ["cluster: unknown", key, template],
  ],
  ["an object that hangs", { ...hang, name: "slow" }, [], 1, [key, "slow: unknown", template]],
];

/** Why nothing can be read, the environment and the options, the exit code, and the text report. */
const failures: [string, Record<string, string | undefined>, string[], number, RegExp][] = [
  ["there is no access key", { VCLUSTER_PLATFORM_ACCESS_KEY: undefined }, [], 3, /accessKey is not set/],
  ["no server listens", { VCLUSTER_PLATFORM_BASE_URL: "http://127.0.0.1:1" }, [], 1, /connection refused/],
  ["the passphrase is wrong", { PULUMI_CONFIG_PASSPHRASE: "wrong" }, [], 1, /passphrase/],
  ["the stack does not exist", {}, ["--stack", "nowhere"], 1, /no stack named 'nowhere'/],
];

describe.each(programAdapters)(
  "pulumi-vcluster-platform drift with %s that cannot read everything",
  (_adapter, program) => {
    const given = stackUnderTest(() => ({
      program,
      source: resourcePrograms[program](resources),
      platform: { projects: ["default", "web"] },
    }));

    beforeAll(async () => {
      await given.stack.up(["--skip-preview"]);
      await editAsColleague(given.platform, "spacetemplates/template", { spec: { displayName: "Theirs" } });
      await editAsColleague(given.platform, "ownedaccesskeys/key", { spec: { description: "Theirs" } });
    });
    afterEach(() => given.platform.faults.clear());

    // A YAML program cannot set the timeout of a read, which is two minutes by default.
    test.each(rows.filter(([what]) => program === "typescript" || what !== "an object that hangs"))(
      "%s: that is unknown, and the rest is reported",
      async (_what, fault, args, exitCode, found) => {
        given.platform.faults.add({ times, ...fault });
        const run = await driftCommand(given.stack, args);
        expect({ exitCode: run.exitCode, found: foundIn(run.report) }).toEqual({ exitCode, found });
      },
    );

    test("a revoked key exits with 3 and is in no output", async () => {
      const key = "key-of-the-pipeline-0123456789";
      const pipeline = { kind: "OwnedAccessKey", metadata: { name: "pipeline" }, spec: { user: "admin", key } };
      await createAsColleague(given.platform, "ownedaccesskeys", pipeline);
      const env = { VCLUSTER_PLATFORM_ACCESS_KEY: key };
      expect((await driftCommand(given.stack, [], { env })).exitCode).toBe(7);
      await deleteAsColleague(given.platform, "ownedaccesskeys/pipeline");
      expect((await driftCommand(given.stack, ["--skip-orphans"], { env })).exitCode).toBe(3);
      const { exitCode, report, stdout, stderr } = await driftCommand(given.stack, [], { env });
      expect(exitCode).toBe(3);
      expect(report).toMatchObject({ outcome: "unauthorized", resources: { checked: 0, unread: 4 } });
      const names = ["cluster", "key", "slow", "template"];
      expect(report.findings).toMatchObject([
        {
          kind: "unknown",
          subject: { name: "platform", platform: given.platform.baseUrl },
          message: expect.stringMatching(/^The platform refused the access key \(401 Unauthorized\)\. Not compared: /),
          remedy: expect.stringContaining("valid"),
        },
      ]);
      const [{ message, remedy } = { message: "", remedy: "" }] = report.findings;
      expect(names.filter((name) => !message.includes(`"${name}" (`))).toEqual([]);
      expect(stdout.replace(/\s+/g, " ")).toContain(`Unknown: ${remedy.replace(/\s+/g, " ")}`);
      expect(stdout + stderr + JSON.stringify(report)).not.toContain(key);
    });

    test.each(failures)(
      "%s: the text says so and the reports are written",
      async (_what, env, args, exitCode, text) => {
        const file = path.join(given.stack.folder, "report.junit");
        rmSync(file, { force: true });
        const run = await driftCommand(given.stack, [...args, "--junit", file], { env });
        expect({ exitCode: run.exitCode, unknown: run.report.counts.unknown > 0 }).toEqual({ exitCode, unknown: true });
        expect((run.stdout + run.stderr).replace(/\s+/g, " ")).toMatch(text);
        expect(run.stdout + run.stderr + JSON.stringify(run.report)).not.toMatch(/^\s+at |\\n\s+at |err\?: /m);
        expect(existsSync(file)).toBe(true);
      },
    );

    if (program === "yaml")
      test("an invalid program is unknown with the engine's message, also for --fix", async () => {
        const source = resourcePrograms.yaml(resources);
        given.stack.write(source.replace('"Ours"', JSON.stringify(`$${"{nowhere.to}"}`)));
        try {
          const message = expect.stringContaining('"nowhere" not found');
          const { exitCode, report } = await driftCommand(given.stack, ["--run-program", "--skip-orphans"]);
          expect(exitCode).toBe(1);
          expect(report.findings).toContainEqual(expect.objectContaining({ kind: "unknown", message }));
          const fixed = await driftCommand(given.stack, ["--fix", "--skip-orphans"]);
          expect(fixed.exitCode).toBe(1);
          expect(fixed.report.findings).toContainEqual(expect.objectContaining({ kind: "unknown", message }));
        } finally {
          given.stack.write(source);
        }
      });

    test("outside of a project or without a stack, it exits with 2 and the remedy; a folder below the project is enough", async () => {
      const failure = async (cwd: string) => {
        const { exitCode, stdout, stderr } = await driftCommand(given.stack, [], { cwd });
        expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
        return stderr.split("\n\n")[0];
      };
      const { dir, folder } = given.stack;
      expect(await failure(folder)).toBe(
        `${realpathSync(folder)} belongs to no Pulumi project. ` +
          "Run it in the project's folder, or say where that is: --cwd <folder>",
      );
      await given.stack.pulumi(["stack", "unselect"]);
      expect(await failure(dir)).toBe("No stack is selected in this folder. Say which one: --stack <name>");
      await given.stack.pulumi(["stack", "select", "dev"]);
      const below = path.join(dir, "below");
      mkdirSync(below);
      expect((await driftCommand(given.stack, ["--only", "slow"], { cwd: below })).exitCode).toBe(0);
      const { exitCode, stderr } = await driftCommand(given.stack, ["--only", "nobody"], { cwd: below });
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^--only nobody matches no resource of the stack/)]);
    });

    test.each([
      ["SIGINT", "all"],
      ["SIGTERM", "itself"],
    ] as const)(
      "after %s to %s while a read hangs, unread objects are unknown and no lock stays",
      async (signal, to) => {
        const fault = given.platform.faults.add({ ...hang, name: "template" });
        const running = startDrift(given.stack, ["--skip-orphans"]);
        await running.until(() => fault.left < times);
        running.send(signal, to);
        const { exitCode, report } = await running.ended;
        expect(exitCode).toBe(1);
        expect(foundIn(report)).toContain("template: unknown");
        const locks = readdirSync(path.join(given.stack.folder, "state", ".pulumi", "locks"), { recursive: true });
        expect(locks.filter((name) => String(name).endsWith(".json"))).toEqual([]);
      },
    );
  },
);
