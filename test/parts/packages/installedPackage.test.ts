import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isNodeOffered, obtainNode } from "../../../scripts/toolchain/nodes.js";
import { runCommand } from "../../support/command";
import { testEnvironment } from "../../support/environment";
import { packInto } from "../../support/packedPackage";
import { startCommand } from "../../support/runningCommand";
import { createStack, type Stack } from "../../support/stack";
import { userEnvironment } from "../../support/userEnvironment";

/** Where the package is installed: versions of Node.js, `@pulumi/pulumi` and TypeScript. */
const surroundings: [node: number, pulumi: string, typescript: string][] = [
  [20, "3.248.0", "6.0.3"],
  // The oldest supported library, which accepts no newer TypeScript.
  [20, "3.216.0", "5.9.3"],
  [22, "3.270.0", "6.0.3"],
  [24, "3.270.0", "6.0.3"],
];

const installMs = 300_000;

for (const [node, pulumi, typescript] of surroundings) {
  const title = `installed by npm on Node.js ${node} beside @pulumi/pulumi ${pulumi}`;
  if (isNodeOffered(node)) describe(title, () => describeInstallation(node, pulumi, typescript));
  else test.skip(`${title} (skipped: no Node.js ${node})`, () => undefined);
}

const typescriptProgram = `
import * as pulumi from "@pulumi/pulumi";
import { getSpaceTemplate, OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-vcluster-platform";

const dev = new SpaceTemplate("dev", { displayName: "Development" });
const ci = new OwnedAccessKey("ci", { user: "ci", ttl: 2592000, scope: { allowCli: true } });
new VirtualClusterImport("team", {
  project: "web",
  sourceVirtualCluster: { cluster: "c1", namespace: "vc-team", name: "team" },
});
export const token: pulumi.Output<string | undefined> = ci.key;
export const found = dev.name.apply(async (name) => (await getSpaceTemplate({ name })).displayName);
`;

const yamlProgram = `
resources:
  dev: { type: "vcluster-platform:SpaceTemplate", properties: { name: dev, displayName: Development } }
  ci: { type: "vcluster-platform:OwnedAccessKey", properties: { user: ci, ttl: 2592000, scope: { allowCli: true } } }
variables:
  seen: { fn::invoke: { function: "vcluster-platform:getSpaceTemplate", arguments: { name: "\${dev.name}" }, return: displayName } }
outputs: { token: "\${ci.key}", found: "\${seen}" }
`;

const strictness = { strict: true, skipLibCheck: true, types: ["node"] };
const compilerOptions = { target: "es2022", module: "nodenext", moduleResolution: "nodenext", ...strictness };

function describeInstallation(node: number, pulumi: string, typescript: string): void {
  // The doctor masks the passphrase of stacks, "test", in paths too.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-installed-")));
  const project = path.join(folder, "project");
  const bin = path.join(project, "node_modules", ".bin");
  let env: Record<string, string>;
  let serving: ReturnType<typeof startCommand>;
  const json = (name: string) => JSON.parse(readFileSync(path.join(project, name), "utf8"));
  const write = (name: string, content: object) => writeFileSync(path.join(project, name), JSON.stringify(content));

  beforeAll(async () => {
    const { tarball } = await packInto(folder, project);
    const PATH = [bin, await obtainNode(node), userEnvironment.PATH].filter(Boolean).join(path.delimiter);
    env = { ...testEnvironment(folder), ...userEnvironment, PATH };
    // Node.js 20 cannot read TypeScript, and the ts-node in `@pulumi/pulumi` is too old for ESM.
    const beside = [`@pulumi/pulumi@${pulumi}`, "@types/node@20", `typescript@${typescript}`];
    if (node < 22) beside.push("ts-node@10.9.2");
    write("package.json", { name: "infra", private: true });
    // docs/security.md promises that no package needs its scripts.
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", tarball, ...beside];
    expect(await runCommand("npm", args, { cwd: project, env })).toMatchObject({ exitCode: 0 });
    serving = startCommand("npx", [...own, "serve", "--json", "--project", "web"], { cwd: project, env });
    await serving.until(() => serving.stdout().includes("\n"));
    const { baseUrl, accessKey } = JSON.parse(serving.stdout());
    env = { ...env, VCLUSTER_PLATFORM_BASE_URL: baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: accessKey };
  }, installMs);
  afterAll(async () => {
    serving?.send("SIGTERM", "all");
    await serving?.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  const own = ["--no-install", "pulumi-vcluster-platform"];
  const command = (stack: Stack, args: string[], input = "") =>
    runCommand("npx", [...own, ...args], { cwd: project, env: stack.env, input });

  test("runs on that Node.js and that library", async () => {
    const print = "console.log(process.version, require('@pulumi/pulumi/package.json').version)";
    const { stdout } = await runCommand("node", ["-e", print], { cwd: project, env });
    expect(stdout).toMatch(new RegExp(`^v${node}\\.\\S+ ${pulumi}\n$`));
  });

  /** Creates a stack, uses it, and destroys it. */
  async function runLifecycle(stack: Stack, resources: number, use?: () => Promise<void>): Promise<void> {
    try {
      expect((await stack.up(["--skip-preview"])).stdout).toContain(`+ ${resources} created`);
      expect(await stack.outputs()).toMatchObject({ token: "[secret]", found: "Development" });
      expect((await stack.preview(["--expect-no-changes"])).stdout).toContain(`${resources} unchanged`);
      await use?.();
      expect((await stack.destroy(["--skip-preview"])).stdout).toContain(`- ${resources} deleted`);
    } finally {
      stack.dispose();
    }
  }

  const from = 'export const from: string = require.resolve("pulumi-vcluster-platform");\n';
  const required = 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';

  test.each([
    ["CommonJS", "commonjs", from],
    ["ESM", "module", required + from],
  ])("a TypeScript program in %s is created, shows no changes and is deleted", async (_, type, more) => {
    const source = typescriptProgram + more;
    writeFileSync(path.join(project, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
    write("tsconfig.json", { compilerOptions, files: ["index.ts"] });
    write("package.json", { ...json("package.json"), type });
    writeFileSync(path.join(project, "index.ts"), source);
    const stack = await createStack({ program: "typescript", typecheck: true, source, project, env });
    await runLifecycle(stack, 4, async () => {
      const sdk = path.join(project, "node_modules", "pulumi-vcluster-platform", "dist", "sdk", "index.js");
      expect(await stack.outputs()).toMatchObject({ from: sdk });
    });
  });

  test("a YAML program on the plugin in node_modules/.bin is created, and npx pulumi-vcluster-platform examines it", async () => {
    const stack = await createStack({ program: "yaml", source: yamlProgram, env });
    await runLifecycle(stack, 3, () => runCommands(stack));
  });

  async function runCommands(stack: Stack): Promise<void> {
    const doctor = await command(stack, ["doctor"]);
    expect(doctor).toMatchObject({ exitCode: 0 });
    // Under npx it cannot know whether a plain pulumi finds the plugin, too.
    const plugin = `(ok|warning) +plugin: .*${path.join(bin, "pulumi-resource-vcluster-platform")}`;
    for (const line of ["ok +node: Node\\.js ", plugin, "ok +sdk: @pulumi/pulumi "])
      expect(doctor.stdout).toMatch(new RegExp(`^${line}`, "m"));

    const { stdout: state } = await stack.pulumi(["stack", "export"]);
    expect(await command(stack, ["orphans", "--state", "-"], state)).toMatchObject({ exitCode: 0 });
    const orphans = await command(stack, ["orphans", "-s", "test/dev"]);
    const searched =
      /^No orphans found on http\S+\.\n\nThe platform does not list access keys\. Searched: keys of user ci\./;
    expect(orphans).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(searched) });

    const file = path.join(folder, "import.json");
    const imported = await command(stack, ["import", "--kind", "SpaceTemplate", "--managed", "--all", "--out", file]);
    expect(imported).toMatchObject({ exitCode: 0 });
    const { resources } = JSON.parse(readFileSync(file, "utf8"));
    expect(resources).toEqual([expect.objectContaining({ type: "vcluster-platform:index:SpaceTemplate", id: "dev" })]);

    const drift = () => command(stack, ["drift", "--cwd", stack.dir]);
    expect(await drift()).toMatchObject({ exitCode: 0 });
    await changeByHand();
    expect(await drift()).toMatchObject({ exitCode: 7, stdout: expect.stringContaining("By hand") });
  }

  async function changeByHand(): Promise<void> {
    const group = `${env.VCLUSTER_PLATFORM_BASE_URL}/kubernetes/management/apis/management.loft.sh/v1`;
    const headers = {
      authorization: `Bearer ${env.VCLUSTER_PLATFORM_ACCESS_KEY}`,
      "content-type": "application/merge-patch+json",
    };
    const body = JSON.stringify({ spec: { displayName: "By hand" } });
    const { status } = await fetch(`${group}/spacetemplates/dev?fieldManager=hand`, { method: "PATCH", headers, body });
    expect(status).toBe(200);
  }
}
