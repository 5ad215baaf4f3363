import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CommandResult, runCommand } from "../../../support/command";
import { createStack, type Stack } from "../../../support/stack";
import type { Given } from "./describeInstalledPackage";

const template = `resources: { dev: { type: "platform:SpaceTemplate", properties: { name: dev, displayName: Development } } }`;

/** What the tests of the commands share. */
interface Commands {
  given: Given;
  stack(): Stack;
  /** Runs `npx pulumi-platform` in the project that the package is installed in. */
  command(args: string[], input?: string): Promise<CommandResult>;
}

/** `npx pulumi-platform`, without a network, beside a stack that is up. */
export function describeCommands(given: Given): void {
  describe("npx pulumi-platform", () => {
    let stack: Stack;

    beforeAll(async () => {
      const { installed, platform } = given();
      stack = await createStack({ program: "yaml", source: template, env: { ...installed.env, ...platform.settings } });
      await stack.up(["--skip-preview"]);
    });
    afterAll(async () => {
      await stack?.destroy(["--skip-preview"]);
      stack?.dispose();
    });

    const command: Commands["command"] = (args, input = "") => {
      const place = { cwd: given().installed.project, env: stack.env, input };
      return runCommand("npx", ["--no-install", "pulumi-platform", ...args], place);
    };
    const commands = { given, stack: () => stack, command };
    testDoctor(commands);
    testStackCommands(commands);
    testImport(commands);
    testCalls(commands);
  });
}

function testDoctor({ given, command }: Commands): void {
  test("doctor finds this Node.js, this package's plugin, and no problem", async () => {
    const { exitCode, stdout } = await command(["doctor"]);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^ok +node: Node\.js /m)]);
    const own = path.join(given().installed.project, "node_modules", ".bin", "pulumi-resource-platform");
    // Run by npx it cannot know whether a plain pulumi finds it there, too.
    expect(stdout).toMatch(new RegExp(`^(ok|warning) +plugin: .*${own}`, "m"));
    expect(stdout).toMatch(/^ok +sdk: @pulumi\/pulumi /m);
  });
}

function testStackCommands({ given, stack, command }: Commands): void {
  test("drift tells a stack as it was declared from one that somebody changed", async () => {
    const search = () => command(["drift", "--cwd", stack().dir]);
    expect(await search()).toMatchObject({ exitCode: 0 });
    await given().platform.rename("dev", "By hand");
    expect(await search()).toMatchObject({ exitCode: 7, stdout: expect.stringContaining("By hand") });
    await given().platform.rename("dev", "Development");
  });

  test("orphans names what no state holds, and nothing else", async () => {
    const { stdout: state } = await stack().pulumi(["stack", "export"]);
    expect(await command(["orphans", "--state", "-"], state)).toMatchObject({ exitCode: 0 });
    const found = await command(["orphans", "--stack", "test/dev"]);
    expect(found).toMatchObject({ exitCode: 7, stdout: expect.stringContaining("SpaceTemplate") });
  });
}

function testImport({ given, command }: Commands): void {
  test("import writes the import file and a program", async () => {
    const folder = path.join(given().installed.project, "imported");
    mkdirSync(folder);
    const [file, program] = [path.join(folder, "import.json"), path.join(folder, "index.ts")];
    const out = ["--out", file, "--program", "typescript", "--program-out", program];
    expect(await command(["import", "--kind", "SpaceTemplate", "--managed", "--all", ...out])).toMatchObject({
      exitCode: 0,
    });
    const { resources } = JSON.parse(readFileSync(file, "utf8")) as { resources: object[] };
    expect(resources).toEqual([expect.objectContaining({ type: "platform:index:SpaceTemplate", id: "dev" })]);
    expect(readFileSync(program, "utf8")).toContain("Development");
  });
}

function testCalls({ command }: Commands): void {
  test("says what commands there are, and refuses others", async () => {
    const { exitCode, stdout } = await command(["--help"]);
    expect(exitCode).toBe(0);
    for (const name of ["serve", "drift", "orphans", "doctor", "import"]) expect(stdout).toContain(name);
    expect(await command(["no-such-command"])).toMatchObject({ exitCode: 2 });
  });
}
