import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { version } from "@pulumi/pulumi/package.json";
import { version as packageVersion } from "../../../package.json";
import { pulumiTool } from "../../../scripts/toolchain/goTools.js";
import { pythonProgram } from "../../../scripts/toolchain/languages/python.js";
import { generatedSdk } from "../../../scripts/toolchain/languages/sdks.js";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { isOnPath, testIf } from "../../support/needs";
import { pageUnderTest } from "../../support/pageUnderTest";
import type { ProgramFiles } from "../../support/project";
import { startCommand } from "../../support/runningCommand";
import { shellUnderTest } from "../../support/shellUnderTest";
import { type StackUnderTest, stackUnderTest } from "../../support/stackUnderTest";
import { userEnvironment } from "../../support/userEnvironment";
import { goFolders } from "../languages/toolEnvironment";

// npm installs and compiles the whole clone first.
jest.setTimeout(400_000);

const isCloned = existsSync(path.join(root, ".git"));
const fromGit = testIf(isCloned, "clone by Git");
const page = pageUnderTest("docs/languages.md");
const samples = pageUnderTest("docs/_index.md");
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "pulumi-vcluster-platform-test-")));
const checkout = path.join(folder, "pulumi-vcluster-platform");
const inPage = { "../pulumi-vcluster-platform": checkout };

/** The environment with the user's caches of pip and Go. */
const installers: Record<string, string> = {
  ...userEnvironment,
  PIP_CACHE_DIR: process.env.PIP_CACHE_DIR ?? path.join(process.env.HOME ?? "", ".cache", "pip"),
  ...(isOnPath("go") ? goFolders() : {}),
};

const program = samples.block("type: vcluster-platform:index:OwnedAccessKey").text;
const typescript = samples.block("import * as platform").text;

/** Copies the files of this clone that Git tracks. */
async function copyClone(target: string): Promise<void> {
  const { stdout } = await runCommand("git", ["ls-files", "-z"], { cwd: root, env: { PATH: process.env.PATH ?? "" } });
  const tracked = stdout.split("\0").filter((file) => file && existsSync(path.join(root, file)));
  for (const file of tracked) cpSync(path.join(root, file), path.join(target, file));
}

beforeAll(() => copyClone(checkout));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

fromGit("npm pack makes the npm package, also before npm install", async () => {
  const clone = path.join(folder, "packed");
  await copyClone(clone);
  const { exitCode, stderr } = await runCommand("npm", ["pack"], {
    cwd: clone,
    env: { ...userEnvironment, HOME: folder },
  });
  expect([exitCode, exitCode === 0 ? "" : stderr]).toEqual([0, ""]);
  expect(existsSync(path.join(clone, `pulumi-vcluster-platform-${packageVersion}.tgz`))).toBe(true);
});

/** Expects the program's key on the platform and nowhere in clear text. */
async function expectKey({ platform, stack }: StackUnderTest): Promise<void> {
  const [owned] = platform.store.list("ownedaccesskeys").filter(({ spec }) => spec?.displayName === "CI");
  const key = String(owned?.spec?.key);
  expect(await stack.outputs()).toEqual({ token: "[secret]" });
  expect(stack.rawStateFile() + stack.allOutput()).not.toContain(key);
  expect(await stack.outputs({ showSecrets: true })).toEqual({ token: key });
}

/** Parses a schema without empty lists, which Pulumi omits. */
const schemaIn = (text: string): unknown =>
  JSON.parse(text, (_, value) => (Array.isArray(value) && value.length === 0 ? undefined : value));

describe("in a YAML project", () => {
  const given = stackUnderTest(() => ({ program: "yaml", source: "", env: userEnvironment }));
  const shell = shellUnderTest(() => given.stack);

  fromGit("pulumi package add builds the plugin from a clone, and the program creates a key", async () => {
    expect(existsSync(path.join(checkout, "dist"))).toBe(false);
    await shell.run(page.block("pulumi package add").with(inPage));
    const file = path.join(given.stack.dir, "Pulumi.yaml");
    writeFileSync(file, `${readFileSync(file, "utf8")}${program}`);
    await given.stack.up();
    await expectKey(given);
  });

  fromGit("the plugin has the committed schema, which passes Pulumi's own check", async () => {
    const schema = path.join(root, "schema.json");
    const { stdout } = await given.stack.pulumi(["package", "get-schema", checkout]);
    expect(schemaIn(stdout)).toEqual(schemaIn(readFileSync(schema, "utf8")));
    expect(await given.stack.pulumi(["schema", "check", schema])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  fromGit("the plugin prints its port and nothing else", async () => {
    const runner = path.join(checkout, "node_modules", "@pulumi", "pulumi", "cmd", "run-plugin");
    const running = startCommand(process.execPath, [runner, checkout], { cwd: folder, env: given.stack.env });
    await running.until(() => running.stdout().includes("\n"));
    running.send("SIGKILL", "all");
    expect(await running.ended).toMatchObject({ stdout: expect.stringMatching(/^\d+\n$/), stderr: "" });
  });
});

describe("in a TypeScript project", () => {
  const given = stackUnderTest(() => ({
    program: "typescript",
    typecheck: true,
    source: "export {};",
    env: userEnvironment,
  }));
  const shell = shellUnderTest(() => given.stack);

  fromGit("pulumi package add generates an SDK, and the program creates a key", async () => {
    const { stack } = given;
    rmSync(path.join(stack.dir, "node_modules"), { recursive: true });
    const manifest = { name: "infra", main: "index.ts", dependencies: { "@pulumi/pulumi": version } };
    writeFileSync(path.join(stack.dir, "package.json"), JSON.stringify(manifest));
    await shell.run(page.block("pulumi package add").with(inPage));
    stack.write(typescript);
    await stack.up();
    await expectKey(given);
  });
});

/** A project with these files only, as `pulumi new` creates it. */
const emptyProject = (files: Record<string, string>, program: string): ProgramFiles => ({
  create: async (dir) => {
    mkdirSync(dir, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
    return {};
  },
  write: (dir, source) => writeFileSync(path.join(dir, program), source),
});

describe("in a Python project", () => {
  const runtime = "runtime:\n  name: python\n  options:\n    toolchain: pip\n    virtualenv: venv\n";
  const needs = `pulumi==${pulumiTool.version.slice(1)}\n`;
  const files = { "Pulumi.yaml": `name: test\n${runtime}`, "requirements.txt": needs };
  const source = samples.block("import pulumi_vcluster_platform").text;
  const given = stackUnderTest(() => ({ program: emptyProject(files, "__main__.py"), source, env: installers }));
  const shell = shellUnderTest(() => given.stack);
  const isReady = isCloned && pythonProgram() !== undefined;
  const rule = testIf(isReady, "Python that can install packages, or no clone by Git");

  rule("pulumi package add generates an SDK that pip installs, and the program creates a key", async () => {
    await shell.run(page.block("pulumi package add").with(inPage));
    const requirements = readFileSync(path.join(given.stack.dir, "requirements.txt"), "utf8");
    expect(requirements).toBe(`${needs}sdks/vcluster-platform\n`);
    await given.stack.up();
    await expectKey(given);
  });
});

describe("in a Go project", () => {
  const needs = `require github.com/pulumi/pulumi/sdk/v3 ${pulumiTool.version}\n`;
  const files = { "Pulumi.yaml": "name: test\nruntime: go\n", "go.mod": `module infra\n\ngo 1.25\n\n${needs}` };
  // Go removes modules without an import from go.mod.
  const pulumiOnly = 'import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"';
  const empty = `package main\n\n${pulumiOnly}\n\nfunc main() {\n\tpulumi.Run(func(ctx *pulumi.Context) error { return nil })\n}\n`;
  const given = stackUnderTest(() => ({ program: emptyProject(files, "main.go"), source: empty, env: installers }));
  const shell = shellUnderTest(() => given.stack);
  const rule = testIf(isCloned && generatedSdk("go") !== undefined, "Go that can have modules, or no clone by Git");

  rule("pulumi package add generates an SDK in go.mod, and the program creates a key", async () => {
    await shell.run(page.block("pulumi package add").with(inPage));
    given.stack.write(samples.block("package main").text);
    await shell.run(page.block("go mod tidy"));
    const module = readFileSync(path.join(given.stack.dir, "go.mod"), "utf8");
    expect(module).toContain(
      "replace github.com/pulumi-vcluster-platform/pulumi-vcluster-platform/sdk/go => ./sdks/vcluster-platform\n",
    );
    await given.stack.up();
    await expectKey(given);
  });
});

describe("in a project that names the clone under packages", () => {
  const source = `${page.block("packages:").with(inPage).text}\n${program}`;
  const given = stackUnderTest(() => ({ program: "yaml", source, env: userEnvironment }));
  const shell = shellUnderTest(() => given.stack);

  fromGit("pulumi install builds the plugin, and the program creates a key", async () => {
    await shell.run(page.block("pulumi install").with({ "pulumi up": "pulumi up --yes --non-interactive" }));
    await expectKey(given);
  });
});
