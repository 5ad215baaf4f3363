import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../support/command";
import { root, testEnvironment, testPath } from "../support/environment";
import { testIf } from "../support/needs";
import { packInto } from "../support/packedPackage";
import { createStack } from "../support/stack";
import { type RecordedPlatform, startRecorded } from "../support/startRecorded";

// `npm test` compiles first.
const compiled = testIf(existsSync(path.join(root, "dist", "cli", "main.js")), "compiled program");

const typescript = `
import * as pulumi from "@pulumi/pulumi";
import { getSpaceTemplate, OwnedAccessKey, SpaceTemplate, VirtualClusterImport } from "pulumi-vcluster-platform";

const dev = new SpaceTemplate("dev", { displayName: "Development" });
const ci = new OwnedAccessKey("ci", { user: "ci", ttl: 2592000, scope: { allowCli: true } });
const sourceVirtualCluster = { cluster: "c1", namespace: "vc-team", name: "team" };
new VirtualClusterImport("team", { project: "web", sourceVirtualCluster });
export const token: pulumi.Output<string | undefined> = ci.key;
export const found = dev.name.apply(async (name) => (await getSpaceTemplate({ name })).displayName);
export const from: string = require.resolve("pulumi-vcluster-platform");
`;

const yaml = `
resources:
  dev: { type: "vcluster-platform:SpaceTemplate", properties: { displayName: Development } }
  ci: { type: "vcluster-platform:OwnedAccessKey", properties: { user: ci, ttl: 2592000, scope: { allowCli: true } } }
  team:
    type: vcluster-platform:VirtualClusterImport
    properties: { project: web, sourceVirtualCluster: { cluster: c1, namespace: vc-team, name: team } }
variables:
  seen: { fn::invoke: { function: "vcluster-platform:getSpaceTemplate", arguments: { name: "\${dev.name}" }, return: displayName } }
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

describe("the packed package, installed by npm without a network", () => {
  let folder: string;
  let project: string;
  let platform: RecordedPlatform;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-packed-")));
    project = path.join(folder, "project");
    platform = await startRecorded({ projects: ["default", "web"] });
    const settings = { VCLUSTER_PLATFORM_BASE_URL: platform.baseUrl, VCLUSTER_PLATFORM_ACCESS_KEY: platform.accessKey };
    // No folder of this clone is on PATH, so the plugin is the one that npm linked.
    const tools = testPath().split(path.delimiter);
    const own = [".bin", path.join("@pulumi", "pulumi")].map((each) => path.join(project, "node_modules", each));
    const PATH = [...own, ...tools.filter((each) => !each.startsWith(root))];
    env = { ...testEnvironment(folder), ...settings, PATH: PATH.join(path.delimiter) };
    await install();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await platform?.close();
  });

  /** Installs the packed file. Its dependencies link to this clone, so it needs no registry. */
  async function install(): Promise<void> {
    const { tarball } = await packInto(folder, project);
    const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const beside = [...Object.keys(dependencies), "@pulumi/pulumi", "@types/node"];
    const links = beside.map((name) => [name, `file:${path.join(root, "node_modules", name)}`]);
    const all = { "pulumi-vcluster-platform": `file:${tarball}`, ...Object.fromEntries(links) };
    writeFileSync(path.join(project, "package.json"), JSON.stringify({ private: true, dependencies: all }));
    const args = ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", folder];
    const { exitCode, stdout, stderr } = await runCommand("npm", args, { cwd: project, env });
    expect([exitCode, stdout + stderr]).toEqual([0, expect.any(String)]);
  }

  const settingsFile = (name: string, content: object) =>
    writeFileSync(path.join(project, name), JSON.stringify(content));

  compiled("runs a TypeScript program on dynamic resources, shows no change after it, and destroys it", async () => {
    settingsFile("Pulumi.yaml", { name: "test", runtime: "nodejs" });
    settingsFile("tsconfig.json", { compilerOptions, files: ["index.ts"] });
    const outputs = await comesAndGoes("typescript", typescript);
    expect(outputs).toEqual({
      token: "[secret]",
      found: "Development",
      from: path.join(project, "node_modules", "pulumi-vcluster-platform", "dist", "sdk", "index.js"),
    });
  });

  compiled("runs a YAML program on the plugin, shows no change after it, and destroys it", async () => {
    const outputs = await comesAndGoes("yaml", yaml);
    expect(outputs).toEqual({ token: "[secret]", found: "Development" });
  });

  async function comesAndGoes(program: "typescript" | "yaml", source: string): Promise<object> {
    const place = program === "typescript" ? { project } : {};
    const stack = await createStack({ program, source, env, ...place });
    try {
      const checked = { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" } };
      expect((await stack.up(["--skip-preview"], checked)).stdout).toMatch(/\+ 4 created/);
      expect((await stack.preview(["--expect-no-changes"])).stdout).toMatch(/4 unchanged/);
      const outputs = await stack.outputs();
      expect((await stack.destroy(["--skip-preview"])).stdout).toMatch(/- 4 deleted/);
      expect(platform.store.list("ownedaccesskeys")).toEqual([]);
      if (program === "yaml") {
        const plugin = path.join(project, "node_modules", ".bin", "pulumi-resource-vcluster-platform");
        expect(stack.allOutput()).toContain(plugin);
      }
      return outputs;
    } finally {
      stack.dispose();
    }
  }
});
