import path from "node:path";
import { runCommand } from "../support/command";
import { root } from "../support/environment";
import { writesOf } from "../support/http";
import { plugin } from "../support/kills/adapter";
import { type Gate, startGate } from "../support/kills/gate";
import { killedUp } from "../support/kills/killedUp";
import { testIf } from "../support/needs";
import { createStack, type Stack } from "../support/stack";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";

const source = `
import { CustomResource } from "@pulumi/pulumi";
new CustomResource("vcluster-platform:index:SpaceTemplate", "web", { name: "web-team", displayName: "Web" });
`;
const importCommand = "pulumi import vcluster-platform:index:SpaceTemplate web web-team";

const testHere = testIf(process.platform !== "win32", "ps");

describe("an object that a killed create left behind", () => {
  let platform: RecordedPlatform;
  let gate: Gate;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startRecorded();
    gate = await startGate(platform.baseUrl);
    const env = { VCLUSTER_PLATFORM_BASE_URL: gate.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
    stack = await createStack({ program: "typescript", source, env });
  });
  afterAll(async () => {
    stack?.dispose();
    await gate?.close();
    await platform?.close();
  });

  const orphans = async () => {
    const { stdout: input } = await stack.pulumi(["stack", "export"]);
    const args = [path.join(root, "bin", "pulumi-vcluster-platform"), "orphans", "--state", "-"];
    return runCommand(process.execPath, args, { cwd: root, env: stack.env, input });
  };
  const deleteCommand = () =>
    `kubectl delete spacetemplates.management.loft.sh --server ${gate.baseUrl}/kubernetes/management web-team`;
  const uid = () => platform.store.get("spacetemplates", "web-team")?.metadata.uid;

  testHere("is named by the next up with the commands that import and delete it", async () => {
    const stop = { row: "web-team", method: "POST", moment: "landed", isCutOff: false } as const;
    await killedUp(stack, gate, [stop], { adapter: plugin, victim: "engine" });
    // A killed engine leaves its lock.
    await stack.pulumi(["cancel", "--yes"]);
    const { exitCode, stdout, stderr } = await stack.up(["--skip-preview"], { expectSuccess: false });
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).toContain("this stack made an object of this name before");
    for (const command of [importCommand, deleteCommand()]) expect(stdout + stderr).toContain(command);
  });

  testHere("is found by pulumi-vcluster-platform orphans with the same commands", async () => {
    const { exitCode, stdout } = await orphans();
    expect([exitCode, stdout]).toEqual([7, expect.stringContaining("web-team")]);
    for (const command of ["pulumi import vcluster-platform:index:SpaceTemplate", deleteCommand()])
      expect(stdout).toContain(command);
  });

  testHere("is adopted unchanged by the import command, and is no orphan then", async () => {
    const before = uid();
    platform.requests.length = 0;
    await stack.pulumi([...importCommand.split(" ").slice(1), "--yes", "--protect=false", "--generate-code=false"]);
    await stack.preview(["--expect-no-changes"]);
    expect(writesOf(platform)).toEqual([]);
    expect(uid()).toBe(before);
    expect(await orphans()).toMatchObject({ exitCode: 0 });
  });
});
