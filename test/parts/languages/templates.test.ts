import { cpSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pythonProgram } from "../../../scripts/toolchain/languages/python.js";
import { generatedSdk } from "../../../scripts/toolchain/languages/sdks.js";
import { runCommand } from "../../support/command";
import { root } from "../../support/environment";
import { testIf } from "../../support/needs";
import { packInto } from "../../support/packedPackage";
import { stackUnderTest } from "../../support/stackUnderTest";
import { userEnvironment } from "../../support/userEnvironment";

const python = pythonProgram() && generatedSdk("python");

/** Installs the packages of a project. The package of this provider is not published yet. */
const installs: Record<string, (folder: string, env: Record<string, string>) => Promise<Record<string, string>>> = {
  yaml: async () => ({}),
  typescript: async (folder, env) => {
    const { tarball } = await packInto(path.dirname(folder), folder);
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", tarball];
    const result = await runCommand("npm", args, { cwd: folder, env: { ...env, ...userEnvironment } });
    expect(result).toMatchObject({ exitCode: 0 });
    return {};
  },
  python: async (folder) => {
    symlinkSync(path.dirname(path.dirname(pythonProgram() ?? "")), path.join(folder, "venv"));
    return { PYTHONPATH: python ?? "" };
  },
};

describe.each(Object.keys(installs))("the template for %s", (language) => {
  const given = stackUnderTest(() => ({ program: "yaml", source: "", platform: { projects: ["default"] } }));
  const rule = language === "python" ? testIf(Boolean(python), "npm run setup -- --languages") : test;

  rule("makes a project whose first pulumi up creates a template and a key", async () => {
    const { env, folder } = given.stack;
    const project = path.join(folder, "made");
    const template = path.join(folder, "template");
    cpSync(path.join(root, "templates", language), template, { recursive: true });
    const run = async (args: string[], more: Record<string, string> = {}) => {
      const all = [...args, "--non-interactive", "--color", "never"];
      const result = await runCommand("pulumi", all, {
        cwd: args[0] === "new" ? folder : project,
        env: { ...env, ...more },
      });
      expect({ ...result, stdout: "" }).toMatchObject({ exitCode: 0 });
      return result.stdout;
    };
    const printed = await run(["new", template, "--yes", "--generate-only", "--name", "made", "--dir", project]);
    expect(printed).toContain("Your new project is ready to go!");
    expect(readFileSync(path.join(project, "Pulumi.yaml"), "utf8")).toMatch(/^name: made\n/);
    const more = await installs[language]?.(project, env);
    await run(["stack", "init", "dev"]);
    await run(["config", "set", "user", "ci"]);
    await run(["up", "--yes", "--skip-preview"], more);
    expect(JSON.parse(await run(["stack", "output", "--json"]))).toEqual({
      template: expect.stringMatching(/^template-/),
      token: "[secret]",
    });
    await run(["preview", "--expect-no-changes"], more);
    await run(["destroy", "--yes", "--skip-preview"], more);
    expect(given.platform.store.list("ownedaccesskeys")).toEqual([]);
  });
});
