import path from "node:path";
import { runCommand } from "../../support/command";
import { driftCommand } from "../../support/driftCommand";
import { root } from "../../support/environment";
import { writesOf } from "../../support/http";
import { programAdapters } from "../../support/programAdapters";
import { resourcePrograms } from "../../support/resourcePrograms";
import { stackUnderTest } from "../../support/stackUnderTest";

const program = { web: { inputs: { name: "web-team", displayName: "Web" } } };

describe.each(programAdapters)(
  "%s: the objects of a renamed stack, beside a new stack of its old name",
  (_adapter, kind) => {
    const given = stackUnderTest(() => ({ program: kind, source: resourcePrograms[kind](program) }));
    beforeAll(async () => {
      await given.stack.up(["--skip-preview"]);
      await given.stack.pulumi(["stack", "rename", "staging"]);
      await given.stack.pulumi(["stack", "init", "dev"]);
    });

    const orphans = async () => {
      const args = [path.join(root, "bin", "pulumi-vcluster-platform"), "orphans", "--stack", "test/dev"];
      return runCommand(process.execPath, args, { cwd: given.stack.dir, env: given.stack.env });
    };
    const held = () =>
      `SpaceTemplate "web-team" on ${given.platform.baseUrl} has the owner label of test/dev, and the state of the stack staging holds it`;

    test("the error of a create asks for the other stack before it names a command", async () => {
      const { exitCode, stdout, stderr } = await given.stack.up(["--skip-preview"], { expectSuccess: false });
      expect(exitCode).not.toBe(0);
      expect((stdout + stderr).replace(/\s+/g, " ")).toMatch(
        /made an object of this name before.*pulumi stack rename or pulumi state move.*kubectl delete/,
      );
    });

    test("neither orphans nor drift reports them, and both name the stack that holds them", async () => {
      const { exitCode, stdout } = await orphans();
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining(held())]);
      expect(stdout).not.toMatch(/kubectl|curl/);
      const drift = await driftCommand(given.stack);
      expect([drift.exitCode, drift.report.counts.orphan]).toEqual([0, 0]);
      expect(drift.report.notes).toContainEqual(expect.stringContaining(held()));
    });

    test("pulumi up --refresh of their stack corrects the owner label, once", async () => {
      await given.stack.pulumi(["stack", "select", "staging"]);
      given.platform.requests.length = 0;
      await given.stack.up(["--refresh", "--skip-preview"]);
      expect(writesOf(given.platform)).toEqual(["PATCH spacetemplates/web-team"]);
      await given.stack.up(["--refresh", "--skip-preview", "--expect-no-changes"]);
      expect(await orphans()).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^No orphans found on http\S+\.\n/),
      });
    });
  },
);

describe("an object that pulumi state move gave to another stack", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: resourcePrograms.yaml(program) }));

  test("is no orphan of the first stack", async () => {
    const { stack } = given;
    await stack.up(["--skip-preview"]);
    await stack.pulumi(["stack", "init", "other", "--no-select"]);
    const { deployment } = await stack.exportState();
    const urn = deployment.resources?.find(({ type }) => type === "vcluster-platform:index:SpaceTemplate")?.urn ?? "";
    await stack.pulumi(["state", "move", "--yes", "--source", "dev", "--dest", "other", urn]);
    const { exitCode, report } = await driftCommand(stack);
    expect([exitCode, report.counts.orphan]).toEqual([0, 0]);
    expect(report.notes).toContainEqual(expect.stringContaining("the state of the stack other holds it"));
  });
});

describe("an object that another stack imported", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: resourcePrograms.yaml(program) }));

  test("keeps the label of the first stack, so that both stacks stay clean", async () => {
    const { stack } = given;
    await stack.up(["--skip-preview"]);
    await stack.pulumi(["stack", "init", "second"]);
    stack.write(resourcePrograms.yaml({ web: { ...program.web, options: { import: "web-team" } } }));
    await stack.up(["--skip-preview"]);
    stack.write(resourcePrograms.yaml(program));
    given.platform.requests.length = 0;
    for (const name of ["second", "dev"]) {
      await stack.pulumi(["stack", "select", name]);
      await stack.up(["--refresh", "--skip-preview", "--expect-no-changes"]);
    }
    expect(writesOf(given.platform)).toEqual([]);
  });
});
