import { writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../support/command";
import { driftCommand } from "../../support/driftCommand";
import { root } from "../../support/environment";
import { foundIn } from "../../support/foundIn";
import { editAsColleague } from "../../support/http";
import { providerProgram } from "../../support/providerPrograms";
import { createStack, type Stack } from "../../support/stack";
import { stackUnderTest } from "../../support/stackUnderTest";
import { type RecordedPlatform, startRecorded } from "../../support/startRecorded";

describe("drift of a stack with two platforms, each with a key of its own", () => {
  const keys = { east: "key-of-the-east-0123456789", west: "key-of-the-west-0123456789" };
  let east: RecordedPlatform;
  let west: RecordedPlatform;
  let stack: Stack;

  const template = (provider: string) => ({ provider, inputs: { name: "same-name", displayName: "Ours" } });
  const program = () => {
    const providers = {
      east: { baseUrl: east.baseUrl, accessKey: keys.east },
      west: { baseUrl: west.baseUrl, accessKey: "$" + "{westKey}" },
    };
    const other = { type: "pulumi:pulumi:StackReference", inputs: { name: "organization/test/other" } };
    const declared = providerProgram(providers, { eastern: template("east"), western: template("west"), other });
    return `configuration: { westKey: { type: string, secret: true } }\n${declared}`;
  };

  beforeAll(async () => {
    east = await startRecorded({ accessKey: keys.east });
    west = await startRecorded({ accessKey: keys.west });
    stack = await createStack({ program: "yaml", source: program(), secretConfig: { westKey: keys.west } });
    await stack.pulumi(["stack", "init", "other", "--no-select"]);
    await stack.up(["--skip-preview"]);
  });
  afterAll(async () => {
    stack?.dispose();
    await east?.close();
    await west?.close();
  });

  const search = async (...args: string[]) => {
    east.requests.length = 0;
    west.requests.length = 0;
    const run = await driftCommand(stack, args);
    const answers = [...east.requests, ...west.requests].map(({ method, status }) => `${method} ${status}`);
    expect([...new Set(answers)]).toEqual(["GET 200"]);
    expect([east.requests.length > 0, west.requests.length > 0]).toEqual([true, true]);
    const printed = run.stdout + run.stderr + JSON.stringify(run.report);
    for (const key of Object.values(keys)) expect(printed).not.toContain(key);
    return run;
  };

  test("each platform is asked with its own key, and a resource of Pulumi itself is skipped", async () => {
    const { exitCode, report } = await search();
    expect([exitCode, foundIn(report), report.resources.checked]).toEqual([0, [], 3]);
  });

  test("a change on one platform is reported for its resource alone, with its manager", async () => {
    await editAsColleague(west, "spacetemplates/same-name", { spec: { displayName: "Theirs" } });
    const { exitCode, report } = await search("--run-program");
    expect({ exitCode, found: foundIn(report) }).toEqual({ exitCode: 7, found: ["western: changed at /displayName"] });
    expect(report.findings[0]?.by?.manager).toBe("kubectl-edit");
  });

  describe("with an object on one platform that the state no longer holds", () => {
    const orphans = (env: Record<string, string | undefined> = {}) => {
      const args = [path.join(root, "bin", "pulumi-vcluster-platform"), "orphans"];
      return runCommand(process.execPath, args, { cwd: stack.dir, env: { ...stack.env, ...env } as Stack["env"] });
    };
    const urnOf = (name: string) => new RegExp(`urn:pulumi:dev::test::vcluster-platform:index:\\w+::${name}$`);
    const forgetWestern = async () => {
      const { deployment } = await stack.exportState();
      const urn = deployment.resources?.find((each) => urnOf("western").test(each.urn))?.urn ?? "";
      await stack.pulumi(["state", "delete", urn, "--yes"]);
    };

    test("drift and orphans find it without settings in the environment, and only there", async () => {
      await forgetWestern();
      const { exitCode, report } = await driftCommand(stack);
      expect({ exitCode, found: foundIn(report) }).toEqual({ exitCode: 7, found: ["same-name: orphan"] });
      expect(report.findings[0]?.subject.platform).toBe(west.baseUrl);
      const { stdout, stderr, ...found } = await orphans();
      expect({ ...found, stderr }).toEqual({ exitCode: 7, stderr: "" });
      expect(stdout.match(/^SpaceTemplate .*$/gm)).toEqual([`SpaceTemplate "same-name" on ${west.baseUrl}`]);
      for (const key of Object.values(keys)) expect(stdout).not.toContain(key);
    });

    test("orphans fails without the passphrase, and names the platform", async () => {
      const { exitCode, stdout, stderr } = await orphans({ PULUMI_CONFIG_PASSPHRASE: undefined });
      expect([exitCode, stdout]).toEqual([1, ""]);
      for (const name of ["east", "west"]) expect(stderr).toContain(`of the provider "${name}" was not searched`);
      expect(stderr).toMatch(/^note: The secrets of the state could not be decrypted: .*PULUMI_CONFIG_PASSPHRASE/);
    });

    test("the printed command imports it by its provider, and it is no orphan then", async () => {
      const [, args = ""] = /pulumi (import .*)$/m.exec((await orphans()).stdout) ?? [];
      await stack.pulumi([...args.split(" "), "--yes", "--protect=false"]);
      expect(await orphans()).toMatchObject({ exitCode: 0 });
      expect((await driftCommand(stack)).report.counts.orphan).toBe(0);
    });
  });

  test("--stack names another stack and does not select it", async () => {
    const { exitCode, report } = await driftCommand(stack, ["--stack", "other", "--skip-orphans"]);
    const other = { name: "other", project: "test" };
    expect([exitCode, report.stack, report.resources.checked]).toEqual([0, other, 0]);
    expect((await stack.pulumi(["stack", "--show-name"])).stdout.trim()).toBe("dev");
  });
});

describe("drift of a stack with a resource of the program's own provider", () => {
  const source = `
import * as pulumi from "@pulumi/pulumi";
import { SpaceTemplate } from "pulumi-vcluster-platform";
const grown = () => Number(require("node:fs").readFileSync(process.env.SIZE_FILE!, "utf8"));
const provider: pulumi.dynamic.ResourceProvider = {
  create: async (inputs) => ({ id: "own", outs: inputs }),
  read: async (id, props) => ({ id, props: { ...props, size: grown() } }),
  diff: async (_id, olds, news) => ({ changes: olds.size !== news.size }),
};
class Own extends pulumi.dynamic.Resource {}
new Own(provider, "own", { size: 1 });
new SpaceTemplate("template", { name: "template", displayName: "Ours" });
`;
  const given = stackUnderTest(() => ({ program: "typescript", source }));
  const grow = (size: number) => writeFileSync(path.join(given.stack.folder, "size"), String(size));
  const search = () => driftCommand(given.stack, [], { env: { SIZE_FILE: path.join(given.stack.folder, "size") } });

  test("the diff of that provider decides, and our resource is compared as well", async () => {
    await given.stack.up(["--skip-preview"]);
    grow(1);
    const clean = await search();
    expect({ exitCode: clean.exitCode, found: foundIn(clean.report) }).toEqual({ exitCode: 0, found: [] });
    grow(2);
    const { exitCode, report } = await search();
    expect({ exitCode, found: foundIn(report) }).toEqual({ exitCode: 7, found: ["own: changed at /size"] });
    expect(report.findings).toMatchObject([{ expected: 1, live: 2, by: null }]);
  });
});
