import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isNodeOffered, obtainNode } from "../../../scripts/setup/nodes.js";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { createStack, type Stack } from "../../support/stack";
import { type InstalledPackage, installPackage } from "./support/installedPackage";
import { schemaOf } from "./support/schemaOf";
import { type ServedPlatform, servePlatform } from "./support/servedPlatform";

/** Where the package is installed: versions of Node.js, `@pulumi/pulumi` and TypeScript. */
const surroundings: [node: number, pulumi: string, typescript: string][] = [
  [20, "3.248.0", "6.0.3"],
  // The oldest supported library, which accepts no newer TypeScript.
  [20, "3.216.0", "5.9.3"],
  [22, "3.270.0", "6.0.3"],
  [24, "3.270.0", "6.0.3"],
];

interface Installation {
  installed: InstalledPackage;
  platform: ServedPlatform;
}
type Given = () => Installation;

const installMs = 300_000;
/** Node.js 20 does not read TypeScript itself, and the ts-node inside `@pulumi/pulumi` is too old for ESM. */
const besideEsm = (node: number) => (node < 22 ? ["ts-node@10.9.2"] : []);

for (const [node, pulumi, typescript] of surroundings) {
  const title = `installed by npm on Node.js ${node} beside @pulumi/pulumi ${pulumi}`;
  if (isNodeOffered(node)) describe(title, () => describeInstallation(node, pulumi, typescript));
  else test.skip(`${title} (skipped: no Node.js ${node})`, () => undefined);
}

function describeInstallation(node: number, pulumi: string, typescript: string): void {
  let installation: Installation | undefined;
  const given: Given = () => installation as Installation;

  beforeAll(async () => {
    const beside = [`@pulumi/pulumi@${pulumi}`, "@types/node@20", `typescript@${typescript}`, ...besideEsm(node)];
    const installed = await installPackage({ node: await obtainNode(node), beside });
    installation = { installed, platform: await servePlatform(installed) };
  }, installMs);
  afterAll(async () => {
    await installation?.platform.close();
    installation?.installed.remove();
  });

  test("runs on that Node.js and that library", async () => {
    const print = "console.log(process.version, require('@pulumi/pulumi/package.json').version)";
    const { stdout } = await given().installed.run("node", "-e", print);
    expect(stdout).toMatch(new RegExp(`^v${node}\\.\\S+ ${pulumi}\n$`));
  });

  describePrograms(given);
  // A block of its own: its hooks run while the package is installed.
  describe("npx pulumi-platform", () => describeCommands(given));

  test("loads its own code from node_modules and none from this clone", () => {
    const { installed } = given();
    const files = installed.requiredFiles();
    expect(files.filter((file) => file.startsWith(`${root}/`))).toEqual([]);
    const own = `${installed.project}/node_modules/pulumi-platform/`;
    for (const part of ["sdk/index.js", "provider/faces/dynamic.js", "provider/index.js", "cli/index.js"])
      expect(files).toContain(`${own}dist/${part}`);
    expect(files.filter((file) => file.includes("/pulumi-platform/dist/") && !file.startsWith(own))).toEqual([]);
  });
}

const typescriptProgram = `
import * as pulumi from "@pulumi/pulumi";
import { getSpaceTemplate, OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-platform";

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
  dev: { type: "platform:SpaceTemplate", properties: { displayName: Development } }
  ci: { type: "platform:OwnedAccessKey", properties: { user: ci, ttl: 2592000, scope: { allowCli: true } } }
variables:
  seen: { fn::invoke: { function: "platform:getSpaceTemplate", arguments: { name: "\${dev.name}" }, return: displayName } }
outputs: { token: "\${ci.key}", found: "\${seen}" }
`;

const compilerOptions = {
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Brings a stack up and down again. */
async function runLifecycle(stack: Stack, resources: number): Promise<void> {
  try {
    expect((await stack.up(["--skip-preview"])).stdout).toContain(`+ ${resources} created`);
    expect(await stack.outputs()).toEqual(expect.objectContaining({ token: "[secret]", found: "Development" }));
    expect((await stack.preview(["--expect-no-changes"])).stdout).toContain(`${resources} unchanged`);
    expect((await stack.destroy(["--skip-preview"])).stdout).toContain(`- ${resources} deleted`);
  } finally {
    stack.dispose();
  }
}

/** Programs on the SDK's classes and on the plugin. */
function describePrograms(given: Given): void {
  const env = () => ({ ...given().installed.env, ...given().platform.settings });

  test.each([
    ["CommonJS", "commonjs", ""],
    ["ESM", "module", "\nexport const url: string = import.meta.url;\n"],
  ])("a TypeScript program in %s is created, shows no changes and is deleted", async (_, type, more) => {
    const { installed } = given();
    const source = typescriptProgram + more;
    installed.write({
      "Pulumi.yaml": "name: test\nruntime: nodejs\n",
      "index.ts": source,
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
    });
    installed.describe({ type });
    await runLifecycle(await createStack({ program: "typescript", source, project: installed.project, env: env() }), 4);
  });

  test("a YAML program on the plugin in node_modules/.bin is created, shows no changes and is deleted", async () => {
    await runLifecycle(await createStack({ program: "yaml", source: yamlProgram, env: env() }), 3);
  });

  test("pulumi package get-schema prints the committed schema", async () => {
    const plugin = "./node_modules/.bin/pulumi-resource-platform";
    const { stdout } = await given().installed.run("pulumi", "package", "get-schema", plugin);
    expect(schemaOf(stdout)).toEqual(schemaOf(readFileSync(path.join(root, "schema.json"), "utf8")));
  });
}

/** `npx pulumi-platform` in the project of the package, without a network. */
function describeCommands(given: Given): void {
  const template =
    'resources: { dev: { type: "platform:SpaceTemplate", properties: { name: dev, displayName: Development } } }';
  let stack: Stack;
  const command = (args: string[], input = "") => {
    const settings = { cwd: given().installed.project, env: stack.env, input };
    return runCommand("npx", ["--no-install", "pulumi-platform", ...args], settings);
  };

  beforeAll(async () => {
    const { installed, platform } = given();
    stack = await createStack({ program: "yaml", source: template, env: { ...installed.env, ...platform.settings } });
    await stack.up(["--skip-preview"]);
  });
  afterAll(async () => {
    await stack?.destroy(["--skip-preview"]);
    stack?.dispose();
  });

  test("doctor finds this Node.js, this package's plugin and no problem", async () => {
    const { exitCode, stdout } = await command(["doctor"]);
    const own = path.join(given().installed.project, "node_modules", ".bin", "pulumi-resource-platform");
    // Under npx it cannot know whether a plain pulumi finds the plugin, too.
    const lines = ["ok +node: Node\\.js ", `(ok|warning) +plugin: .*${own}`, "ok +sdk: @pulumi/pulumi "];
    expect(exitCode).toBe(0);
    for (const line of lines) expect(stdout).toMatch(new RegExp(`^${line}`, "m"));
  });

  test("drift ends with 0 without drift and with 7 after a change by hand", async () => {
    const search = () => command(["drift", "--cwd", stack.dir]);
    expect(await search()).toMatchObject({ exitCode: 0 });
    await given().platform.rename("dev", "By hand");
    expect(await search()).toMatchObject({ exitCode: 7, stdout: expect.stringContaining("By hand") });
    await given().platform.rename("dev", "Development");
  });

  test("orphans names exactly the objects that no state contains", async () => {
    const { stdout: state } = await stack.pulumi(["stack", "export"]);
    expect(await command(["orphans", "--state", "-"], state)).toMatchObject({ exitCode: 0 });
    const found = await command(["orphans", "--stack", "test/dev"]);
    expect(found).toMatchObject({ exitCode: 7, stdout: expect.stringContaining("SpaceTemplate") });
  });

  test("import writes the import file and a program", async () => {
    const folder = path.join(given().installed.project, "imported");
    mkdirSync(folder);
    const [file, program] = [path.join(folder, "import.json"), path.join(folder, "index.ts")];
    const out = ["--out", file, "--program", "typescript", "--program-out", program];
    const printed = await command(["import", "--kind", "SpaceTemplate", "--managed", "--all", ...out]);
    expect(printed).toMatchObject({ exitCode: 0 });
    const { resources } = JSON.parse(readFileSync(file, "utf8"));
    expect(resources).toEqual([expect.objectContaining({ type: "platform:index:SpaceTemplate", id: "dev" })]);
    expect(readFileSync(program, "utf8")).toContain("Development");
  });

  test("--help lists the commands, and an unknown command ends with 2", async () => {
    const { exitCode, stdout } = await command(["--help"]);
    expect(exitCode).toBe(0);
    for (const name of ["serve", "drift", "orphans", "doctor", "import"]) expect(stdout).toContain(name);
    expect(await command(["no-such-command"])).toMatchObject({ exitCode: 2 });
  });
}
